import Foundation
import Rewind
import Subprocess
import TestSupport
import Testing

@testable import RewindCommands

/// The keys of `debug` in a real terminal, while an app records into the session and another debugger has it open.
@Suite(
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: Tmux.isThere, "Debian's package tmux is not installed.")
)
struct DebugKeyTests {
    private struct Count: Codable {
        var by = 1
    }

    private struct Rename: Codable {
        var to: String
    }

    private struct Counted: Codable {
        var n = 0
        var name = "nothing"
        var text = String(repeating: "A text that never changes. ", count: 20)
    }

    /// Keys as tmux names them, a line to type after them, and a text on the screen afterward. A number is the position,
    /// and "end" the last one.
    private struct Step {
        let keys: [String]
        let line: String?
        let text: String

        init(_ keys: String..., typing line: String? = nil, shows text: String) {
            (self.keys, self.line, self.text) = (keys, line, text)
        }

        func isDone(_ screen: String) -> Bool {
            if text == "end" { return DebugKeyTests.isAtEnd(screen) }
            return Int(text) == nil ? screen.contains(text) : screen.hasPrefix(" \(text) of ")
        }
    }

    /// The number of actions before the debuggers start.
    private static let countBefore = 1_000

    /// Each line depends on the ones before it. Every tenth action is a Rename, all others change /n.
    private static let steps = [
        Step("g", shows: "0"), Step("G", shows: "end"), Step("Home", shows: "0"), Step("Down", shows: "1"),
        Step("j", shows: "2"), Step("k", shows: "1"),
        Step("Up", shows: "0"), Step("Right", shows: "1"), Step("Left", shows: "0"), Step("S-Right", shows: "1"),
        Step("S-Left", shows: "0"), Step("NPage", "PPage", shows: "0"), Step("Right", shows: "1"),
        Step("u", shows: "0"), Step("U", shows: "1"), Step("Home", shows: "0"),
        Step("/", typing: "Rename", shows: "/Rename: at 10"), Step("n", shows: "20"), Step("N", shows: "10"),
        Step("w", typing: "/n", shows: "Watch 1: /n: at 11"), Step("c", shows: "12"), Step("C", shows: "11"),
        Step("]", shows: "12"), Step("[", shows: "11"),
        Step("2", shows: "2 State"), Step("2", shows: "↑↓ select"), Step("Enter", shows: "/n = 10"),
        Step("Tab", shows: "↑↓ step"), Step("Tab", shows: "↑↓ select"), Step("y", shows: "Copied the value of /n"),
        Step("Y", shows: "Copied the pointer /n"), Step("Down", "Down", "L", shows: "never changes"),
        Step("Enter", shows: "Esc closes"), Step("Escape", shows: "↑↓ select"), Step("H", "z", shows: "↑↓ select"),
        Step("z", "Tab", "<", shows: "↑↓ step"), Step(">", "1", shows: "~ /n  9 → 10"),
        Step("3", shows: "This tool cannot draw"), Step("4", shows: "action 11  DebugKeyTests.Count"),
        Step("5", shows: "│ /text"), Step("h", shows: "↑↓ scroll"), Step("h", "1", shows: "↑↓ step"),
        Step("f", shows: "Count is hidden, except"), Step("Right", shows: "20"), Step("F", "Left", shows: "19"),
        Step("&", typing: "Ren", shows: "filtered"), Step("&", typing: "", shows: "19"),
        Step(".", shows: "Noise is shown"), Step(".", shows: "Noise is folded"),
        Step("B", shows: "Enter goes to its end"), Step("Escape", shows: "↑↓ step"),
        Step(":", typing: "12", shows: "12"), Step("b", typing: "here", shows: "The app recording "),
        Step("d", typing: "Nope", shows: "The app recording "),
        Step("m", shows: "The test starts with action 12"), Step("e", shows: "export to a12Tests.swift"),
        Step("Escape", shows: "↑↓ step"), Step("?", shows: "Keys  Esc closes"), Step("Escape", shows: "↑↓ step"),
        Step("End", shows: "end"),
    ]

    @Test func `All keys of the help are tried`() {
        let tried = Set(Self.steps.flatMap(\.keys)).union(["q"])
        let names = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "PgUp": "PPage", "PgDn": "NPage"]
        for name in DebugKey.all.flatMap({ $0.name.split(separator: " ").map(String.init) }) where name != "…" {
            let isShift = name == "Shift" && tried.contains("S-Right")
            #expect(isShift || tried.contains(names[name] ?? name), "\(name)")
        }
    }

    @Test(arguments: Thoroughness.first(2, of: [(80, 24), (160, 50), (120, 40)]))
    func `Every key works beside an app that records and another debugger`(columns: Int, rows: Int) async throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder<Counted>(recordingTo: folder.session())
        recorder.recordInitialState(Counted())
        let app = Task {
            var (state, number) = (Counted(), 0)
            while !Task.isCancelled {
                number += 1
                if number % 10 == 0 {
                    state.name = "name \(number)"
                    recorder.record(Rename(to: state.name), resultingIn: state)
                } else {
                    state.n += 1
                    recorder.record(Count(), resultingIn: state)
                }
                // The first actions are there before the debuggers start, so that numbers keep their width.
                if number == Self.countBefore { recorder.flush(atMost: .seconds(60)) }
                if number >= Self.countBefore { try? await Task.sleep(for: .milliseconds(20)) }
            }
        }
        defer { app.cancel() }
        try await waitUntil { recorder.dispatchedCount > Self.countBefore }
        let tmux = Tmux(folder: folder)
        try folder.write(Data("\"$REWIND\" debug a.rewind; echo left with $?; exec sleep 1000".utf8), to: "run.sh")
        _ = try await tmux.call("new-session -d -x \(columns) -y \(rows) \"sh run.sh\"")
        _ = try await tmux.call("new-window -d \"sh run.sh\"")
        do {
            try await tryKeys(tmux, recorder)
        } catch {
            Issue.record("\(error): \((try? await tmux.shown()) ?? "")")
        }
        _ = try? await tmux.call("kill-server")
        app.cancel()
        await app.value
        recorder.close()
        #expect(recorder.droppedCount == 0)
        let verified = try await Tool.run("verify", "a.rewind", in: folder)
        #expect(verified.output.hasPrefix("ok: \(recorder.dispatchedCount) actions, "), "\(verified.output)")
    }

    private func tryKeys(_ tmux: Tmux, _ recorder: Recorder<Counted>) async throws {
        try await tmux.wait { Self.isAtEnd($0) && $0.contains("? keys") }
        for step in Self.steps {
            try await tmux.press(step.keys.joined(separator: "' '"))
            if let line = step.line {
                try await tmux.type(line)
                try await tmux.press("Enter")
            }
            do {
                try await tmux.wait(until: step.isDone)
            } catch {
                throw Tmux.Failure(text: "\(step.keys) \(step.line ?? "") did not show \(step.text)")
            }
        }
        try await tmux.wait(until: Self.isAtEnd)
        // What others write changes numbers only.
        try await tmux.press("g")
        try await tmux.wait { $0.hasPrefix(" 0 of ") && $0.contains("↑↓ step") }
        let (before, count) = (try await tmux.shown(), recorder.dispatchedCount)
        try await waitUntil { recorder.dispatchedCount > count + 40 }
        recorder.flush(atMost: .seconds(60))
        try await tmux.wait { (Self.last(of: $0) ?? 0) > count + 20 }
        let after = try await tmux.shown()
        #expect(Self.withoutNumbers(after) == Self.withoutNumbers(before))
        // The other debugger has followed all the time.
        _ = try await tmux.call("select-window -t 1")
        try await tmux.wait { Self.isAtEnd($0) && (Self.last(of: $0) ?? 0) > count + 20 }
        try await tmux.press("Home")
        try await tmux.wait { $0.hasPrefix(" 0 of ") && $0.contains("(first state)") && $0.contains("? keys") }
        for window in 0...1 {
            _ = try await tmux.call("select-window -t \(window)")
            try await tmux.press("q")
            try await tmux.wait { $0.contains("left with 0") }
        }
    }

    private static func isAtEnd(_ screen: String) -> Bool {
        screen.firstMatch(of: #/^ (\d+) of (\d+) /#).map { $0.1 == $0.2 } ?? false
    }

    /// Returns the last action as the title shows it.
    private static func last(of screen: String) -> Int? {
        screen.firstMatch(of: #/^ \d+ of (\d+) /#).flatMap { Int($0.1) }
    }

    private static func withoutNumbers(_ screen: String) -> String {
        screen.replacing(#/\d+/#, with: "#").replacing(#/ +/#, with: " ")
    }
}
