import Foundation
import RewindSession
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

/// The ways in which a reducer can end the process.
enum Trap: String, CaseIterable, Codable {
    case fatalError, index, overflow, exception, segmentationFault, recursion

    func spring() -> Int {
        switch self {
        case .fatalError: Swift.fatalError("sprung")
        case .index: blackHole([1, 2, 3][rawValue.utf8.count])
        case .overflow: blackHole(Int(Int8(truncatingIfNeeded: rawValue.utf8.count) + .max))
        case .exception: abort()
        case .segmentationFault: Int(raise(SIGSEGV))
        case .recursion: recurse(1)
        }
    }

    @inline(never) private func blackHole(_ value: Int) -> Int {
        value
    }

    @inline(never) private func recurse(_ depth: Int) -> Int {
        guard depth < .max else { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 1) { bytes in
            bytes[0] = 1
            return recurse(depth + 1) + Int(bytes[0])
        }
    }
}

@Suite struct TrapTests {
    private let folder = TemporaryFolder()

    /// Re-runs a session whose last action traps.
    static func rerun(_ path: String, _ trap: Trap, removing files: [String]) throws {
        let app = ListApp.changed { action, _, next in
            if action is Rename { next.revision = trap.spring() }
        }
        let watch = TrapWatch(removing: files) { type, isLast in
            TrapWatch.Sentence(before: "trapped at ", after: " \(type ?? "")\(isLast ? " again" : "")\n")
        }
        _ = try Rerun(of: Timeline(opening: URL(filePath: path)), with: app, watch: watch).run()
    }

    @Test(arguments: Trap.allCases, [false, true])
    func `A reducer that traps ends the process with a message about its action`(_ trap: Trap, isReproduced: Bool)
        async throws
    {
        var session = ListSession()
        for id in 1...12 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        if isReproduced {
            session.dispatchWithoutEffect(Rename(id: 1, title: "one"), status: .began)
        } else {
            session.dispatch(Rename(id: 1, title: "one"))
            session.dispatch(Edit.toggle(id: 1))
        }
        let url = folder.session()
        try session.write(to: url)
        let draft = folder.session("b.rewind-draft")
        try Data([1]).write(to: draft)
        let result = await #expect(
            processExitsWith: .exitCode(1),
            observing: [\.standardOutputContent]
        ) { [path = url.path as String, draft = draft.path as String, trap = trap as Trap] in
            try TrapTests.rerun(path, trap, removing: [draft])
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.hasSuffix("trapped at 13 Rename\(isReproduced ? " again" : "")\n"), "\(output)")
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A signal after the watch has ended has its default effect`() async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let watch = TrapWatch { _, _ in TrapWatch.Sentence(before: "no", after: "no") }
            watch.enter(1, "A", isLast: false)
            watch.end()
            abort()
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let watch = TrapWatch { _, _ in TrapWatch.Sentence(before: "no", after: "no") }
            watch.enter(1, "A", isLast: false)
            watch.leave()
            withExtendedLifetime(watch) { abort() }
        }
    }
}
