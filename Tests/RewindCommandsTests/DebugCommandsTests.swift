import RewindTree
import Testing

@testable import RewindCommands

/// The verbs of the debugger that have no command of the tool.
@Suite struct DebugCommandsTests {
    /// A session and the lines that its verbs print.
    private final class Prompt {
        let sample: DebugSample
        let session: DebugSession
        private var lines: [String] = []
        private lazy var commands = DebugCommands(session, style: TextStyle(isOn: false), width: nil) {
            [unowned self] in
            lines.append($0)
        }

        init(seed: UInt64) throws {
            sample = try DebugSample(seed: seed, count: 300, branches: false)
            session = try sample.open()
            try session.go(to: 0)
        }

        /// Returns the lines that a verb prints, or its error.
        func callAsFunction(_ line: String) -> String {
            lines = []
            do {
                _ = try commands.perform(line)
                return lines.joined(separator: "\n")
            } catch {
                return Wording.failure(for: error)?.message ?? "\(error)"
            }
        }

        func perform(_ line: String) throws { _ = try commands.perform(line) }

        var settings: [String] { commands.settings }

        func restore(_ lines: [String]) { commands.restore(lines) }

        /// Returns the actions after the first state for which a condition holds.
        func seqs(where isHit: (DebugSample.Action) -> Bool) -> [Int] {
            sample.actions.indices.dropFirst().filter { isHit(sample.actions[$0]) }
        }
    }

    @Test func `A breakpoint can have a condition, and continue a count`() throws {
        let prompt = try Prompt(seed: 2)
        let seqs = prompt.seqs { $0.type == "Add" && $0.state[["n"]] != 0 }
        try #require(seqs.count > 2)
        #expect(prompt("break Add if at('/n') > 0") == "Breakpoint 1: Add if at('/n') > 0")
        _ = prompt("continue")
        #expect(prompt.session.at == seqs[0])
        _ = prompt("c 2")
        #expect(prompt.session.at == seqs[2])
        _ = prompt("rc 2")
        #expect(prompt.session.at == seqs[0])
        #expect(prompt("c 1000").hasPrefix("No later stop. `reverse-continue` runs back.\n"))
        #expect(prompt("break Add if at(").contains("EXPR"))
        #expect(prompt("info").split(separator: "\n").count == 1)
    }

    @Test func `A temporary breakpoint stops once`() throws {
        let prompt = try Prompt(seed: 2)
        let seqs = prompt.seqs { $0.type == "Add" }
        #expect(prompt("tbreak Add") == "Temporary breakpoint 1: Add")
        #expect(prompt("c").hasPrefix("Temporary breakpoint 1: Add\n"))
        #expect(prompt.session.at == seqs[0] && prompt.session.stops.isEmpty)
    }

    @Test func `What is set can be listed by kind, and be set again`() throws {
        let prompt = try Prompt(seed: 2)
        for line in ["break Add if at('/n') > 0", "tbreak Rename", "watch /n", "watch at('/n') = 2", "display /text"] {
            _ = prompt(line)
        }
        func count(_ what: String) -> Int { prompt("info \(what)").split(separator: "\n").count }
        #expect(["", "b", "breakpoints", "watch", "d"].map(count) == [5, 4, 4, 2, 1])
        #expect(prompt("info registers") == "No info registers.")
        #expect(prompt.settings == ["break Add if at('/n') > 0", "watch /n", "watch at('/n') = 2", "display /text"])
        let other = try Prompt(seed: 2)
        other.restore(prompt.settings + ["break Nope", "nonsense"])
        #expect(other.settings == prompt.settings)
        #expect(other.session.pointer == nil)
        #expect(other("when").hasSuffix("\n1: /text = \"start\""))
    }

    @Test(arguments: [("up", "why"), ("down", "finish"), ("run", "goto"), ("enable", "break"), ("contnue", "continue")])
    func `An unknown verb of gdb leads to the one that does it`(name: String, verb: String) throws {
        let prompt = try Prompt(seed: 2)
        let error = #expect(throws: CommandError.self) { try prompt.perform(name) }
        #expect(error?.message == "No verb \(name)." && error?.hint?.text.contains(verb) == true)
    }

    @Test func `Without a selected value, print shows the slices only`() throws {
        let prompt = try Prompt(seed: 2)
        _ = prompt("goto end")
        let slices = prompt("p")
        #expect(slices.split(separator: "\n").count == 6 && slices.hasSuffix(DebugText.shortState))
        #expect(prompt("p \"\"") != slices && !prompt("p").hasSuffix(DebugText.shortState))
        _ = prompt("p /n")
        #expect(Int(prompt("p")) != nil)
    }

    @Test func `Arguments that a verb does not take are refused`() throws {
        let prompt = try Prompt(seed: 2)
        for verb in DebugVerb.allCases where verb.argument.isEmpty {
            #expect(prompt("\(verb.rawValue) locals") == "\(verb.rawValue) takes no argument.")
        }
        #expect(prompt("w /n") == "Watch 1: /n")
        #expect(prompt("export state.json") == "state.json: a test is a Swift file.")
    }

    @Test func `A mistyped pointer does not become the selected one`() throws {
        let prompt = try Prompt(seed: 2)
        _ = prompt("print /n")
        for line in ["print /m", "watch /m", "display /m", "history /m"] {
            #expect(prompt(line).contains("/m"), "\(line)")
            #expect(prompt.session.pointer == ["n"], "\(line)")
        }
        #expect(prompt("print") == "0")
    }

    @Test func `Pointers are completed that the current state lacks`() throws {
        let prompt = try Prompt(seed: 2)
        let completion = DebugCompletion(session: prompt.session)
        #expect(completion.completions(of: "print /l") == ["print /list"])
        #expect(completion.completions(of: "break Re") == ["break Rename"])
        #expect(completion.completions(of: "@Re") == ["@Rename"])
        #expect(completion.completions(of: "history /list/").contains("history /list/0"))
    }
}
