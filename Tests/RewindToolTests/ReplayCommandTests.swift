import ArgumentParser
import ArticleClient
import Foundation
import RewindStore
import Subprocess
import TestSupport
import Testing

@testable import RewindCommands

/// The output of `replay`.
@Suite(.timeLimit(.minutes(10))) struct ReplayCommandTests {
    @Test func `The demo's session re-runs to the same states`() async throws {
        try await DemoSession.copied { folder in
            let count = try await DemoSession.actionCount
            let before = try folder.files()
            for options in [[], ["--verify"]] {
                let answer = try await Tool.run(["replay", "a.rewind"] + options, in: folder)
                #expect(answer.status == .exited(0))
                #expect(answer.output == "no divergence: \(count) actions re-run\n")
                #expect(answer.errors == "")
            }
            let json = try JSON.object(
                try await Tool.run("replay", "a.rewind", "--verify", "--json", in: folder).output
            )
            #expect(json["verdict"] as? String == "agrees")
            #expect(json["rerun"] as? Int == count)
            let check = try await Tool.run("replay", "a.rewind", "--check", in: folder)
            #expect(check.output == "ok: this version of the app reads and writes the session unchanged\n")
            #expect(check.status == .exited(0))
            #expect(try folder.files() == before)
        }
    }

    /// Returns the seq of the action that set an error.
    private func errorAction(in folder: TemporaryFolder) async throws -> Int {
        let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
        let action = try #require(log.first { $0["type"] as? String == "ArticleDetailErrorAction" })
        return try #require(action["seq"] as? Int)
    }

    @Test func `Without the action that set an error, the re-run has no error`() async throws {
        try await DemoSession.copied { folder in
            func run(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(arguments, in: folder)
            }
            let count = try await DemoSession.actionCount
            // Five actions are on another branch.
            let kept = count - 5 - 1
            let seq = try await errorAction(in: folder)
            #expect(try await run("diff", "a.rewind", "\(seq)").output.hasPrefix("+ /articleDetail/error  "))

            let skip = try await run("replay", "a.rewind", "--skip", "\(seq)", "--output", "b.rewind")
            #expect(skip.status == .exited(0), "\(skip.errors)")
            #expect(skip.lines.count == 3)
            #expect(skip.lines.first == "\(kept) actions re-run; same end state, \(count)")
            #expect(skip.lines.dropFirst().first == "wrote b.rewind, which ends at \(kept). Compare them:")
            #expect(skip.lines.last == "  rewind compare a.rewind b.rewind")

            let verify = try await run("verify", "b.rewind")
            #expect(verify.output.hasPrefix("ok: \(kept) actions, "))
            #expect(try await run("show", "b.rewind", "\(seq)", "/articleDetail/error").status == .exited(2))
            #expect(try await run("diff", "b.rewind", "\(seq)").output == run("diff", "a.rewind", "\(seq + 1)").output)
            let comparison = try JSON.object(try await run("compare", "a.rewind", "b.rewind", "--json").output)
            #expect(comparison["seq"] as? Int == seq)
            #expect(comparison["same_through"] as? Int == seq - 1)
            #expect(try await run("replay", "b.rewind", "--verify").status == .exited(0))
            let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b.rewind").path)[.posixPermissions]
            #expect(mode as? Int == 0o600)

            let again = try await run("replay", "a.rewind", "--output", "b.rewind")
            #expect(again.status == .exited(2))
            #expect(again.errors.contains("b.rewind already exists."))
            #expect(try folder.files().keys.sorted() == ["a.rewind", "b.rewind"])
        }
    }

    @Test func `A comparison shows the last equal actions, and both numbers of later ones`() async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("replay", "a.rewind", "--skip", "30", "--output", "b.rewind", in: folder)
            let first = try await Tool.run("compare", "a.rewind", "b.rewind", in: folder).lines
            let before = first[1...3].compactMap { $0.firstMatch(of: #/^ +(\d+)  /#).flatMap { Int($0.1) } }
            #expect(before == [27, 28, 29])
            #expect(first[4].hasPrefix("- "))
            let all = try await Tool.run("compare", "a.rewind", "b.rewind", "--all", in: folder).lines
            let equal = all.compactMap { $0.firstMatch(of: #/^ +=(\d+) [ !]+(\d+)  /#) }
            #expect(!equal.isEmpty && equal.allSatisfy { Int($0.1) ?? 0 < Int($0.2) ?? 0 })
        }
    }

    @Test func `A type with a wildcard skips all such actions of the branch`() async throws {
        try await DemoSession.copied { folder in
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            let seqs = log.filter { ($0["type"] as? String)?.hasPrefix("Loading") == true && $0["undone"] == nil }
                .compactMap { $0["seq"] as? Int }
            try #require(seqs.count > 3)
            let all = try await Tool.run("replay", "a.rewind", "--skip", "@Loading*", in: folder)
            let each = try await Tool.run(["replay", "a.rewind"] + seqs.flatMap { ["--skip", "\($0)"] }, in: folder)
            #expect(all.status == .exited(0) && all.output == each.output)
            let one = try await Tool.run("replay", "a.rewind", "--skip", "@LoadingAction", in: folder)
            #expect(one.output != all.output)
            let none = try await Tool.run("replay", "a.rewind", "--skip", "@Nope*", in: folder)
            #expect(none.status == .exited(1) && none.errors.hasPrefix("Note: "))
        }
    }

    @Test func `Actions can be added, changed and moved`() async throws {
        try await DemoSession.copied { folder in
            let count = try await DemoSession.actionCount
            let end = try await Tool.run("show", "a.rewind", "end", "/loading/isLoading", in: folder).lines.joined()
            #expect(end == "false")
            let insertion = #"{"type":"LoadingAction","payload":{"isLoading":true}}"#
            let inserted = try await Tool.run("replay", "a.rewind", "--insert", "end:\(insertion)", in: folder)
            #expect(
                inserted.lines == [
                    "\(count - 5 + 1) actions re-run; the end differs from the state at \(count), recorded → re-run",
                    "  ~ /loading/isLoading  false → true",
                ]
            )
            let last = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
                .last { $0["type"] as? String == "LoadingAction" }
            let seq = try #require(last?["seq"] as? Int)
            let edited = try await Tool.run(
                "replay",
                "a.rewind",
                "--edit",
                "\(seq):{\"isLoading\":true}",
                "--json",
                in: folder
            )
            let change = try #require((try JSON.object(edited.output)["changes"] as? [[String: Any]])?.first)
            #expect(change["pointer"] as? String == "/loading/isLoading")
            #expect((change["old"] as? Bool, change["new"] as? Bool) == (false, true))
            let error = try await errorAction(in: folder)
            let moved = try await Tool.run("replay", "a.rewind", "--reorder", "\(error):end", in: folder)
            #expect(moved.output.contains("\n  + /articleDetail/error  "))
        }
    }

    @Test func `An impossible re-run is reported and leaves no file`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            for (arguments, message) in [
                (["--skip", "0"], "No action to change at 0, the initial state."),
                (["--skip", "3", "--reorder", "3:4"], "The options contradict each other about action 3."),
                (["--insert", "3:true"], "--insert takes REF:JSON, not \"3:true\"."),
                (["--insert", "3:{\"type\":\"Nope\"}"], "No registered action type is named Nope."),
                (["--edit", "2:{\"isLoading\":1}"], "does not decode: /isLoading should be Bool, but is number."),
                (["--output", "nowhere/b.rewind"], "cannot be created: no such folder."),
            ] {
                let answer = try await Tool.run(["replay", "a.rewind"] + arguments, in: folder)
                #expect(answer.status == .exited(2), "\(arguments)")
                #expect(answer.output == "")
                #expect(answer.errors.contains(message), "\(answer.errors)")
                #expect(answer.errors.contains("\nHint: "))
            }
            #expect(try folder.files() == before)
        }
    }

    /// Runs the command in this process with a buggy reducer, and ends the process as the tool would.
    static func run(_ arguments: [String], with bug: Bug) async throws {
        let app = RegisteredApp(
            reducer: { (action: any Action, state: AppState?) -> AppState in
                var next = appReducer(action: action, state: state)
                if action is ArticleDetailErrorAction { bug.apply(to: &next) }
                return next
            },
            actions: ActionCatalog.types
        )
        do {
            try await RegisteredApp.$current.withValue(app) {
                let command = try RewindCommand.parseAsRoot(arguments) as? ReplayCommand
                try await command?.run()
            }
        } catch let code as ExitCode {
            try Output.finish()
            exit(code.rawValue)
        }
        try Output.finish()
        exit(0)
    }

    enum Bug: String, Codable, CaseIterable {
        case wrong, impure, trap

        func apply(to state: inout AppState) {
            switch self {
            case .wrong: state.loading.isLoading.toggle()
            case .impure: state.articleDetail.articleId = UUID().uuidString
            case .trap: fatalError("sprung")
            }
        }
    }

    @Test(arguments: Bug.allCases) func `A changed reducer is detected`(bug: Bug) async throws {
        try await DemoSession.copied { folder in
            let seq = try await errorAction(in: folder)
            let result = await #expect(
                processExitsWith: .exitCode(1),
                observing: [\.standardOutputContent]
            ) { [path = folder.file("a.rewind").path as String, bug = bug as Bug] in
                try await ReplayCommandTests.run(["replay", path, "--verify"], with: bug)
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            let expected =
                switch bug {
                case .wrong:
                    """
                    diverged at action \(seq), ArticleDetailErrorAction: recorded → re-run
                      ~ /loading/isLoading  true → false
                    \(seq - 1) actions re-run before it

                    """
                case .impure: "impure reducer at action \(seq), ArticleDetailErrorAction: reduced once → "
                case .trap: "The reducer trapped at action \(seq), ArticleDetailErrorAction.\n"
                }
            #expect(bug == .impure ? output.contains(expected) : output.hasSuffix(expected), "\(output)")
        }
    }
}
