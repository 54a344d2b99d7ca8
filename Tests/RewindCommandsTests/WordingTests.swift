import Foundation
import RewindRemote
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct WordingTests {
    @Test func `The messages are the recorded ones`() throws {
        let messages = try ErrorSamples.all.map { error in
            let failure = try #require(Wording.failure(for: error), "\(error)")
            let hint = try #require(failure.hint).printedLines().joined(separator: "\n")
            return "Error: \(failure.message)\n\(hint)\n(exit status \(failure.status))\n"
        }
        try expectSnapshot(messages.joined(separator: "\n"), "messages.txt")
    }

    @Test func `A message is one sentence on one line, followed by a hint`() throws {
        for error in ErrorSamples.all {
            let failure = try #require(Wording.failure(for: error), "\(error)")
            let hint = try #require(failure.hint)
            #expect(failure.message.hasSuffix(".") && !failure.message.hasSuffix(".."), "\(failure.message)")
            for text in [failure.message] + hint.lines() { #expect(!text.isEmpty && !text.contains("\n"), "\(text)") }
        }
    }

    @Test func `A time outside of the session names what was recorded`() {
        let error = TimelineError.notRecordedThen("03:59", from: 0, to: 1_000_000)
        let (from, to) = (TimeText().dayAndTime(0), TimeText().dayAndTime(1_000_000))
        let message = "03:59 is outside the recording, which is from \(from) to \(to)."
        #expect(Wording.failure(for: error)?.message == message)
    }

    @Test func `Errors of other modules are left to the argument parser`() {
        struct Foreign: Error {}
        #expect(Wording.failure(for: Foreign()) == nil)
    }

    @Test func `The hint for a missing value shows the value that should contain it`() {
        let table: [(holder: [String], command: String)] = [
            (["home"], "rewind show FILE 3 /home"),
            ([], "rewind show FILE 3 \"\""),
            (["a/b"], "rewind show FILE 3 '/a~1b'"),
            (["list", "*"], "rewind show FILE 3 '/list/*'"),
        ]
        for (holder, command) in table {
            let error = CommandError.nothingAt(Pointer(holder + ["x"]), seq: 3, holder: Pointer(holder))
            let failure = Wording.failure(for: error)
            #expect(failure?.hint?.command == command)
        }
    }
}
