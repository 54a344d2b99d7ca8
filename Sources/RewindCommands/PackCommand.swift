import ArgumentParser
import Foundation
import SessionFile
import StateTree

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
}
