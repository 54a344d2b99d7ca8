import ArgumentParser
import Foundation
import RewindSession
import RewindTree

/// `rewind pack`: the same session in less room.
struct PackCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Write a smaller file that holds the same session.",
        discussion: "Every command reads it. The session itself stays as it is."
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("The file to make.", valueName: "file"))
    var output: String

    @Flag(help: "Write a packed session as its recorder had written it.")
    var unpack = false

    @OptionGroup var options: OutputOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("The path of the output file is empty.") }
    }

    func run() throws {
        let target = URL(fileURLWithPath: output)
        let work = LongWork()
        let report = try SessionPacking.write(
            session.url,
            to: target,
            as: unpack ? .plain : .packed,
            step: work.tellingOfSession
        )
        work.end()
        defer { if let note = note(on: report) { Output.message("Note: \(note)") } }
        guard !options.json else {
            Output.line(
                Tree(members: [
                    ("output", .string(target.path)),
                    ("actions", .integer(Int64(report.actions))),
                    ("bytes_before", .integer(Int64(report.bytesBefore))),
                    ("bytes", .integer(Int64(report.bytesAfter))),
                ]).text
            )
            return
        }
        let each = report.actions > 0 ? ", \(report.bytesAfter / report.actions) an action" : ""
        Output.line("\(output): \(report.bytesAfter) bytes instead of \(report.bytesBefore)\(each)")
    }

    /// What may not be expected.
    private func note(on report: SessionPacking.Report) -> String? {
        switch (report.formBefore, unpack) {
        case (.plain, true): "the session was not packed, and this is a copy of it."
        case (.packed, false): "the session was packed already, and this is a copy of it."
        case (.plain, false) where report.bytesAfter >= report.bytesBefore:
            "packing made it no smaller: its actions have too little in common."
        case (.plain, false), (.packed, true): nil
        }
    }
}
