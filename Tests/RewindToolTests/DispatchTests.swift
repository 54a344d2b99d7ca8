import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `dispatch`.
@Suite(.timeLimit(.minutes(10))) struct DispatchTests {
    private static let loading = #"{"type":"LoadingAction","payload":{"isLoading":true}}"#

    @Test func `An action is added at the cursor, and undo reverses it`() async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            let answer = try await Tool.run("dispatch", "a.rewind", Self.loading, in: folder)
            #expect(answer.status == .exited(0) && answer.errors == "")
            #expect(answer.output.hasPrefix("cursor \(last) → \(last + 1)\n~ /loading/isLoading  false → true\n\n"))
            let show = try await Tool.run("show", "a.rewind", "cursor", "/loading/isLoading", in: folder)
            #expect(show.output == "true\n")
            let undo = try await Tool.run("undo", "a.rewind", in: folder)
            #expect(undo.output.hasPrefix("cursor \(last + 1) → \(last)\n~ /loading/isLoading  true → false\n"))
            #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
            #expect(try await Tool.run("replay", "a.rewind", "--verify", in: folder).status == .exited(0))
        }
    }

    @Test(arguments: [
        ["a.rewind", "LoadingAction", #"{"isLoading":true}"#], ["LoadingAction", #"{"isLoading":true}"#], [loading],
        ["a.rewind", #"{"type":"LoadingAction","isLoading":true}"#],
    ])
    func `An action is a type and its payload, or JSON with both, and the session may be omitted`(
        arguments: [String]
    ) async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            let answer = try await Tool.run(["dispatch"] + arguments, in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.output.hasPrefix("cursor \(last) → \(last + 1)\n~ /loading/isLoading  false → true\n"))
            let popped = try await Tool.run("dispatch", "PopScreenAction", in: folder)
            #expect(popped.output.hasPrefix("cursor \(last + 1) → \(last + 2)\n"))
        }
    }

    @Test func `An action dispatched elsewhere begins a branch that the log draws`() async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            let file = "a.rewind"
            let answer = try await Tool.run("dispatch", file, Self.loading, "--at", "12", "--json", in: folder)
            let json = try JSON.object(answer.output)
            #expect(json["from"] as? Int == last && json["to"] as? Int == last + 1 && json["parent"] as? Int == 12)
            #expect((json["changes"] as? [Any])?.count == 1 && json["screen"] is String)
            let again = try await Tool.run("dispatch", file, Self.loading, "--at", "12", in: folder)
            #expect(again.output.hasPrefix("cursor \(last + 1) → \(last + 2), on a branch from 12\n"))
            let tip = try await Tool.run("show", file, "cursor", "/loading/isLoading", in: folder)
            #expect(tip.output == "true\n")
            #expect(try await Tool.run("verify", file, in: folder).status == .exited(0))
            #expect(try await Tool.run("log", file, "--graph", in: folder).status == .exited(0))
        }
    }

    @Test func `Undo of a dispatch elsewhere returns to the cursor's place, and redo leads back`() async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            func cursor(_ arguments: String...) async throws -> Int? {
                let answer = try await Tool.run([arguments[0], "a.rewind"] + arguments.dropFirst(), in: folder)
                #expect(answer.errors == "", "\(arguments)")
                return answer.lines.first?.firstMatch(of: #/^cursor \d+ → (\d+)/#).flatMap { Int($0.1) }
            }
            _ = try await cursor("goto", "60")
            #expect(try await cursor("dispatch", "LoadingAction", #"{"isLoading":true}"#, "--at", "12") == last + 1)
            #expect(try await cursor("undo") == 60)
            #expect(try await cursor("redo") == last + 1)
            #expect(try await cursor("undo", "-n", "2") == 59)
            // Any other move ends it.
            #expect(try await cursor("redo") == 60)
            #expect(try await cursor("redo") == 61)
            #expect(try await cursor("goto", "\(last + 1)") == last + 1)
            #expect(try await cursor("undo") == 12)
            #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
        }
    }

    private static let refusals: [(action: String, arguments: [String], error: String)] = [
        ("increase", [], "No registered action type is named increase."),
        ("{increase}", [], "\"{increase}\" is not an action."),
        ("LoadingAction", ["{"], "\"LoadingAction {\" is not an action."),
        (loading, ["{}"], "\"\(loading) {}\" is not an action."),
        (#"{"type":"Nope"}"#, [], "No registered action type is named Nope."),
        (#"{"type":"LoadingAction"}"#, [], "The LoadingAction given for LAST does not decode: /isLoading is missing."),
        (
            "LoadingAction", [#"{"isLoading":true,"extra":1}"#],
            "The LoadingAction given for LAST has the member /extra, which the type does not have."
        ),
        (loading, ["--at", "999"], "999 is past the end of the session, "),
    ]

    @Test(arguments: refusals)
    func `An impossible dispatch leaves the session unchanged`(
        action: String,
        arguments: [String],
        error: String
    ) async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            let answer = try await Tool.run(["dispatch", "a.rewind", action] + arguments, in: folder)
            #expect(answer.status == .exited(2))
            let text = error.replacing("LAST", with: String(try await DemoSession.actionCount + 1))
            #expect(answer.errors.hasPrefix("Error: \(text)"))
            #expect(answer.errors.contains("\nHint: "))
            #expect(try folder.files() == before)
        }
    }
}
