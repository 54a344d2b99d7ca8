import Foundation
import Rewind
import RewindStore
import Subprocess
import TestSupport
import Testing

/// `debug` on sessions that are being recorded, are damaged, or ended by a crash.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct DebugRoughSessionTests {
    private struct Count: Action, Codable {
        var to: Int
    }

    private struct Counted: Codable {
        var n = 0
    }

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    // MARK: Being recorded

    /// Records 20 actions, 20 more when there is a file `more`, and ends when there is a file `end`.
    private static func record(into folder: String) throws {
        let recorder = try Recorder<Counted>(recordingTo: URL(fileURLWithPath: folder + "/a.rewind"))
        recorder.recordInitialState(Counted())
        for (first, file) in [(1, "/more"), (21, "/end")] {
            for number in first..<first + 20 { recorder.record(Count(to: number), resultingIn: Counted(n: number)) }
            while access(folder + file, F_OK) != 0 { usleep(10_000) }
        }
        recorder.close()
    }

    /// Runs `body` while a session is being recorded, after its first 20 actions.
    private func recording(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let path = folder.url.path
        async let recording: Void = OwnThreads.run { try Self.record(into: path) }
        defer {
            for name in ["more", "end"] { try? Data().write(to: folder.file(name)) }
        }
        try await Self.wait(in: folder, for: 20)
        try await body(folder)
        for name in ["more", "end"] { try folder.write(Data(), to: name) }
        try await recording
    }

    /// Waits until the tool sees `count` actions.
    private static func wait(in folder: TemporaryFolder, for count: Int) async throws {
        try await waitUntil {
            try await Tool.run("show", "a.rewind", "end", "/n", in: folder).output == "\(count)\n"
        }
    }

    @Test func `At the prompt, new actions appear with the next line, and only the end follows them`()
        async throws
    {
        try await recording { folder in
            let script = """
                waits() { while ! "$REWIND" show a.rewind end /n | grep -qx $1; do sleep 0.05; done; }
                { echo when; sleep 1; : > more; waits 40; echo when; echo 'goto 25'; echo 'print end /n'; sleep 0.2
                  : > end; sleep 1; echo when; echo 'goto end'; } | "$REWIND" debug a.rewind
                """
            let answer = try await Tool.shell(script, in: folder)
            #expect(answer.status == .exited(0) && answer.errors == "")
            let seqs = answer.output.matches(of: /(?m)^ +(\d+) [^\n]/).map { String($0.1) }
            #expect(seqs == ["20", "20", "40", "25", "25", "40"])
            #expect(answer.output.contains("print end /n\n40\n"))
        }
    }

    @Test(.enabled(if: Tmux.isThere)) func `The screen follows new actions at the end and stays elsewhere`()
        async throws
    {
        for isAtEnd in [true, false] {
            try await recording { folder in
                try await DebugScreenTests().debug(in: folder) { tmux in
                    try await tmux.wait { $0.contains(" 20 of 20") }
                    if !isAtEnd {
                        try await tmux.press("Up")
                        try await tmux.wait { $0.contains(" 19 of 20") }
                    }
                    try folder.write(Data(), to: "more")
                    try await tmux.wait {
                        $0.contains(isAtEnd ? " 40 of 40" : " 19 of 40") && $0.contains("40 actions")
                    }
                    try await tmux.press("End")
                    try await tmux.wait { $0.contains(" 40 of 40") && $0.contains("39 → 40") }
                    try await tmux.press("q")
                    try await tmux.wait { $0.contains("left with 0") }
                }
            }
        }
    }

    // MARK: Damaged

    private static let script = [
        "when", "list", "goto 12", "diff", "print /home", "rc", "watch /home/pageNumber", "rc", "c", "search a",
        "blame /home",
        "history /home/pageNumber", "goto 40", "action", "next 3", "screen", "branches", "goto start", "c", "step 20",
    ]

    /// Calls `body` with a copy of the demo in which some bytes were changed.
    private func damaged(_ seed: UInt64, _ body: (TemporaryFolder) async throws -> Void) async throws {
        try await DemoSession.copied { folder in
            var (bytes, random) = (try folder.read("a.rewind"), SplitMix64(seed: seed))
            for _ in 0..<(1 + random.below(12)) {
                // One in six is in the first page, which describes all others.
                let end = random.below(6) == 0 ? 4_096 : bytes.count
                bytes[random.below(end)] = UInt8(random.below(256))
            }
            try folder.write(bytes, to: "a.rewind")
            try await body(folder)
        }
    }

    @Test(arguments: Thoroughness.first(4, of: 0..<16 as Range<UInt64>)) func `A damaged session gives error messages`(
        seed: UInt64
    ) async throws {
        try await damaged(seed) { folder in
            try folder.write(Data(Self.script.map { $0 + "\n" }.joined().utf8), to: "script")
            let answer = try await Tool.shell("timeout 60 \"$REWIND\" debug a.rewind < script", in: folder)
            #expect([.exited(0), .exited(2)].contains(answer.status))
            for line in answer.errors.split(separator: "\n") {
                #expect(["Error: ", "Hint: ", "  rewind ", "Note: "].contains { line.hasPrefix($0) }, "\(line)")
            }
            #expect(answer.status == .exited(0) || answer.errors.contains("Error: "))
        }
    }

    @Test(.enabled(if: Tmux.isThere)) func `The screen shows an error in place of an unreadable value`() async throws {
        try await Counting.session { folder in
            var bytes = try folder.read("a.rewind")
            // The text of the patch of action 35.
            let patch = Data(#"{"op":"replace","path":"/n","value":35}"#.utf8)
            let range = try #require(bytes.range(of: patch))
            bytes.replaceSubrange(range, with: Data(repeating: UInt8(ascii: "x"), count: patch.count))
            try folder.write(bytes, to: "a.rewind")
            try await DebugScreenTests().debug(in: folder) { tmux in
                try await tmux.wait { $0.contains(" 40 of 40") }
                for _ in 0..<5 { try await tmux.press("Up") }
                try await tmux.wait {
                    $0.contains(" 35 of 40") && $0.contains("35  cannot be read") && $0.contains("  36  Count")
                        && $0.contains("rewind verify a.rewind")
                }
                try await tmux.press("2", "3", "4", "5", "1", "Home", "c", "n")
                try await tmux.wait { $0.contains(" 0 of 40") }
                try await tmux.press("q")
                try await tmux.wait { $0.contains("left with 0") }
            }
        }
    }

    // MARK: Crashed

    private func crashed(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let url = Self.repository.appendingPathComponent("Fixtures/sessions/crashed.rewind")
        try folder.write(try Data(contentsOf: url), to: "a.rewind")
        try await body(folder)
    }

    @Test func `A crashed session shows the action at fault and the last state`() async throws {
        try await crashed { folder in
            try folder.write(Data("when\nprint /articleDetail/articleDetail/id\nback\n".utf8), to: "script")
            let answer = try await Tool.shell("\"$REWIND\" debug a.rewind < script", in: folder)
            #expect(answer.status == .exited(0))
            #expect(
                answer.errors == """
                    Note: the app ended during action 30; showing the state at 29.

                    """
            )
            #expect(answer.output.hasPrefix("  ! 30  "))
            #expect(answer.output.contains("ArticleDetailStockersAction  (effect unknown)\n"))
            #expect(answer.output.contains("\n\"d1a35b26e723c00d94d9\"\n"))
            #expect(answer.output.contains("(rewind) back\n    29  "))
        }
    }

    @Test(.enabled(if: Tmux.isThere)) func `The screen's title reports a crash`() async throws {
        try await crashed { folder in
            try await DebugScreenTests().debug(columns: 100, in: folder) { tmux in
                try await tmux.wait { $0.contains(" 30 of 30  (unknown; showing the state at 29)") }
                try await tmux.wait {
                    $0.contains("crashed  ? keys") && $0.contains("Note: the app ended during action 30")
                }
                try await tmux.press("3")
                try await tmux.wait { $0.contains("Package traits, in one page") }
                try await tmux.press("q")
                try await tmux.wait { $0.contains("left with 0") }
            }
        }
    }
}
