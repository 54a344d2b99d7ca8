import ArgumentParser
import Foundation
import RewindSession
import RewindTree

/// `rewind prune`: the oldest actions go.
struct PruneCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete the oldest actions.",
        discussion: """
            A session begins with a state that is stored whole, so --actions and --age keep up to 256 actions more than \
            asked for.
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("Keep the latest so many.", valueName: "count"))
    var actions: Int?

    @Option(help: ArgumentHelp("Keep as many as fit into so many bytes.", valueName: "count"))
    var bytes: Int?

    @Option(help: ArgumentHelp("Keep those that are no older, such as 90s, 30m, 12h or 7d.", valueName: "duration"))
    var age: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [actions != nil, bytes != nil, age != nil].filter({ $0 }).count == 1 else {
            throw ValidationError("Give one of --actions, --bytes and --age.")
        }
        if let age, Self.microseconds(age) == nil {
            throw ValidationError("\"\(age)\" is no duration: write 90s, 30m, 12h or 7d.")
        }
    }

    func run() throws {
        if let actions, actions < 1 { throw CommandError.countTooSmall(option: "--actions") }
        if let bytes, bytes < 1 { throw CommandError.countTooSmall(option: "--bytes") }
        let work = LongWork()
        let report = try SessionPruning.prune(
            session.url,
            keeping: Retention(maxActions: actions, maxBytes: bytes, maxAge: age.flatMap(Self.microseconds)),
            now: Int64(Date().timeIntervalSince1970 * 1_000_000),
            step: work.tellingOfSession
        )
        work.end()
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("pruned", .integer(Int64(report.actions))),
                    ("first", .integer(Int64(report.first))),
                    ("bytes_before", .integer(Int64(report.bytesBefore))),
                    ("bytes", .integer(Int64(report.bytesAfter))),
                ]).text
            )
            return
        }
        guard report.actions > 0 else { return Output.line("nothing pruned") }
        let actions = BriefText.count(report.actions, "action")
        let sizes = "\(report.bytesAfter) bytes instead of \(report.bytesBefore)"
        Output.line("pruned \(actions), up to \(report.first): \(sizes)")
    }

    /// The length of a duration; nil when the text is none.
    static func microseconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count >= 0 else {
            return nil
        }
        let (length, overflow) = count.multipliedReportingOverflow(by: unit * 1_000_000)
        return overflow ? nil : length
    }
}
