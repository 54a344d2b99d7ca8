import RewindSession
import RewindTimeline
import RewindTree

/// The searches behind the keys of the full screen.
final class DebugMoves {
    /// The target of n and N.
    enum Target {
        case text(String)
        case stop(DebugStop)

        /// The name shown to the user.
        var name: String {
            switch self {
            case .text(let text): "/\(TerminalText.line(text))"
            case .stop(let stop): "\(stop.name): \(TerminalText.line(stop.text))"
            }
        }
    }

    /// The result of a search: where to go, and what to say.
    struct Move {
        var seq: Int?
        var message: String?
        /// A value to select in the state.
        var pointer: Pointer?
    }

    static let noPointer = "Select a value first: press 2 for the state, then Tab"

    private let session: DebugSession
    private let working: (() throws -> Void) throws -> Void
    /// The hits of the last target; nil if there are too many to count.
    private var counted: (key: String, hits: [Int]?) = ("", nil)

    /// - Parameter working: Runs work that may take long, so that it can be interrupted.
    init(_ session: DebugSession, working: @escaping (() throws -> Void) throws -> Void) {
        (self.session, self.working) = (session, working)
    }

    /// Moves along the branch, past hidden types and, if `isQuiet`, past noise.
    func along(_ direction: DebugSession.Direction, isQuiet: Bool, hiding hidden: Set<String>) throws -> Move {
        let seq =
            isQuiet || !hidden.isEmpty
            ? try searching { try $0.nextOfNote(direction, hiding: hidden, showsNoise: !isQuiet) }
            : try session.neighbor(direction)
        return Move(seq: seq, message: seq == nil ? DebugText.noMoreHistory : nil)
    }

    /// Moves to a write of the selected value.
    func writer(_ direction: DebugSession.Direction) throws -> Move {
        guard let pointer = try pointer() else {
            return Move(message: Self.noPointer)
        }
        guard let found = try searching({ try $0.writer(direction, of: pointer) }) else {
            return Move(
                message: "No \(direction == .back ? "earlier" : "later") write of \(DebugText.name(of: pointer))"
            )
        }
        session.pointer = found.pointer
        return Move(
            seq: found.seq,
            message: "\(DebugText.name(of: found.pointer)) was written here",
            pointer: found.pointer
        )
    }

    /// Returns the selected pointer, or else selects the first one that the action changed.
    func pointer() throws -> Pointer? {
        if let pointer = session.pointer { return pointer }
        let timeline = session.timeline
        guard session.at > timeline.first else { return nil }
        session.pointer = try timeline.session.row(session.at, .patch) { try $0.patch?.pointers.first } ?? nil
        return session.pointer
    }

    /// Moves to the next hit of a target, if necessary from the other end.
    func hit(_ direction: DebugSession.Direction, of target: Target) throws -> Move {
        let at = session.at
        let seq: Int?
        switch target {
        case .text(let text):
            let find = try searching { try $0.find(text, direction, wraps: true) }
            seq = find?.seq
            if let find, find.effect == nil, find.part != .type, find.part != .payload {
                session.pointer = find.pointer
            }
        case .stop(let stop):
            seq = try searching { try $0.nextHit(direction, of: [stop], wraps: true)?.seq }
        }
        guard let seq else { return Move(message: "\(target.name): no hit") }
        let place =
            try hits(of: target).flatMap { hits in hits.firstIndex(of: seq).map { ", \($0 + 1) of \(hits.count)" } }
            ?? ""
        let note = direction.hasWrapped(from: at, to: seq) ? "; \(DebugText.wrapped)" : ""
        return Move(seq: seq, message: "\(target.name): at \(seq)\(place)\(note)")
    }

    private func hits(of target: Target) throws -> [Int]? {
        let key = "\(ObjectIdentifier(session.timeline)) \(session.tip) \(target.name)"
        if counted.key == key { return counted.hits }
        let hits = try searching { search in
            switch target {
            case .text(let text): try search.hits(of: text)
            case .stop(let stop): try search.hits(of: stop)
            }
        }
        counted = (key, hits)
        return hits
    }

    /// Runs to a breakpoint or watch.
    func run(_ direction: DebugSession.Direction) throws -> Move {
        guard !session.stops.isEmpty else {
            return Move(message: "Set a breakpoint first: :break TYPE, or w to watch")
        }
        guard let hit = try searching({ try $0.nextHit(direction, of: session.stops) }) else {
            return Move(message: DebugText.noStop(direction, direction == .forward ? "C" : "c"))
        }
        session.hit(hit)
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
