import ArgumentParser
import SessionFile
import StateTree
import Timeline

/// `rewind verify`: checks a whole session.
struct VerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the file, the hashes, that every patch leads to the next state, and the index.",
        discussion: "Exit status 2 when something is wrong."
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.open()
        let report = try SessionCheck.run(timeline.session)
        let findings = report.findings.map(FindingText.text)
        if output.json {
            Output.line(
                Tree(members: [
                    ("ok", .bool(findings.isEmpty)),
                    ("actions", .integer(Int64(report.actions))),
                    ("snapshots", .integer(Int64(report.snapshots))),
                    ("chunks", .integer(Int64(report.chunks))),
                    ("findings", Tree(elements: findings.map(Tree.string))),
                ]).text
            )
        } else if findings.isEmpty {
            Output.line("ok: \(report.actions) actions, \(report.snapshots) snapshots, \(report.chunks) chunks")
        } else {
            for finding in findings { Output.line(output.style.warning(finding)) }
        }
        if !findings.isEmpty { throw ExitCode(2) }
    }
}
