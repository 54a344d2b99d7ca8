import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct FileDraftTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test func `The name of a draft is unique`() {
        let drafts = (0..<100).map { _ in FileDraft(of: url).url }
        #expect(Set(drafts).count == drafts.count)
    }

    @Test func `A draft takes its final name unless a file has it`() throws {
        for text in ["first", "second"] {
            let draft = FileDraft(of: url)
            try Data(text.utf8).write(to: draft.url)
            if text == "first" {
                try draft.publish()
            } else {
                #expect(throws: SessionError.alreadyExists(path: url.path)) { try draft.publish() }
                draft.discard()
            }
            #expect(try String(contentsOf: url, encoding: .utf8) == "first")
            #expect(try folder.contents == ["a.rewind"])
        }
    }

    @Test func `A draft replaces a crashed session together with its side files`() throws {
        let old = SampleSession(seed: 3, count: 20)
        let log = try CrashLog(creatingFor: url, medium: .file)
        log.begin(CrashLogLine(ticket: 1, at: 1, type: "Lost", coder: .codable, payload: [1]))
        log.end(1, seq: 21)
        log.leave()
        try old.write(to: url, isComplete: false)
        let kept = folder.session("kept.rewind")
        try FileManager.default.linkItem(at: url, to: kept)
        let draft = FileDraft(of: url)
        try SampleSession(seed: 4, count: 5).write(to: draft.url)
        try SessionRecovery.replace(url, by: draft)
        #expect(try folder.contents == ["a.rewind", "kept.rewind"])
        #expect(try SessionReader(opening: url).lastSeq() == 5)
        let reader = try SessionReader(opening: kept)
        #expect(try reader.action(21)?.type == "Lost")
        #expect(!reader.isUnfinished)
    }

    @Test func `Replacing a link to a session leaves the session's files alone`() throws {
        try SampleSession(seed: 3, count: 20).write(to: url, isComplete: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        log.begin(CrashLogLine(ticket: 1, at: 1, type: "Lost", coder: .codable, payload: [1]))
        log.end(1, seq: 21)
        log.leave()
        let link = folder.session("link.rewind")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        let draft = FileDraft(of: link)
        try SampleSession(seed: 4, count: 5).write(to: draft.url)
        try SessionRecovery.replace(link, by: draft)
        #expect(try SessionReader(opening: link).lastSeq() == 5)
        #expect(try SessionReader(opening: url).action(21)?.type == "Lost")
    }

    @Test func `A draft replaces neither a session being recorded nor a link to one`() throws {
        try SampleSession(seed: 3, count: 20).write(to: url, isComplete: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        let link = folder.session("link.rewind")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        for output in [url, link] {
            let draft = FileDraft(of: output)
            try Data().write(to: draft.url)
            #expect(throws: SessionError.beingRecorded(path: output.path)) {
                try SessionRecovery.replace(output, by: draft)
            }
            #expect(throws: SessionError.beingRecorded(path: output.path)) { try SessionRecovery.remove(output) }
            draft.discard()
        }
        #expect(try folder.contents == ["a.rewind", "a.rewind-began", "a.rewind-began2", "link.rewind"])
        #expect(try SessionReader(opening: link).isLive)
        log.remove()
    }

    @Test(arguments: ["-wal", "-shm", "-journal", "-began", "-began2", "-began-new", "-travel"])
    func `A session is found by the names of the files beside it`(ending: String) throws {
        let beside = folder.session("a.rewind\(ending)")
        #expect(SessionRecovery.session(beside: beside) == nil)
        try Data("no session".utf8).write(to: url)
        #expect(SessionRecovery.session(beside: beside) == nil)
        try FileManager.default.removeItem(at: url)
        try SampleSession(seed: 3, count: 2).write(to: url)
        #expect(SessionRecovery.session(beside: beside)?.path == url.path)
        #expect(SessionRecovery.session(beside: url) == nil)
    }
}
