import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// Runs the debugger's verbs and prints the results as lines.
final class DebugCommands {
    /// The result of a line for the loop that reads lines.
    enum Effect {
        case done
        case quit
    }

    let session: DebugSession
    private let style: TextStyle
    /// The terminal width in cells; nil if lines may have any length.
    private let width: Int?
    private let write: (String) -> Void
    /// True while nothing is printed.
    private var isSilent = false
    private let arguments: DebugArguments
    private let questions: DebugQuestions
    private let changes: DebugChanges
    private var displays: [(number: Int, pointer: Pointer)] = []
    /// The text of the last search.
    private var text = ""

    private var timeline: Timeline { session.timeline }

    init(_ session: DebugSession, style: TextStyle, width: Int?, write: @escaping (String) -> Void) {
        self.session = session
        self.style = style
        self.width = width
        self.write = write
        arguments = DebugArguments(session: session)
        questions = DebugQuestions(session: session, arguments: arguments, style: style, write: write)
        changes = DebugChanges(session: session, arguments: arguments, style: style, write: write)
    }

    /// Runs a line: a verb with arguments, or a REF to go to.
    ///
    /// - Throws: An error with a message in `Wording`; `CancellationError` at Ctrl-C.
    func perform(_ line: String) throws -> Effect {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { return .done }
        let slash = line.first.map { "/?".contains($0) } ?? false
        let name = slash ? String(line.prefix(1)) : String(line.prefix { !$0.isWhitespace })
        let rest = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
        guard let verb = DebugVerb(named: name) else {
            // A REF alone moves there.
            if rest.isEmpty, let reference = try? PointInTime(parsing: name) {
                try go(to: timeline.seq(of: reference))
                return .done
            }
            throw CommandError.noSuchVerb(name)
        }
        if verb.argument.isEmpty, !rest.isEmpty { throw CommandError.noArgument(of: verb) }
        if verb == .quit { return .quit }
        try perform(verb, rest, ProgressReporter())
        return .done
    }

    private func perform(_ verb: DebugVerb, _ rest: String, _ work: ProgressReporter) throws {
        switch verb {
        case .step: try step(.forward, rest)
        case .back: try step(.back, rest)
        case .next: try next(.forward, rest, work)
        case .reverseNext: try next(.back, rest, work)
        case .continue: try run(.forward, rest, work)
        case .reverseContinue: try run(.back, rest, work)
        case .finish: try finish()
        case .goto: try go(to: arguments.seq(rest))
        case .undo: try retrace(-arguments.count(rest))
        case .redo: try retrace(arguments.count(rest))
        case .when: try printCurrent()
        case .list: try questions.list(rest)
        case .action: try questions.ask(ShowCommand.self, rest, "--action")
        case .diff: try questions.ask(DiffCommand.self, rest)
        case .print: try questions.print(rest)
        case .screen: try questions.ask(ScreenCommand.self, rest)
        case .why: try questions.ask(WhyCommand.self, rest)
        case .blame: try questions.blame(rest)
        case .history: try questions.history(rest)
        case .watch: try watch(rest, work)
        case .break: try breakAt(rest, work)
        case .tbreak: try breakAt(rest, work, isTemporary: true)
        case .delete: try delete(rest)
        case .info: try info(rest)
        case .display: try display(rest)
        case .undisplay: try undisplay(rest)
        case .search: try search(rest, .forward, work)
        case .reverseSearch: try search(rest, .back, work)
        case .bookmark: try changes.bookmark(rest)
        case .branches: for branch in try DebugBranch.all(of: session) { write(branch.line(style: style)) }
        case .dispatch: try go(to: changes.dispatch(rest))
        case .export: try changes.export(rest, work)
        case .help: try help(rest)
        case .quit: break
        }
    }

    /// Prints the current action's log line and the displays.
    func printCurrent() throws {
        write(try DebugText.line(at: session.at, in: timeline, style: style, width: width))
        for (number, pointer) in displays { try printDisplay(number, pointer) }
    }

    // MARK: Moving

    private func go(to seq: Int) throws {
        try session.go(to: seq)
        try printCurrent()
    }

    private func step(_ direction: DebugSession.Direction, _ text: String) throws {
        let count = try arguments.count(text)
        if try session.step(direction, count) < count { write(DebugText.noMoreHistory) }
        try printCurrent()
    }

    private func next(_ direction: DebugSession.Direction, _ text: String, _ work: ProgressReporter) throws {
        for _ in 0..<(try arguments.count(text)) {
            guard let seq = try DebugSearch(session, work).nextOfNote(direction) else {
                write(DebugText.noMoreHistory)
                break
            }
            try session.go(to: seq)
        }
        try printCurrent()
    }

    private func retrace(_ steps: Int) throws {
        guard try session.retrace(steps) else { throw CommandError.noMoreMoves(isUndo: steps < 0) }
        try printCurrent()
    }

    private func run(_ direction: DebugSession.Direction, _ text: String, _ work: ProgressReporter) throws {
        var last: DebugHit?
        for _ in 0..<(try arguments.count(text)) {
            guard let hit = try DebugSearch(session, work).nextHit(direction, of: session.stops) else {
                let other = direction == .forward ? DebugVerb.reverseContinue : .continue
                write(session.stops.isEmpty ? DebugText.noMoreHistory : DebugText.noStop(direction, other.rawValue))
                _ = try session.step(direction, .max)
                return try printCurrent()
            }
            try session.go(to: hit.seq)
            session.hit(hit)
            last = hit
        }
        for stop in last?.stops ?? [] { try printHit(of: stop) }
        try printCurrent()
    }

    /// Prints the stop that was hit; for a watched value, also the old and the new value.
    private func printHit(of stop: DebugStop) throws {
        printStop(stop)
        if case .effect(let glob) = stop.kind { try printEffects(named: glob) }
        guard case .value(let pointer) = stop.kind, session.at > timeline.first else { return }
        let (old, new) = (
            try timeline.value(at: try timeline.parent(of: session.at), pointer),
            try timeline.value(at: session.at, pointer)
        )
        let (before, after) = BriefText.pair(old, new)
        write("  \(style.removed(before)) → \(style.added(after))")
    }

    /// The maximum number of effects printed at a breakpoint.
    private static let mostEffects = 8

    /// Prints the effects that begin or end here.
    private func printEffects(named glob: String) throws {
        let rows = try timeline.session.effects(named: glob, at: session.at, limit: Self.mostEffects)
        printMoments(of: rows.map { RecordedEffect($0) })
    }

    private func printMoments(of effects: [RecordedEffect]) {
        let moments = effects.map(moment)
        let lines = zip(effects, moments).map { effect, moment in
            EventLines.Line(
                reference: RecordedCause.effect(effect.id).reference,
                name: effect.name,
                time: moment,
                event: .effect(effect)
            )
        }
        EventLines(style: style, width: width).lines(lines).forEach(write)
    }

    private func moment(of effect: RecordedEffect) -> String {
        guard effect.ended == session.at else { return "begins" }
        return effect.began == session.at ? "begins, ends" : "ends"
    }

    /// Goes to the end of the nearest effect in which the current action was dispatched and that has not ended here.
    private func finish() throws {
        guard session.at > timeline.first else { throw TimelineError.noActionLed(to: session.at) }
        var ended: RecordedEffect?
        for case .effect(let id) in try timeline.session.causes(of: .action(session.at)).links {
            guard let effect = try timeline.session.effect(id).map({ RecordedEffect($0) }) else { break }
            guard let end = effect.ended else { return write(DebugText.neverEnds(id)) }
            ended = ended ?? effect
            guard end > session.at else { continue }
            try session.go(to: end)
            printMoments(of: [effect])
            return try printCurrent()
        }
        write(ended.map { DebugText.hasEnded($0.id) } ?? DebugText.noEffect(at: session.at))
    }

    private func search(_ text: String, _ direction: DebugSession.Direction, _ work: ProgressReporter) throws {
        if !text.isEmpty { self.text = text }
        guard !self.text.isEmpty else { throw CommandError.missing("a TEXT", of: .search) }
        let start = session.at
        guard let find = try DebugSearch(session, work).find(self.text, direction, wraps: true) else {
            throw CommandError.textNotFound(self.text)
        }
        try session.go(to: find.seq)
        if direction.hasWrapped(from: start, to: find.seq) { write("(\(DebugText.wrapped))") }
        if find.part != .type {
            write(FindLines(style: style, last: timeline.last, pattern: self.text, width: width).line(for: find))
        }
        try printCurrent()
    }

    // MARK: Stops

    private func watch(_ text: String, _ work: ProgressReporter) throws {
        guard !text.isEmpty else { throw CommandError.missing("an EXPR or a POINTER", of: .watch) }
        printStop(session.add(try kind(watching: text, work)))
    }

    /// Returns the kind of stop that a text after `watch` means.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CommandError.malformedPointer`.
    func kind(watching text: String, _ work: ProgressReporter) throws -> DebugStop.Kind {
        if text.hasPrefix("/"), !text.contains(where: \.isWhitespace) {
            return .value(try arguments.pointer(text))
        }
        return .condition(try work.condition(LazyArgument(argument: text)))
    }

    private func breakAt(_ text: String, _ work: ProgressReporter, isTemporary: Bool = false) throws {
        guard !text.isEmpty else { throw CommandError.missing("a TYPE", of: isTemporary ? .tbreak : .break) }
        if text.hasPrefix(DebugStop.effectPrefix) {
            let glob = String(text.dropFirst(DebugStop.effectPrefix.count))
            guard try timeline.session.moment(ofEffects: glob, in: timeline.first...timeline.last) != nil else {
                throw CommandError.noEffectNamed(glob)
            }
            return printStop(session.add(.effect(glob), isTemporary: isTemporary))
        }
        let parts = text.split(separator: #/\s+if\s+/#, maxSplits: 1).map(String.init)
        // Resolves the type as `@Type` does: the error suggests a similar name if there is no such type.
        _ = try timeline.seq(of: PointInTime(parsing: "@" + parts[0]))
        let condition = try parts.dropFirst().first.map { try work.condition(LazyArgument(argument: $0)) }
        // An EXPR is checked when it is first evaluated.
        if let condition { _ = try timeline.holds(condition, at: session.at) }
        printStop(session.add(.type(parts[0], condition), isTemporary: isTemporary))
    }

    private func printStop(_ stop: DebugStop) {
        if isSilent { return }
        write("\(style.strong(stop.name)): \(style.name(stop.text))")
    }

    private func delete(_ text: String) throws {
        let number = try text.isEmpty ? nil : arguments.count(text)
        guard session.delete(number) || number == nil else { throw CommandError.noSuchNumber(text) }
    }

    /// Lists what is set. As in gdb, watches are breakpoints, too, and a name may be shortened.
    private func info(_ text: String) throws {
        func isMeant(_ names: String...) -> Bool { text.isEmpty || names.contains { $0.hasPrefix(text) } }
        let (hasAll, hasWatches) = (isMeant("breakpoints"), isMeant("watches", "watchpoints"))
        let hasDisplays = isMeant("displays")
        guard hasAll || hasWatches || hasDisplays else { throw CommandError.noSuchInfo(text) }
        let stops = session.stops.filter { hasAll || hasWatches && !$0.isBreakpoint }
        let displays = hasDisplays ? displays : []
        stops.forEach(printStop)
        for (number, pointer) in displays { write("Display \(number): \(style.name(pointer.description))") }
        if stops.isEmpty, displays.isEmpty { write(DebugText.nothingSet) }
    }

    /// The lines that set the stops and displays, without temporary ones.
    var settings: [String] {
        session.stops.filter { !$0.isTemporary }.map { "\($0.isBreakpoint ? "break" : "watch") \($0.text)" }
            + displays.map { "display \($0.pointer == .root ? "\"\"" : $0.pointer.description)" }
    }

    /// Performs lines that set stops and displays, without output. One that no longer fits the session is left out.
    func restore(_ lines: [String]) {
        let pointer = session.pointer
        isSilent = true
        for line in lines { _ = try? perform(line) }
        isSilent = false
        session.pointer = pointer
    }

    // MARK: Displays and help

    private func display(_ text: String) throws {
        let display = (number: (displays.last?.number ?? 0) + 1, pointer: try arguments.pointer(text))
        displays.append(display)
        try printDisplay(display.number, display.pointer)
    }

    private func printDisplay(_ number: Int, _ pointer: Pointer) throws {
        if isSilent { return }
        let value = try timeline.value(at: session.at, pointer)
        let name = style.name(pointer.name())
        write("\(number): \(name) = \(BriefText.text(of: value, limit: 60))")
    }

    private func undisplay(_ text: String) throws {
        let number = try text.isEmpty ? nil : arguments.count(text)
        guard number == nil || displays.contains(where: { $0.number == number }) else {
            throw CommandError.noSuchNumber(text)
        }
        displays.removeAll { number == nil || $0.number == number }
    }

    private func help(_ text: String) throws {
        guard !text.isEmpty else { return DebugVerb.list(style: style).forEach(write) }
        guard let verb = DebugVerb(named: text) else {
            throw CommandError.noSuchVerb(text)
        }
        verb.help.forEach(write)
    }
}
