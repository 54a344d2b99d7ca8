import Foundation
import RewindSession
import RewindTree

/// The breakpoints, watches and displays of each session, kept from one run on a terminal to the next in a file of the
/// user: `$XDG_STATE_HOME/rewind/stops`, by default below `~/.local/state`. It is off where `DebugHistory` is.
struct DebugMemory {
    /// The maximum number of sessions that are remembered.
    static let mostSessions = 100

    private let file: URL?
    private let session: String

    init(of session: URL, in environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.session = session.standardizedFileURL.resolvingSymlinksInPath().path
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/state" }
        let isOff = environment["REWIND_HISTORY"]?.isEmpty == true
        file = isOff ? nil : state.map { URL(fileURLWithPath: $0 + "/rewind/stops") }
    }

    /// The lines that set what was set at the end of the last run.
    var lines: [String] {
        entries().last { $0.session == session }?.lines ?? []
    }

    /// Keeps the lines of this session, or forgets it if there are none. An error is ignored, as for the history.
    func keep(_ lines: [String]) {
        guard let file, lines != self.lines else { return }
        let others = entries().filter { $0.session != session }.suffix(Self.mostSessions - 1)
        let all = others + (lines.isEmpty ? [] : [(session, lines)])
        let text = all.map { session, lines in
            Tree(members: [
                ("session", .string(session)), ("lines", Tree(elements: lines.map { .string($0) })),
            ]).text + "\n"
        }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let target = NewFile(argument: file.resolvingSymlinksInPath().path)
        try? target.write(Array(text.joined().utf8), from: nil, overwrites: true)
    }

    /// Returns the sessions with their lines, the latest last; none if the file cannot be read.
    private func entries() -> [(session: String, lines: [String])] {
        guard let file, FileStatus(path: file.path)?.isRegular == true,
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            guard let tree = try? Tree(parsing: String(line)), let session = tree.child("session")?.string,
                case .array(let lines)? = tree.child("lines")
            else { return nil }
            return (session, lines.elements.compactMap(\.string))
        }
    }
}
