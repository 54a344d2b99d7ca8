import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// `rewind ls`: lists the sessions of a folder.
struct LsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List the sessions in a folder, newest first.",
        usage: "rewind ls [<dir>] [-n <count>]",
        discussion: """
            Each *.rewind has a line: its start, duration, number of actions and app, and how it ended: live if it is \
            being recorded; suspended, crashed or unfinished if it was not closed. Nothing is changed: such a session that \
            was never opened has "?" actions. Unreadable files come last, with the reason.

              rewind ls
              rewind ls ~/Downloads -n 10
            """
    )

    @Argument(
        help: ArgumentHelp("Folder, or one session", valueName: "dir"),
        completion: .directory
    )
    var folder = "."

    @OptionGroup var limit: LimitOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError.emptyFolderPath }
    }

    func run() throws {
        let lines = try Self.files(in: folder).map(SessionLine.init).sorted { $0.comesBefore($1) }
        if lines.isEmpty { Output.note(.noSessions(folder: folder)) }
        let shown = lines.prefix(try limit.number ?? lines.count)
        let columns = SessionLine.Columns(of: shown)
        var printer = output.printer
        let style = output.style
        for line in shown { try printer.print(line, lines: [line.text(in: columns, style: style)]) }
    }

    /// Returns the paths of the sessions, as a shell would write them.
    static func files(in folder: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw SessionError.notFound(path: folder)
        }
        guard isFolder.boolValue else { return [folder] }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".rewind") }
            return names.map { folder == "." ? $0 : folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
        } catch {
            throw SessionError.notPermitted(path: folder)
        }
    }
}

/// The line of one session.
private struct SessionLine: Encodable {
    private let path: String
    private let summary: SessionSummary?
    /// The reason why the session cannot be read, without its path.
    private let problem: String?

    init(_ path: String) {
        self.path = path
        let url = URL(fileURLWithPath: path)
        do {
            (summary, problem) = (try SessionSummary(of: url), nil)
        } catch {
            let message = Wording.failure(for: error)?.message ?? "cannot be read."
            (summary, problem) = (nil, message.replacing("\(url.path) ", with: ""))
        }
    }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Returns true if it is listed before another one: the newest first, those without a start time last.
    func comesBefore(_ other: SessionLine) -> Bool {
        let (own, others) = (summary?.startedAt ?? .min, other.summary?.startedAt ?? .min)
        return own == others ? name < other.name : own > others
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["file": path, "problem": problem])
        guard let summary else { return }
        try encoder.encode([
            "session": summary.id, "app": summary.app, "app_version": summary.appVersion,
            "started_at": summary.startedAt, "ended_at": summary.endedAt, "actions": summary.actions,
            "ending": ["how": summary.how.rawValue],
        ])
    }

    // MARK: Text

    /// The widths of the columns, in cells.
    struct Columns {
        private static let leastName = 12

        fileprivate let name, date, actions, way: Int
        /// True unless the terminal is too narrow for them.
        fileprivate let showsDates: Bool
        fileprivate let width: Int?

        init(of lines: some Collection<SessionLine>, width: Int? = Output.terminalColumns) {
            self.width = width
            let most = lines.map { Cells.count(TerminalText.line($0.name)) }.max() ?? 0
            date = lines.map { $0.dateText.count }.max() ?? 0
            actions = lines.map { $0.actionsText.count }.max() ?? 0
            way = lines.map { $0.wayText.count }.max() ?? 0
            let others = 9 + actions + (way > 0 ? way + 2 : 0) + 4
            let left = (width ?? .max) - others
            showsDates = left >= Self.leastName + date + 2
            name = min(most, max(Self.leastName, left - (showsDates ? date + 2 : 0)))
        }
    }

    func text(in columns: Columns, style: TextStyle) -> String {
        let name = Cells.padded(Cells.cut(TerminalText.line(name), to: columns.name), to: columns.name)
        var line = style.strong(name)
        if let problem {
            line += "  " + style.warning(problem)
        } else if let summary {
            if columns.showsDates { line += "  \(Cells.padded(dateText, to: columns.date))" }
            line += "  \(Cells.padded(lengthText, to: 7, isRight: true))"
            line += "  \(Cells.padded(actionsText, to: columns.actions, isRight: true))"
            if columns.way > 0 { line += "  \(style.warning(Cells.padded(wayText, to: columns.way)))" }
            line += "  " + style.faint([summary.app, summary.appVersion].compactMap(\.self).joined(separator: " "))
        }
        return Cells.cut(line, to: columns.width)
    }

    private var dateText: String {
        summary?.startedAt.map(TimeText().dayAndMinute) ?? "?"
    }

    private var actionsText: String {
        guard let summary else { return "" }
        return summary.actions.map { BriefText.count($0, "action") } ?? "? actions"
    }

    private var wayText: String {
        summary.map { $0.how == .closed ? "" : $0.how.rawValue } ?? ""
    }

    private var lengthText: String {
        guard let start = summary?.startedAt, let end = summary?.endedAt, end >= start else { return "?" }
        let (length, isTooLong) = end.subtractingReportingOverflow(start)
        return isTooLong ? "?" : SpanText.words(length)
    }
}
