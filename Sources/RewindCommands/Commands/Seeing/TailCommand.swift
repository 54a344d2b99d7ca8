#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// `rewind tail`: the log of a session while it is recorded.
struct TailCommand: SessionCommand {
    /// Seconds between two looks at the session.
    private static let interval = 0.1
    /// For how many looks in a row the session may be unreadable, as it can be while its recorder closes it.
    private static let patience = 20

    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Follow a session that another process is recording.",
        discussion: """
            It prints the lines of log as they come, and ends with the recording, or at Ctrl-C.

              rewind tail live.rewind
              rewind tail live.rewind --json
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(name: .short, help: ArgumentHelp("How many actions to begin with.", valueName: "count"))
    var n: Count = 10

    @OptionGroup var output: OutputOptions

    func run() throws {
        let n = try n.number(for: "-n", least: 0)
        let interruption = Interruption.shared
        var monitor = SessionMonitor(of: session.url)
        var recorder = try monitor.recorder()
        _ = monitor.hasChanged()
        let timeline = try session.timeline()
        var last = max(timeline.first, timeline.last - n)
        try printActions(of: timeline, after: &last)
        guard timeline.session.isLive else {
            return tell(of: recorder, isFirst: true)
        }
        var failures = 0
        while !interruption.wait(seconds: Self.interval) {
            recorder = try monitor.recorder()
            guard recorder != .atWork || monitor.hasChanged() || failures > 0 else { continue }
            do {
                try printActions(of: Timeline(opening: session.url), after: &last)
                failures = 0
            } catch let error as SessionError {
                failures += 1
                guard failures < Self.patience else { throw error }
                continue
            }
            if recorder != .atWork { return tell(of: recorder, isFirst: false) }
        }
    }

    /// Prints what came after `last`, and lets go of the session: who reads it keeps its recorder from making it one
    /// plain file.
    private func printActions(of timeline: Timeline, after last: inout Int) throws {
        defer { timeline.session.close() }
        let lines = LogLines(
            style: output.style,
            // While it is recorded, the cursor is the app's.
            cursor: -1,
            last: timeline.last,
            columns: .init(width: Output.terminalColumns, typeWidth: try timeline.session.longestTypeName())
        )
        var printer = output.printer
        try timeline.session.forEachAction(ActionFilter(after: last)) { record in
            if Interruption.shared.isRequested { return false }
            try printer.print(ActionEntry(record), lines: [lines.line(for: record)])
            last = record.seq
            return true
        }
        try Output.finish()
    }

    private func tell(of recorder: SessionMonitor.Recorder, isFirst: Bool) {
        switch recorder {
        case .atWork: break
        case .done: Output.note(isFirst ? .nobodyRecords(file: session.file) : .recordingEnded)
        case .gone: Output.note(.recorderGone)
        }
    }
}

#endif
