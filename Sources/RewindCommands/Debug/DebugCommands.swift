#if os(macOS) || os(Linux)

import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Runs the debugger's verbs and prints the results as lines.
final class DebugCommands {
    /// The result of a line for the loop that reads lines.
    enum Effect {
        case done
        case quit
    }

    let session: DebugSession
    let style: Style
    /// The terminal width in cells; nil if lines may have any length.
    var width: Int?
    let write: (String) -> Void
    var displays: [(number: Int, pointer: Pointer)] = []
    var checkpoints: [Int] = []
    var text: String?

    init(_ session: DebugSession, style: Style, width: Int?, write: @escaping (String) -> Void) {
        (self.session, self.style, self.width, self.write) = (session, style, width, write)
    }

    var timeline: Timeline { session.timeline }

    /// Runs a line.
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
            if rest.isEmpty, let reference = try? Reference(parsing: name) {
                try go(to: timeline.seq(of: reference))
                return .done
            }
            throw CommandError.noSuchVerb(name, nearest: DebugVerb.nearest(to: name))
        }
        if verb == .quit { return .quit }
        let work = ProgressReporter()
        try perform(verb, rest, work)
        return .done
    }

    private func perform(_ verb: DebugVerb, _ rest: String, _ work: ProgressReporter) throws {
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
        case .when: try printCurrent()
        case .list: try list(rest)
        case .action: try ask(ShowCommand.self, words(of: rest) + ["--action"])
        case .diff: try ask(DiffCommand.self, words(of: rest))
        case .print: try print(rest)
        case .screen: try ask(ScreenCommand.self, words(of: rest))
        case .blame: try ask(BlameCommand.self, withPointer(words(of: rest)))
        case .history: try history(rest)
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
        case .dispatch: try dispatch(rest)
        case .export: try export(rest, work)
        case .help: try help(rest)
        case .quit: break
        }
    }

    // MARK: Arguments

    func count(_ text: String) throws -> Int {
        if text.isEmpty { return 1 }
        guard let count = Int(text), count > 0 else { throw CommandError.notANumber(text) }
        return count
    }

    /// Returns the seq that a REF or a checkpoint names.
    func seq(_ text: String) throws -> Int {
        if let seq = try checkpoint(text) { return seq }
        guard !text.isEmpty else { throw CommandError.missing("a REF", of: .goto) }
        let seq = try timeline.seq(of: try Reference(parsing: text))
        try session.states.recover(seq)
        return seq
    }

    func pointer(_ text: String) throws -> Pointer {
        if text.isEmpty {
            guard let pointer = session.pointer else { throw CommandError.missing("a POINTER", of: .display) }
            return pointer
        }
        let pointer = try LazyArgument<Pointer>(argument: text == "\"\"" ? "" : text).value
        session.pointer = pointer
        return pointer
    }

    /// Returns the words of a line, which may be quoted. A checkpoint is replaced by its seq.
    func words(of text: String) throws -> [String] {
        try text.matches(of: #/'([^']*)'(?!\S)|"([^"]*)"(?!\S)|\S+/#).map { word in
            let text = String(word.1 ?? word.2 ?? word.0)
            return try checkpoint(text).map(String.init) ?? text
        }
    }

    /// Returns the seq of a checkpoint, unless a bookmark has its name.
    private func checkpoint(_ text: String) throws -> Int? {
        guard text.hasPrefix(":"), let number = Int(text.dropFirst()), checkpoints.indices.contains(number - 1),
            try timeline.session.bookmark(String(text.dropFirst())) == nil
        else { return nil }
        return checkpoints[number - 1]
    }

    // MARK: Moving

    func step(_ direction: DebugSession.Direction, _ count: Int) throws {
        let taken = try session.step(direction, count)
        if taken < count { write(DebugText.noMoreHistory) }
        try printCurrent()
    }

    func next(_ direction: DebugSession.Direction, _ count: Int, _ work: ProgressReporter) throws {
        for _ in 0..<count {
            guard let seq = try session.nextOfNote(direction, hiding: [], work) else {
                write(DebugText.noMoreHistory)
                break
            }
            try session.go(to: seq)
        }
        try printCurrent()
    }

    func go(to seq: Int) throws {
        try session.go(to: seq)
        try printCurrent()
    }

    func retrace(_ steps: Int) throws {
        guard try session.retrace(steps) else { throw CommandError.noMoreMoves(isUndo: steps < 0) }
        try printCurrent()
    }

    func run(_ direction: DebugSession.Direction, _ work: ProgressReporter) throws {
        guard let hit = try session.nextHit(direction, of: session.stops, work) else {
            write(DebugText.noMoreHistory)
            _ = try session.step(direction, .max)
            return try printCurrent()
        }
        try session.go(to: hit.seq)
        for stop in hit.stops { try printHit(of: stop) }
        try printCurrent()
    }

    /// Prints the stop that was hit; for a watched value, also the old and the new value.
    func printHit(of stop: DebugStop) throws {
        write("\(style.strong(stop.name)): \(style.name(stop.text))")
        guard case .value(let pointer) = stop.kind, session.at > timeline.first else { return }
        let (old, new) = (
            try timeline.value(at: try timeline.parent(of: session.at), pointer),
            try timeline.value(at: session.at, pointer)
        )
        let (before, after) = BriefText.pair(old, new)
        write("  \(style.removed(before)) → \(style.added(after))")
    }

    func search(_ text: String, _ direction: DebugSession.Direction, _ work: ProgressReporter) throws {
        let text = text.isEmpty ? self.text ?? "" : text
        guard !text.isEmpty else { throw CommandError.missing("a TEXT", of: .search) }
        self.text = text
        guard let find = try session.find(text, direction, work) else {
            throw CommandError.notFound(text, isReverse: direction == .back)
        }
        try session.go(to: find.seq)
        if find.part != .type {
            write(FindLines(style: style, last: timeline.last, pattern: text, width: width).line(for: find))
        }
        try printCurrent()
    }
}

#endif
