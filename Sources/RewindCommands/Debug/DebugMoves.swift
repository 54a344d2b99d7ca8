#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The searches behind the keys of the full screen.
struct DebugMoves {
    /// The target of n and N.
    enum Target {
        case text(String)
        case stop(DebugStop.Kind, text: String)
    }

    /// The result of a search: where to go, and what to say.
    struct Move {
        var seq: Int?
        var message: String?
        /// A value to select in the state.
        var pointer: Pointer?
    }

    let session: DebugSession
    /// Runs work that may take long, so that it can be interrupted.
    let working: (() throws -> Void) throws -> Void

    /// Moves along the branch, past hidden types and, if `isQuiet`, past noise.
    func along(_ direction: DebugSession.Direction, isQuiet: Bool, hiding hidden: Set<String>) throws -> Move {
        let seq =
            isQuiet || !hidden.isEmpty
            ? try searching { try $0.nextOfNote(direction, hiding: hidden) } : try session.neighbour(direction)
        return Move(seq: seq, message: seq == nil ? DebugText.noMoreHistory : nil)
    }

    /// Moves to a write of the selected value.
    func writer(_ direction: DebugSession.Direction) throws -> Move {
        guard let pointer = try pointer() else {
            return Move(message: "Select a value first: press 2 for the state, then Tab")
        }
        guard let found = try searching({ try $0.writer(direction, of: pointer) }) else {
            return Move(message: "No \(direction == .back ? "earlier" : "later") write of \(pointer.name)")
        }
        session.pointer = found.pointer
        return Move(seq: found.seq, message: "\(found.pointer.name) was written here", pointer: found.pointer)
    }

    /// Returns the selected pointer, or else selects the first one that the action changed.
    func pointer() throws -> Pointer? {
        if let pointer = session.pointer { return pointer }
        let timeline = session.timeline
        guard session.at > timeline.first else { return nil }
        session.pointer = try timeline.session.row(session.at, .patch) { try $0.patch?.pointers.first } ?? nil
        return session.pointer
    }

    /// Moves to the next hit of a target.
    func hit(_ direction: DebugSession.Direction, of target: Target) throws -> Move {
        var seq: Int?
        let text: String
        switch target {
        case .text(let pattern):
            text = "/\(TerminalText.line(pattern))"
            let find = try searching { try $0.find(pattern, direction) }
            seq = find?.seq
            if let find, find.part != .type, find.part != .payload { session.pointer = find.pointer }
        case .stop(let kind, let watched):
            text = TerminalText.line(watched)
            seq = try searching { try $0.nextHit(direction, of: [DebugStop(number: 0, kind: kind)])?.seq }
        }
        if let seq { return Move(seq: seq, message: "\(text): at \(seq)") }
        let way = direction == .forward ? ("after", "N searches back") : ("before", "n searches forward")
        return Move(message: "\(text): nothing \(way.0) \(session.at); \(way.1)")
    }

    /// Runs to a breakpoint or watch.
    func run(_ direction: DebugSession.Direction) throws -> Move {
        guard !session.stops.isEmpty else {
            return Move(message: "Set a breakpoint first: :break TYPE, or w to watch")
        }
        guard let hit = try searching({ try $0.nextHit(direction, of: session.stops) }) else {
            return Move(message: DebugText.noMoreHistory)
        }
        let names = hit.stops.map { "\($0.name): \(TerminalText.line($0.text))" }
        return Move(seq: hit.seq, message: names.joined(separator: ", "))
    }

    /// Recovers all states, which may take long the first time.
    func recoverAll() throws {
        let timeline = session.timeline
        try working { _ = try session.states.recover(allIn: [timeline.first...timeline.last], ProgressReporter()) }
    }

    /// Runs a body that may take long.
    func searching<T>(_ body: (DebugSearch) throws -> T?) throws -> T? {
        var result: T?
        try working { result = try body(DebugSearch(session)) }
        return result
    }
}

extension Pointer {
    /// The name shown to the user.
    fileprivate var name: String { self == .root ? "the state" : TerminalText.line(description) }
}

#endif
