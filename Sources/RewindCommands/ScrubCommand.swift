import ArgumentParser
import Foundation
import SessionFile
import StateTree

/// `rewind scrub`: secrets go, from everywhere in the file.
struct ScrubCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrub",
        abstract: "Take values out of a session for good, and prove that nothing of them is left in the file.",
        usage: "rewind scrub <file> (<pointer> ... | --matching <pattern>) [--json]",
        discussion: """
            The values at a POINTER are masked in every state, and the texts in them wherever else they are: in payloads, \
            errors, notes. --matching masks whatever a regular expression matches. The file is written anew; copies \
            of it elsewhere are not touched.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "POINTER: what to take out.")
    var pointers: [String] = []

    @Option(help: ArgumentHelp("A regular expression for what to take out.", valueName: "pattern"))
    var matching: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard pointers.isEmpty != (matching == nil) else {
            throw ValidationError("Give either POINTERs or --matching.")
        }
    }

    func run() throws {
        let target: SessionScrub.Target =
            if let matching { .pattern(matching) } else { .pointers(try pointers.map { try Pointer(argument: $0) }) }
        let work = LongWork()
        let report = try SessionScrub.run(session.url, target, step: work.tellingOfSession)
        work.end()
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("texts", .integer(Int64(report.texts))),
                    ("short_values", .integer(Int64(report.shortValues))),
                    ("names", .integer(Int64(report.names))),
                    ("actions", .integer(Int64(report.actions))),
                ]).text
            )
            return
        }
        Output.line("took out \(BriefText.count(report.texts, "text")), of which the file has nothing left")
        if report.shortValues > 0 {
            let values = BriefText.count(report.shortValues, "value")
            Output.message("Note: \(values) too short to be told from others went at the pointer only.")
        }
        if report.names > 0 {
            let texts = BriefText.count(report.names, "text")
            Output.message("Note: \(texts) also occur in names of members or types, which stay.")
        }
    }
}
