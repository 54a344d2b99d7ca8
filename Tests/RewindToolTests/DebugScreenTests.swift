import Foundation
import Subprocess
import TestSupport
import Testing

/// `debug` in a real terminal, provided by tmux.
@Suite(
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: Tmux.isThere, "Debian's package tmux is not installed.")
)
struct DebugScreenTests {
    /// Runs `debug` in a terminal of this size, and `body` with it.
    func debug(
        _ command: String = "\"$REWIND\" debug a.rewind",
        columns: Int = 80,
        rows: Int = 24,
        in folder: TemporaryFolder,
        _ body: (Tmux) async throws -> Void
    ) async throws {
        let tmux = Tmux(folder: folder)
        // Ctrl-C may signal the whole foreground process group, including the shell that runs the script.
        let script =
            "trap : INT; stty -g > before; \(command); echo \"left with $?\"; stty -g > after; echo is back; exec sleep 1000"
        try folder.write(Data(script.utf8), to: "run.sh")
        _ = try await tmux.call("new-session -d -x \(columns) -y \(rows) \"sh run.sh\"")
        do {
            try await body(tmux)
        } catch {
            let shown = (try? await tmux.shown()) ?? ""
            _ = try? await tmux.call("kill-server")
            Issue.record("\(error): \(shown)")
            return
        }
        _ = try? await tmux.call("kill-server")
    }

    /// Checks that the terminal is restored: its settings, and the previous screen.
    private func expectRestored(_ tmux: Tmux, _ folder: TemporaryFolder, status: String) async throws {
        try await tmux.wait { $0.contains("left with \(status)") && $0.contains("is back") }
        #expect(try folder.read("before") == folder.read("after"))
        let modes = try await tmux.call("display -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}'")
        #expect(modes == "0 1 0 1\n")
    }

    @Test func `Breakpoints and watches are kept until the session is debugged again`() async throws {
        try await Counting.session { folder in
            let command = "\"$REWIND\" debug a.rewind"
            let twice = "export REWIND_HISTORY=h XDG_STATE_HOME=$PWD/state; \(command); \(command) --prompt"
            try await debug(twice, in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                try await tmux.type(":break Rename")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("Breakpoint 1: Rename") }
                try await tmux.press("q")
                try await tmux.wait { $0.contains("(rewind)") }
                try await tmux.type("info")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("\nBreakpoint 1: Rename") }
                try await tmux.type("q")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("left with 0") }
            }
            #expect(try folder.read("state/rewind/stops").isEmpty == false)
        }
    }

    @Test func `The screen can step, search, watch in both directions, resize and quit`() async throws {
        try await Counting.session { folder in
            try await debug(in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40  a.rewind") && $0.contains("? keys") }
                try await tmux.press("Up", "Up")
                try await tmux.wait { $0.contains(" 38 of 40") && $0.contains("~ n  37 → 38") }
                try await tmux.press("Home")
                try await tmux.wait { $0.contains(" 0 of 40") }
                try await tmux.press("/")
                try await tmux.type("name 2")
                try await tmux.wait { $0.contains("/name 2") }
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains(" 30 of 40") && $0.contains("/name 2: at 30, 1 of 1") }
                try await tmux.press("w")
                try await tmux.type("at('/half') = 17")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains(" 34 of 40") }
                try await tmux.press("End", "N")
                try await tmux.wait { $0.contains(" 34 of 40") }
                try await tmux.press("n")
                try await tmux.wait { $0.contains("at 34, 1 of 1; search wrapped") }
                try await tmux.press("2")
                try await tmux.wait { $0.contains("▸ names  [3 items]") }
                _ = try await tmux.call("resize-window -x 120 -y 30")
                try await tmux.wait {
                    $0.split(separator: "\n").contains { $0.count > 90 } && $0.contains("names  [3 items]")
                }
                _ = try await tmux.call("resize-window -x 50 -y 12")
                try await tmux.wait { !$0.contains("names  [3 items]") && $0.contains(" 34 of 40") }
                try await tmux.press("q")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test(arguments: ["TERM", "HUP", "INT", "QUIT", "SEGV"]) func `A signal leaves the terminal as it was`(
        signal: String
    ) async throws {
        try await Counting.session { folder in
            let command = "sh -c 'echo $$ > pid; exec \"$REWIND\" debug a.rewind'"
            try await debug(command, in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                _ = try await Tool.shell("kill -\(signal) $(cat pid)", in: folder)
                let status = ["TERM": "143", "HUP": "129", "INT": "130", "QUIT": "131", "SEGV": "139"][signal] ?? ""
                try await expectRestored(tmux, folder, status: status)
            }
        }
    }

    @Test func `Ctrl-Z returns the terminal to the shell, and fg restores the screen`() async throws {
        try await Counting.session { folder in
            let command = "bash --norc -ic '\"$REWIND\" debug a.rewind; stty -g > stopped; fg'"
            try await debug(command, in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                try await tmux.press("Up")
                try await tmux.wait { $0.contains(" 39 of 40") }
                try await tmux.press("C-z")
                try await waitUntil { folder.exists("stopped") }
                try await tmux.wait { $0.contains(" 39 of 40") }
                try await tmux.press("Up")
                try await tmux.wait { $0.contains(" 38 of 40") }
                try await tmux.press("q")
                try await expectRestored(tmux, folder, status: "0")
                #expect(try folder.read("before") == folder.read("stopped"))
            }
        }
    }

    @Test(arguments: ["C-c", "Escape"]) func `A search can be interrupted, and the screen stays where it was`(
        key: String
    ) async throws {
        try await Counting.session { folder in
            try await debug(in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                try await tmux.press("Home", "w")
                try await tmux.type(
                    "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n)"
                )
                try await tmux.press("Enter")
                try await Task.sleep(for: .milliseconds(700))
                // Keys typed for the interrupted work are discarded; an arrow key begins with Esc, too.
                try await tmux.press("Down", "Down")
                try await Task.sleep(for: .milliseconds(100))
                try await tmux.press(key)
                try await tmux.wait {
                    $0.contains("Interrupted.") && $0.contains(" 0 of 40")
                        && $0.contains("↑↓ step")
                }
                try await tmux.press("Down")
                try await tmux.wait { $0.contains(" 1 of 40") }
                // Ctrl-C may come too late to interrupt the work: it does not quit.
                try await tmux.press("C-c", "Down")
                try await tmux.wait { $0.contains(" 2 of 40") }
                try await tmux.press("q")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test func `An open screen lets other processes write, and shows what they wrote`() async throws {
        try await Counting.session { folder in
            try await debug(in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                #expect(try await Tool.run("bookmark", "a.rewind", "here", "39", in: folder).status == .exited(0))
                try await tmux.wait { $0.contains("(:here)") }
                try await tmux.press("Up")
                try await tmux.wait { $0.contains(" 39 of 40  (:here)") }
                try await tmux.press("q")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test func `A value is copied to the clipboard of the terminal`() async throws {
        try await Counting.session { folder in
            try await debug(in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                _ = try await tmux.call("set -s set-clipboard on")
                try await tmux.press(":")
                try await tmux.type("print /names/3")
                try await tmux.press("Enter", "y")
                try await tmux.wait { $0.contains("Copied the value of /names/3") }
                #expect(try await tmux.call("show-buffer") == "name 3")
                try await tmux.press("q")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test func `At the prompt, a line can be edited, completed and recalled`() async throws {
        try await Counting.session { folder in
            try await debug("\"$REWIND\" debug a.rewind --prompt", in: folder) { tmux in
                try await tmux.wait { $0.contains("\n(rewind)") }
                try await tmux.type("got")
                try await tmux.press("Tab")
                try await tmux.type("12")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("(rewind) goto 12\n") && $0.contains("    12  ") }
                try await tmux.press("Up", "BSpace")
                try await tmux.type("3")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("(rewind) goto 13\n") && $0.contains("    13  ") }
                try await tmux.press("C-d")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test func `At the prompt, lines typed ahead are echoed, each with its answer`() async throws {
        try await Counting.session { folder in
            let command = "sh -c 'echo $$ > pid; exec \"$REWIND\" debug a.rewind --prompt'"
            try await debug(command, in: folder) { tmux in
                try await tmux.wait { $0.contains("\n(rewind)") }
                _ = try await Tool.shell("kill -STOP $(cat pid)", in: folder)
                try await tmux.type("goto 12")
                try await tmux.press("Enter")
                try await tmux.type("goto 14")
                try await tmux.press("Up", "BSpace", "5", "Enter")
                _ = try await Tool.shell("kill -CONT $(cat pid)", in: folder)
                try await tmux.wait {
                    $0.contains(/\(rewind\) goto 12\n +12  .*\n\(rewind\) goto 15\n +15  .*\n\(rewind\)/)
                }
                try await tmux.press("C-d")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }

    @Test func `A dumb terminal gets the prompt`() async throws {
        try await Counting.session { folder in
            try await debug("TERM=dumb \"$REWIND\" debug a.rewind", in: folder) { tmux in
                try await tmux.wait { $0.contains("(rewind)") }
                try await tmux.type("back 2")
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("    38  ") }
                try await tmux.press("C-d")
                try await expectRestored(tmux, folder, status: "0")
            }
        }
    }
}

/// A terminal in which tests type and read, with a separate tmux server.
struct Tmux: Sendable {
    /// True if tmux is available, or if `REWIND_TMUX` requires it.
    static let isThere =
        ProcessInfo.processInfo.environment["REWIND_TMUX"] != nil
        || (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }

    let folder: TemporaryFolder

    /// Runs a tmux command. Returns its output.
    func call(_ arguments: String) async throws -> String {
        let answer = try await Tool.shell(
            "unset TMUX; LC_ALL=C.UTF-8 tmux -f /dev/null -S socket \(arguments)",
            in: folder
        )
        guard answer.status == .exited(0) else { throw Failure(text: answer.errors) }
        return answer.output
    }

    struct Failure: Error {
        let text: String
    }

    /// Returns the text on the terminal.
    func shown() async throws -> String { try await call("capture-pane -p") }

    func press(_ keys: String...) async throws {
        _ = try await call("send-keys \(keys.map { "'\($0)'" }.joined(separator: " "))")
    }

    /// Types a text, letter by letter.
    func type(_ text: String) async throws {
        _ = try await call("send-keys -l '\(text.replacing("'", with: "'\\''"))'")
    }

    /// Waits until the terminal shows something.
    func wait(until condition: (String) -> Bool) async throws {
        try await waitUntil { try await condition(shown()) }
    }
}
