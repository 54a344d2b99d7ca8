import Testing

@testable import RewindTerminal

@Suite struct ProgressReporterTests {
    private final class Terminal {
        var texts: [String] = []
        var time: UInt64 = 0
        lazy var line = ProgressLine { [unowned self] in texts.append($0) }
    }

    @Test func `Progress is shown at most ten times a second and removed at the end`() throws {
        let terminal = Terminal()
        let work = ProgressReporter(showsProgress: true, line: terminal.line, now: { terminal.time })
        for number in 0..<1_000 {
            terminal.time = UInt64(number) * 1_000_000
            try work.step("at \(number)")
        }
        #expect(terminal.texts == (1...9).map { "\rat \($0 * 100)\u{1B}[K" })
        work.end()
        work.end()
        #expect(terminal.texts.count == 10)
        #expect(terminal.texts.last == "\r\u{1B}[K")
    }

    @Test(
        arguments: [
            (0, 100, 0, "checking: 0 %, 0 of 100"), (50, 200, 500_000_000, "checking: 25 %, 50 of 200"),
            (50, 200, 2_000_000_000, "checking: 25 %, 50 of 200, 6.00 s left"),
            (200, 200, 2_000_000_000, "checking: 100 %, 200 of 200, 0 µs left"),
            (7, 0, 2_000_000_000, "checking: 7"),
        ] as [(Int, Int, UInt64, String)]
    )
    func `Progress has the share that is done and the time left`(done: Int, total: Int, passed: UInt64, text: String) {
        #expect(ProgressReporter.text("checking", done: done, of: total, after: passed) == text)
    }

    @Test func `Work that visits actions shows its share in both directions, and the number of results`() throws {
        let terminal = Terminal()
        let work = ProgressReporter(showsProgress: true, line: terminal.line, now: { terminal.time })
        try work.step("searching", at: 10, of: 10...109)
        terminal.time = 1_000_000_000
        try work.step("searching", at: 60, of: 10...109, found: 3)
        terminal.time = 2_000_000_000
        try work.step("searching", at: 35, of: 10...109, isReversed: true, found: 4)
        #expect(
            terminal.texts == [
                "\rsearching: 50 %, 50 of 100, 3 found, 1.00 s left\u{1B}[K",
                "\rsearching: 74 %, 74 of 100, 4 found, 703 ms left\u{1B}[K",
            ]
        )
    }

    @Test func `The same text is shown once`() {
        let terminal = Terminal()
        for _ in 0..<3 { terminal.line.show("running for 1 s") }
        terminal.line.erase()
        terminal.line.show("running for 1 s")
        #expect(terminal.texts.count == 3)
    }

    @Test func `A hint follows the progress while it is set`() {
        let terminal = Terminal()
        terminal.line.setHint("Esc stops")
        terminal.line.show("at 1")
        terminal.line.setHint(nil)
        terminal.line.show("at 2")
        #expect(terminal.texts == ["\rat 1  (Esc stops)\u{1B}[K", "\rat 2\u{1B}[K"])
    }

    @Test func `Short work shows no progress`() throws {
        let terminal = Terminal()
        let work = ProgressReporter(showsProgress: true, line: terminal.line, now: { terminal.time })
        terminal.time = 99_999_999
        try work.step("soon")
        work.end()
        #expect(terminal.texts == [])
    }

    @Test func `Progress without a terminal is neither shown nor formatted`() throws {
        func text() -> String {
            Issue.record("made")
            return ""
        }
        let terminal = Terminal()
        let work = ProgressReporter(showsProgress: false, line: terminal.line, now: { terminal.time })
        terminal.time = 1_000_000_000
        try work.step(text())
        work.end()
        #expect(terminal.texts == [])
    }
}
