import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct CancellationTests {
    private struct Work: CustomTestStringConvertible {
        let testDescription: String
        /// Runs on the first session; the second is a new file.
        let run: @Sendable (URL, URL, @escaping SessionProgress.Handler) throws -> Void

        init(
            _ name: String,
            _ run: @escaping @Sendable (URL, URL, @escaping SessionProgress.Handler) throws -> Void
        ) {
            testDescription = name
            self.run = run
        }
    }

    private static let works: [Work] = [
        Work("check") { url, _, progress in
            let session = try SessionReader(opening: url)
            defer { session.close() }
            _ = try SessionCheck.run(session, progress: progress)
        },
        Work("repair") { url, output, progress in
            let session = try SessionReader(opening: url)
            defer { session.close() }
            _ = try SessionRepair.run(session, to: output, progress: progress)
        },
        Work("scrub") { url, _, progress in _ = try SessionScrub.run(url, .pointers([["items"]]), progress: progress) },
        Work("scrub of a pattern") { url, _, progress in
            _ = try SessionScrub.run(url, .pattern("item"), progress: progress)
        },
        Work("pruning") { url, _, progress in
            _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 40), now: 0, progress: progress)
        },
        Work("rebuilding") { url, _, progress in _ = try IndexRebuilding.run(url, progress: progress) },
    ]

    @Test(arguments: works)
    private func `Canceled work leaves the session unchanged and no other files, wherever it stops`(work: Work) throws {
        let folder = TemporaryFolder()
        let (url, output) = (folder.session(), folder.session("b.rewind"))
        try SampleSession(seed: 4, count: 100).write(to: url)
        let before = try Data(contentsOf: url)
        let copy = folder.session("c.rewind")
        try before.write(to: copy)
        var stages: [SessionProgress] = []
        try work.run(copy, output) { stages.append($0) }
        for name in try folder.contents where name != "a.rewind" {
            try FileManager.default.removeItem(at: folder.session(name))
        }
        for progress in stages {
            if let done = progress.done, let total = progress.total { #expect(done <= total && done >= 0) }
        }
        // Once in each stage, and at the very end.
        let ends = Dictionary(stages.indices.map { (stages[$0].stage, $0) }, uniquingKeysWith: { first, _ in first })
            .values
        try #require(!stages.isEmpty)
        for end in Set(ends).union([stages.count - 1]) {
            var count = 0
            #expect(throws: CancellationError.self, "at \(stages[end])") {
                try work.run(url, output) { _ in
                    if count == end { throw CancellationError() }
                    count += 1
                }
            }
            #expect(try Data(contentsOf: url) == before, "at \(stages[end])")
            #expect(try folder.contents == ["a.rewind"], "at \(stages[end])")
        }
    }
}
