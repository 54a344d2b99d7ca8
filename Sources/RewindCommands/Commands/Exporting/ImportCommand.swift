import ArgumentParser
import Foundation
import RewindBridge
import RewindSession
import RewindTree

/// `rewind import`: writes a file of another tool as a session.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert an export of Redux DevTools, or a ReSwift recording, to a session.",
        usage: "rewind import <file> [--unmasked] [--output <file> [--force]]",
        discussion: """
            The file is detected by its contents: an export of Redux DevTools or of its browser extension, an array of \
            actions, or a recording.json of ReSwift-Recorder. The session is NAME.rewind in this folder by default.

            States that the file does not have are unknown, as after a crash; they are recovered if the tool has the app's \
            reducers. Passwords, tokens and cookies are masked, as in a recording.

              rewind import state.json
              rewind import recording.json -o app.rewind
            """
    )

    @Argument(help: "File to import", completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Keep passwords, tokens and cookies as they are in the file")
    var unmasked = false

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    private var url: URL { URL(fileURLWithPath: file) }

    private var target: NewFile {
        newFile.target ?? NewFile(argument: url.deletingPathExtension().lastPathComponent + ".rewind")
    }

    func validate() throws {
        if file.isEmpty { throw ValidationError.emptyImportPath }
    }

    func run() throws {
        guard let status = FileStatus(path: url.path) else { throw CommandError.noImportFile(path: file) }
        guard status.isRegular else { throw CommandError.importIsNoFile(path: file) }
        if (try? SessionProbe.check(url)) != nil { throw CommandError.importIsSession(path: file) }
        try target.check(from: url, overwrites: newFile.force, isSession: true)
        let session = try read()
        let work = ProgressReporter()
        let report = try target.make(from: url, overwrites: newFile.force) { draft in
            try SessionImport.run(
                session.lifted,
                from: session.form.rawValue,
                to: draft,
                time: status.modified / 1_000_000 * 1_000,
                masks: !unmasked
            ) { try work.step("writing", done: $0, of: session.lifted.staged.count) }
        }
        try output.print(ImportReport(report, form: session.form, target: target))
    }

    private func read() throws -> ForeignSession {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw SessionError.notPermitted(path: file)
        }
        do {
            return try ForeignSession(parsing: Array(data))
        } catch {
            throw CommandError(message: error.message(about: file), hint: Wording.importHint)
        }
    }
}

private struct ImportReport: CommandReport {
    private let report: SessionImport.Report
    private let form: ForeignSession.Form
    private let target: NewFile

    init(_ report: SessionImport.Report, form: ForeignSession.Form, target: NewFile) {
        self.report = report
        self.form = form
        self.target = target
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "file": target.path, "form": form.rawValue, "actions": report.actions,
            "unknown_states": report.unknownStates, "skipped": report.skipped, "left_out": report.leftOut,
            "initial_state": report.hasInitialState, "replaced": report.repairs.count,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        let article = form == .actions ? "an" : "a"
        var lines = ["\(target.path): \(BriefText.count(report.actions, "action")) of \(article) \(form.rawValue)"]
        if report.unknownStates > 0 {
            let states = BriefText.count(report.unknownStates, "state")
            lines.append("\(states) not in the file; a tool with the app's reducers recovers them")
        }
        if !report.hasInitialState { lines.append("the initial state is not in the file; null is in its place") }
        if report.skipped > 0 {
            lines.append("\(BriefText.count(report.skipped, "skipped action")) recorded as failed, without effect")
        }
        if report.leftOut > 0 {
            lines.append("\(BriefText.count(report.leftOut, "action")) left out, because no state contains the effect")
        }
        if report.repairs.count > 0 { lines.append("\(report.repairs)") }
        lines += ["\nTry next:", "  rewind log \(ShellWord.path(target.path))     list the actions"]
        return lines
    }
}
