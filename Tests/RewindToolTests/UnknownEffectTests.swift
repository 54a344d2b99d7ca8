import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// The output for a session with unknown effects.
@Suite(.timeLimit(.minutes(10))) struct UnknownEffectTests {
    /// Records five counting actions; the effects of `lost` are unknown.
    private static func record(losing lost: Set<Int> = [4, 5], to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0, "m": 1])
            var known = 0
            for seq in 1...5 {
                let patch = Patch([.replace(["n"], .integer(Int64(seq)))])
                let isLost = lost.contains(seq)
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: 0,
                    type: "Count",
                    patch: isLost ? nil : patch,
                    status: isLost ? .began : .done
                )
                if !isLost { known = seq }
                try transaction.append(record, state: isLost ? nil : ["n": .integer(Int64(known)), "m": 1])
            }
        }
        try writer.close()
    }

    private static let one =
        "Note: the app ended during action 4; showing the state at 3.\n"
    private static let last =
        "Note: the app ended during action 5; showing the state at 3.\n"
    private static let both =
        "Note: the app ended during actions 4…5; showing the state at 3.\n"

    private static let commands: [(arguments: [String], errors: String)] = [
        (["show", "a.rewind", "3"], ""),
        (["show", "a.rewind", "5"], last),
        (["diff", "a.rewind", "3"], ""),
        (["diff", "a.rewind", "4", "--json"], one),
        (["diff", "a.rewind", "5", "--format", "patch"], both),
        (["diff", "a.rewind", "4", "3"], one + "Note: no difference between 4 and 3.\n"),
        (["undo", "a.rewind"], both),
        (["undo", "a.rewind", "-n", "2"], last),
        (["goto", "a.rewind", "4", "--json"], both),
        (["blame", "a.rewind", "/n"], both),
        (["why", "a.rewind", "/n"], both),
        (["why", "a.rewind", "4"], ""),
        (["history", "a.rewind", "/n"], both),
        (["history", "a.rewind", "/n", "..3"], ""),
        (["watch", "a.rewind", "--where", "at('/n') > 2"], both),
        (["watch", "a.rewind", "--where", "at('/n') > 2", "--reverse"], both),
        (["bisect", "a.rewind", "--", "grep", "-q", "\"n\":[01]"], both),
        (["bisect", "a.rewind", "--bad", "3", "--", "grep", "-q", "\"n\":[01]"], ""),
    ]

    @Test(arguments: commands)
    func `An answer about an unknown state has a note`(
        arguments: [String],
        errors: String
    ) async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.file("a.rewind"))
        let answer = try await Tool.run(arguments, in: folder)
        #expect(answer.status == .exited(0))
        #expect(answer.errors == errors)
    }

    @Test func `A condition that never holds may have held in an unknown state`() async throws {
        let folder = TemporaryFolder()
        try Self.record(losing: [2, 4], to: folder.file("a.rewind"))
        let answer = try await Tool.run("watch", "a.rewind", "--where", "at('/n') = 2", in: folder)
        #expect(answer.status == .exited(1))
        let notes = [(2, 1), (4, 3)].map { seq, known in
            "Note: the app ended during action \(seq); showing the state at \(known).\n"
        }
        #expect(answer.errors.hasPrefix(notes.joined() + "Note: The condition never becomes true.\n"))
    }

    @Test func `A comparison names the session that does not have the states`() async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.file("a.rewind"))
        try Self.record(losing: [5], to: folder.file("b.rewind"))
        let answer = try await Tool.run("compare", "a.rewind", "b.rewind", in: folder)
        #expect(answer.status == .exited(1))
        #expect(answer.output.hasPrefix("First difference: action 4 (state).\n"))
        #expect(
            answer.errors == """
                Note: the app ended during actions 4…5 in a.rewind; showing the state at 3.
                Note: the app ended during action 5 in b.rewind; showing the state at 4.

                """
        )
    }
}
