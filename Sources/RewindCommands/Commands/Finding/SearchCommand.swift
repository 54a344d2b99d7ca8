import ArgumentParser
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// `rewind search`: finds a text.
struct SearchCommand: AnsweringCommand, SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a text anywhere in a session.",
        usage: """
            rewind search [<file>] <text> [<from>..<to>] [--regex] [--places]
                          [--in <kind>] ... [-n <count>]
            """,
        discussion: """
            Searches types, payloads, errors and the values that actions wrote, and the names, inputs and outcomes of \
            effects; call sites only with --in origin. Case is ignored unless TEXT has a capital letter. Prints a line \
            for each action or effect, such as e12, with the best match and the number of others; --places and --json \
            print every match. Exit status 1 without a match.

              rewind search demo.rewind http_500
              rewind search demo.rewind stock 60..77 --places
              rewind search demo.rewind --regex 'http_[45]\\d\\d'
            """
    )

    static let tool = AssistantTool(
        Search.self,
        description: "Find a text in types, payloads, errors, written values and effects.",
        omitting: ["first"],
        adding: [.init(name: "places", kind: .flag, description: "Every match, not only the best of each action")]
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Text to search for", valueName: "text"), transform: NegativeNumber.restored)
    var givenText: String?

    @OptionGroup var range: RangeArgument

    @Flag(help: "Treat TEXT as a regular expression")
    var regex = false

    @Flag(help: "Print every match")
    var places = false

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Search only names of members, values, types of actions and names of effects, or call sites; repeatable",
            valueName: "kind"
        )
    )
    var kinds: [TextFind.Kind] = []

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if let first: String = session.passOn(isNeeded: givenText == nil) {
            if let givenText { range.targets.insert(TargetArgument(argument: givenText), at: 0) }
            givenText = first
        }
        guard let givenText else { throw ValidationError.missing("<text>") }
        if givenText.isEmpty { throw ValidationError.emptyText }
        try range.add([])
    }

    private var text: String { givenText ?? "" }

    func run() throws {
        let limit = try list.number ?? .max
        let range = try range.value
        let question = Search(text, from: range?.from, through: range?.to, isExpression: regex, in: kinds)
        let context = try Context(session.timeline(), output)
        let (session, timeline) = (context.session, context.timeline)
        let pattern = try question.pattern(in: session)
        var lines = FindLines(style: output.style, last: timeline.last, pattern: pattern)
        lines.lastEffect = try timeline.session.lastEffect()
        lines.branches = try session.branches()
        var printer = output.printer
        var count = 0
        let listsPlaces = places || output.json
        var finds = FindsOfAction()
        func printFinds() throws {
            guard let seq = finds.seq else { return }
            let type =
                if let id = finds.best?.effect {
                    try timeline.session.effect(id)?.effect.name ?? ""
                } else {
                    try seq > timeline.first ? timeline.session.type(of: seq) : "(first state)"
                }
            Output.line(lines.line(for: finds, type: type))
            finds = FindsOfAction()
        }
        var hasMore = false
        try question.forEachFind(of: pattern, in: session) { find in
            try Interruption.shared.check()
            let isNew = listsPlaces || !finds.includes(find)
            if isNew {
                try printFinds()
                hasMore = count == limit
                guard !hasMore else { return false }
                count += 1
            }
            if listsPlaces {
                try printer.print(Find(find, of: pattern, in: session), lines: [lines.line(for: find)])
            } else {
                finds.add(find, weight: lines.weight(of: find))
            }
            return true
        }
        try printFinds()
        try Interruption.shared.check()
        if hasMore { Output.note(.moreRows(limit: limit)) }
        guard count == 0 else { return }
        if regex { throw TimelineError.nothingMatches(text) }
        throw CommandError.textNotFound(text)
    }
}

extension TextFind.Kind: ExpressibleByArgument {}
