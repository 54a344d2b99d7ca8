#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// `rewind screen`: prints the app's screen.
struct ScreenCommand: QuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Print the app's screen, or two side by side.",
        usage: "rewind screen [<file>] [<ref> [<ref>] | <ref>..<ref>] [--full]",
        discussion: """
            The screen is drawn from the state alone; the cursor does not move. Of two screens, ≠ marks the lines \
            that differ.

              rewind screen demo.rewind 63
              rewind screen demo.rewind 63~1 63
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("One or two REFs; the cursor by default", valueName: "ref"))
    var targets: [TargetArgument] = []

    @Flag(help: "Print all lines of a screen that is taller than the terminal")
    var full = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try chosen
    }

    private var chosen: Targets {
        get throws {
            try Targets(targets, references: 2, takesRange: true, takesPointer: false, orThrow: .twoReferences)
        }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let range = try chosen.range?.value
        let timeline = context.timeline
        var seqs =
            try range.map {
                [try $0.from.map(timeline.seq) ?? timeline.first, try $0.to.map(timeline.seq) ?? timeline.last]
            }
            ?? chosen.references.map { try timeline.seq($0) }
        let isHere = seqs.isEmpty
        if isHere { seqs = [try context.seq(nil)] }
        let screens = try seqs.map { seq in
            try timeline.know(seq)
            guard let screen = RegisteredApp.current?.screen(try timeline.state(at: seq)) else {
                let isDrawn = try RegisteredApp.current?.screen(timeline.state(at: timeline.last)) != nil
                throw isDrawn ? CommandError.noScreen(seq: seq) : CommandError.noScreens
            }
            return Screen(seq: seq, screen: screen)
        }
        if let second = screens.dropFirst().first {
            try context.print(ScreenPair(a: screens[0], b: second, isFull: full))
        } else {
            try context.print(ScreenReport(screen: screens[0], isFull: full))
        }
        if isHere { context.noteCursor(at: seqs[0]) }
    }
}

private struct Screen: Encodable {
    let seq: Int
    let screen: String
}

private struct ScreenReport: Report {
    let screen: Screen
    let isFull: Bool

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["screens": [screen]])
    }

    func lines(style: Style) -> [String] {
        let text = TerminalText.lines(screen.screen)
        return [isFull ? text : CursorReport.fitting(text, style: style)]
    }
}

/// Two screens side by side.
private struct ScreenPair: Report {
    let a, b: Screen
    let isFull: Bool

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["screens": [a, b]])
    }

    func lines(style: Style) -> [String] {
        let (left, right) = (Self.rows(of: a), Self.rows(of: b))
        let width = Output.terminalColumns.map { ($0 - 3) / 2 } ?? left.map(Cells.count).max() ?? 0
        let rows = (0..<max(left.count, right.count)).map { index in
            let (first, second) = (index < left.count ? left[index] : "", index < right.count ? right[index] : "")
            let mark = first == second ? style.faint("│") : style.strong("≠")
            let end = Output.terminalColumns.map { _ in Cells.cut(second, to: width) } ?? second
            return "\(Cells.padded(Cells.cut(first, to: width), to: width)) \(mark) \(end)".trimmed
        }
        let heads = [a, b].map { Cells.padded(Cells.cut("at \($0.seq)", to: width), to: width) }
        let head = style.strong(heads.joined(separator: "   ").trimmed)
        let text = rows.joined(separator: "\n")
        return [head, isFull ? text : CursorReport.fitting(text, style: style)]
    }

    private static func rows(of screen: Screen) -> [String] {
        TerminalText.lines(screen.screen).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

#endif
