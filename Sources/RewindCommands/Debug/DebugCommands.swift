import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Does what verbs say, and tells about it in lines.
final class DebugCommands {
    /// What a line asks of who reads it.
    enum Outcome {
        case done
        case quit
    }

    private static let countInList = 11

    let session: DebugSession
    let style: Style
    /// In cells; nil where lines may be of any length.
    var width: Int?
    private let write: (String) -> Void
    private var displays: [(number: Int, pointer: Pointer)] = []
    private var checkpoints: [Int] = []
    private(set) var text: String?

    init(_ session: DebugSession, style: Style, width: Int?, write: @escaping (String) -> Void) {
        (self.session, self.style, self.width, self.write) = (session, style, width, write)
    }

    private var timeline: Timeline { session.timeline }

    /// Does what a line says.
    ///
    /// - Throws: what went wrong, for which there are words in `Wording`; `CancellationError` at Ctrl-C.
    func perform(_ line: String) throws -> Outcome {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { return .done }
        let slash = line.first.map { "/?".contains($0) } ?? false
        let name = slash ? String(line.prefix(1)) : String(line.prefix { !$0.isWhitespace })
        let rest = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
        guard let verb = DebugVerb(named: name) else {
            // A REF alone is where to go.
            if rest.isEmpty, let reference = try? Reference(parsing: name) {
                try go(to: timeline.seq(of: reference))
                return .done
            }
            throw DebugError.noSuchVerb(name, nearest: DebugVerb.nearest(to: name))
        }
        if verb == .quit { return .quit }
        let work = LongWork()
        defer { work.end() }
        try perform(verb, rest, work)
        return .done
    }

    private func perform(_ verb: DebugVerb, _ rest: String, _ work: LongWork) throws {
        switch verb {
        case .step: try step(.forward, try count(rest))
        case .back: try step(.back, try count(rest))
        case .next: try next(.forward, try count(rest), work)
        case .reverseNext: try next(.back, try count(rest), work)
        case .continue: try run(.forward, work)
        case .reverseContinue: try run(.back, work)
        case .goto: try go(to: try seq(rest))
        case .undo: try retrace(-(try count(rest)))
        case .redo: try retrace(try count(rest))
        case .when: try tell()
        case .list: try list(around: rest.isEmpty ? session.at : try seq(rest))
        case .action: try show(action: rest.isEmpty ? session.at : try seq(rest))
        case .diff: try diff(rest)
        case .print: try print(rest)
        case .screen: try screen(rest.isEmpty ? session.at : try seq(rest))
        case .blame: try blame(try pointer(rest), work)
        case .history: try history(try pointer(rest), work)
        case .watch: try watch(rest, work)
        case .break: try breakAt(rest)
        case .delete: try delete(rest)
        case .info: info()
        case .display: try display(rest)
        case .undisplay: try undisplay(rest)
        case .search: try search(rest, .forward, work)
        case .reverseSearch: try search(rest, .back, work)
        case .checkpoint: checkpoint()
        case .bookmark: try bookmark(rest)
        case .branches: for branch in try DebugBranch.all(of: session) { write(branch.line(style: style)) }
        case .run: try rerun(work)
        case .export: try export(rest, work)
        case .help: try help(rest)
        case .quit: break
        }
    }

    // MARK: Arguments

    private func count(_ text: String) throws -> Int {
        if text.isEmpty { return 1 }
        guard let count = Int(text), count > 0 else { throw DebugError.notANumber(text) }
        return count
    }

    /// The seq that a REF names, or a checkpoint.
    private func seq(_ text: String) throws -> Int {
        if text.hasPrefix(":"), let number = Int(text.dropFirst()), checkpoints.indices.contains(number - 1),
            try timeline.session.bookmark(String(text.dropFirst())) == nil
        {
            return checkpoints[number - 1]
        }
        guard !text.isEmpty else { throw DebugError.missing("a REF: where to go") }
        let seq = try timeline.seq(of: try Reference(parsing: text))
        try session.known.see(seq)
        return seq
    }

    private func pointer(_ text: String) throws -> Pointer {
        if text.isEmpty {
            guard let pointer = session.pointer else { throw DebugError.missing("a POINTER: where in the state") }
            return pointer
        }
        let pointer = try Deferred<Pointer>(argument: text == "\"\"" ? "" : text).value
        session.pointer = pointer
        return pointer
    }

    /// REFs and a POINTER, in any order.
    private func points(_ text: String, references most: Int) throws -> (seqs: [Int], pointer: Pointer?) {
        var (seqs, pointer): ([Int], Pointer?) = ([], nil)
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            if word.hasPrefix("/") || word == "\"\"" {
                pointer = try self.pointer(word)
            } else if ReferenceRange.isMeant(by: word), most == 2, seqs.isEmpty {
                let range = try ReferenceRange(parsing: word)
                seqs = [
                    try range.from.map { try timeline.seq(of: $0) } ?? timeline.first,
                    try range.to.map { try timeline.seq(of: $0) } ?? timeline.last,
                ]
                for seq in seqs { try session.known.see(seq) }
            } else {
                seqs.append(try seq(word))
            }
        }
        guard seqs.count <= most else { throw DebugError.tooManyPoints(most: most) }
        return (seqs, pointer)
    }

    // MARK: Going

    private func step(_ direction: DebugSession.Direction, _ count: Int) throws {
        let taken = try session.step(direction, count)
        if taken < count { write(DebugText.noMoreHistory) }
        try tell()
    }

    private func next(_ direction: DebugSession.Direction, _ count: Int, _ work: LongWork) throws {
        for _ in 0..<count {
            guard let seq = try session.nextOfNote(direction, hiding: [], work) else {
                write(DebugText.noMoreHistory)
                break
            }
            try session.go(to: seq)
        }
        work.end()
        try tell()
    }

    private func go(to seq: Int) throws {
        try session.go(to: seq)
        try tell()
    }

    private func retrace(_ steps: Int) throws {
        guard try session.retrace(steps) else { throw DebugError.noMoreMoves(isUndo: steps < 0) }
        try tell()
    }

    private func run(_ direction: DebugSession.Direction, _ work: LongWork) throws {
        guard let hit = try session.nextHit(direction, of: session.stops, work) else {
            work.end()
            write(DebugText.noMoreHistory)
            _ = try session.step(direction, .max)
            return try tell()
        }
        work.end()
        try session.go(to: hit.seq)
        for stop in hit.stops { try tell(of: stop) }
        try tell()
    }

    /// That a stop is here; of a watch, what it looked at.
    private func tell(of stop: DebugStop) throws {
        write("\(style.strong(stop.name)): \(style.name(stop.text))")
        guard case .value(let pointer) = stop.kind, session.at > timeline.first else { return }
        let (old, new) = (
            try timeline.value(at: try timeline.parent(of: session.at), pointer),
            try timeline.value(at: session.at, pointer)
        )
        let (before, after) = BriefText.pair(old, new)
        write("  \(style.removed(before)) → \(style.added(after))")
    }

    private func search(_ text: String, _ direction: DebugSession.Direction, _ work: LongWork) throws {
        let text = text.isEmpty ? self.text ?? "" : text
        guard !text.isEmpty else { throw DebugError.missing("a TEXT to look for") }
        self.text = text
        guard let find = try session.find(text, direction, work) else {
            throw DebugError.notFound(text, direction)
        }
        work.end()
        try session.go(to: find.seq)
        if find.part != .type {
            write(FindLines(style: style, last: timeline.last, pattern: text, width: width).line(for: find))
        }
        try tell()
    }

    // MARK: Seeing

    /// The line of the log, and what is displayed wherever one comes to.
    func tell() throws {
        write(try DebugText.line(at: session.at, in: timeline, style: style, width: width))
        for (number, pointer) in displays { try tell(display: number, pointer) }
    }

    private func tell(display number: Int, _ pointer: Pointer) throws {
        let value = try timeline.value(at: session.at, pointer)
        let name = style.name(pointer == .root ? "(root)" : pointer.description)
        write("\(number): \(name) = \(BriefText.text(of: value, limit: 60))")
    }

    private func list(around middle: Int) throws {
        let first = max(timeline.first + 1, min(middle - Self.countInList / 2, timeline.last - Self.countInList + 1))
        let rows = first...max(first, min(timeline.last, first + Self.countInList - 1))
        try session.known.list(rows)
        for seq in rows where seq <= timeline.last {
            write(try DebugText.line(at: seq, in: timeline, style: style, width: width, here: session.at))
        }
    }

    private func show(action seq: Int) throws {
        guard seq > timeline.first else { throw CommandError.noActionLed(seq: seq) }
        let names = try timeline.session.bookmarks().filter { $0.seq == seq }.map(\.name)
        for line in try ActionReport(of: seq, in: timeline).whole(style: style, names: names, width: width) {
            write(line)
        }
    }

    private func diff(_ text: String) throws {
        let (seqs, pointer) = try points(text, references: 2)
        let to = seqs.last ?? session.at
        let from = seqs.count == 2 ? seqs[0] : try timeline.parent(of: to)
        let lines = try DebugText.difference(from: from, to: to, at: pointer ?? .root, timeline, style, width)
        if lines.isEmpty { write(Note.noDifference(from: from, to: to).text) }
        for line in lines { write(line) }
    }

    private func print(_ text: String) throws {
        let (seqs, pointer) = try points(text, references: 1)
        let seq = seqs.first ?? session.at
        let place = pointer ?? (text.isEmpty ? session.pointer : nil) ?? .root
        guard let value = try timeline.value(at: seq, place) else {
            throw try MissingPointer.error(for: place, at: seq, in: timeline) {
                .nothingAt(place, seq: seq, holder: $0, elsewhere: $1)
            }
        }
        write(style.isOn ? JSONText(style: style).text(of: value) : value.prettyText())
    }

    private func screen(_ seq: Int) throws {
        guard let screen = RegisteredApp.current?.screen(try timeline.state(at: seq)) else {
            throw CommandError.noScreens
        }
        write(TerminalText.lines(screen))
    }

    private func blame(_ pointer: Pointer, _ work: LongWork) throws {
        let report = try session.known.blame(pointer, at: session.at, work)
        work.end()
        for line in try report.lines(style: style) { write(line) }
    }

    private func history(_ pointer: Pointer, _ work: LongWork) throws {
        let lines = try DebugText.history(of: pointer, in: session, style, width, limit: 20, work)
        work.end()
        guard !lines.isEmpty else {
            throw try MissingPointer.error(for: pointer, at: session.at, in: timeline) {
                .neverAnything(pointer, seq: session.at, holder: $0, elsewhere: $1)
            }
        }
        for line in lines { write(line) }
    }

    // MARK: Stopping

    private func watch(_ text: String, _ work: LongWork) throws {
        guard !text.isEmpty else { throw DebugError.missing("an EXPR, or a POINTER: what to watch") }
        tell(new: session.add(try kind(watching: text, work)))
    }

    /// What a text after `watch` means.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CommandError.malformedPointer`.
    func kind(watching text: String, _ work: LongWork) throws -> DebugStop.Kind {
        if text.hasPrefix("/"), !text.contains(where: \.isWhitespace) {
            let pointer = try self.pointer(text)
            try MissingPointer.check([pointer], in: timeline)
            return .value(pointer)
        }
        return .condition(try work.condition(Deferred(argument: text)))
    }

    private func breakAt(_ text: String) throws {
        guard !text.isEmpty else { throw DebugError.missing("a TYPE to stop at") }
        // As @Type has it: that there is none says how it might be called.
        _ = try timeline.seq(of: Reference(parsing: "@" + text))
        tell(new: session.add(.type(text)))
    }

    private func tell(new stop: DebugStop) {
        write("\(style.strong(stop.name)): \(style.name(stop.text))")
    }

    private func delete(_ text: String) throws {
        let number = try text.isEmpty ? nil : count(text)
        guard session.delete(number) || number == nil else { throw DebugError.noSuchNumber(text) }
    }

    private func info() {
        for stop in session.stops { tell(new: stop) }
        for (number, pointer) in displays { write("Display \(number): \(style.name(pointer.description))") }
        for (index, seq) in checkpoints.enumerated() { write("Checkpoint :\(index + 1): \(seq)") }
        if session.stops.isEmpty, displays.isEmpty, checkpoints.isEmpty { write(DebugText.nothingSet) }
    }

    private func display(_ text: String) throws {
        let display = (number: (displays.last?.number ?? 0) + 1, pointer: try pointer(text))
        try MissingPointer.check([display.pointer], in: timeline)
        displays.append(display)
        try tell(display: display.number, display.pointer)
    }

    private func undisplay(_ text: String) throws {
        let number = try text.isEmpty ? nil : count(text)
        guard number == nil || displays.contains(where: { $0.number == number }) else {
            throw DebugError.noSuchNumber(text)
        }
        displays.removeAll { number == nil || $0.number == number }
    }

    // MARK: Keeping

    private func checkpoint() {
        checkpoints.append(session.at)
        write("Checkpoint :\(checkpoints.count): \(session.at)")
    }

    /// Sets a bookmark, for which the session is closed and opened again.
    private func bookmark(_ text: String) throws {
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard let word = words.first else {
            for bookmark in try timeline.session.bookmarks() {
                write("\(style.name(":" + bookmark.name))  \(bookmark.seq)")
            }
            return
        }
        let name = word.hasPrefix(":") ? String(word.dropFirst()) : word
        try SessionBookmarks.check(name: name)
        if let seq = try timeline.session.bookmark(name) { throw CommandError.bookmarkExists(name, seq: seq) }
        let url = timeline.session.url
        let bookmark = Bookmark(
            name: name,
            seq: session.at,
            note: words.dropFirst().first,
            at: Int64(Date().timeIntervalSince1970 * 1_000_000)
        )
        timeline.session.close()
        let result = Result { try SessionBookmarks.set(bookmark, in: url) }
        try session.update(try Timeline(opening: url), follows: false)
        try result.get()
        write("\(style.name(":" + name))  \(session.at)")
    }

    private func rerun(_ work: LongWork) throws {
        guard let app = RegisteredApp.current?.rerunnable else { throw CommandError.noReducer }
        try DebugRerun(of: session, with: app).run(work, style: style, write)
        try tell()
    }

    private func export(_ text: String, _ work: LongWork) throws {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let path = words.first, words.count <= 2 else { throw DebugError.missing("the name of a file to make") }
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = app.reducerName else { throw CommandError.noReducerName }
        let from = try words.dropFirst().first.map(seq) ?? timeline.parent(of: session.at)
        guard from < session.at else { throw CommandError.nothingBetween(from: from, to: session.at) }
        let options = TestExport.Options(from: from, to: session.at, pointers: [], reducer: reducer, module: nil)
        let test = try TestExport(of: timeline, with: rerunnable, options) { try work.step("read up to \($0)") }
        work.end()
        try NewFile(argument: path).write(test.source)
        write("\(TerminalText.line(path)): a test of \(BriefText.count(test.count, "action"))")
    }

    private func help(_ text: String) throws {
        guard !text.isEmpty else { return DebugVerb.list(style: style).forEach(write) }
        guard let verb = DebugVerb(named: text) else {
            throw DebugError.noSuchVerb(text, nearest: DebugVerb.nearest(to: text))
        }
        verb.help.forEach(write)
    }
}

extension DebugCommands {
    /// How a line may go on: verbs at its beginning; behind them types, members of the state, or bookmarks.
    func completions(of text: String) -> [String] {
        guard let space = text.lastIndex(of: " ") else { return DebugVerb.names(beginningWith: text) }
        let (head, word) = (text[...space], String(text[text.index(after: space)...]))
        let timeline = session.timeline
        let verb = DebugVerb(named: String(text.prefix { $0 != " " }))
        if verb == .break || word.hasPrefix("@") {
            let sign = word.hasPrefix("@") ? "@" : ""
            let types = (try? timeline.session.typeNames()) ?? []
            return types.filter { $0.hasPrefix(word.dropFirst(sign.count)) }.map { head + sign + $0 }
        }
        if word.hasPrefix(":") {
            let names = (try? timeline.session.bookmarks().map(\.name)) ?? []
            return names.filter { $0.hasPrefix(word.dropFirst()) }.map { "\(head):\($0)" }
        }
        guard word.hasPrefix("/"), let pointer = try? Pointer(parsing: word), let last = pointer.tokens.last,
            let holder = pointer.parent,
            case .object(let object)? = try? timeline.value(at: session.at, holder)
        else { return verb == .help ? DebugVerb.names(beginningWith: word).map { head + $0 } : [] }
        return object.keys.filter { $0.hasPrefix(last) }.map { head + holder.appending($0).description }
    }
}
