#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The moves that keys make.
extension DebugView {
    func go(to seq: Int) throws {
        try session.go(to: seq)
        moved()
    }

    func moved() {
        log.follows = true
        if pane != .state { scroll = 0 }
    }

    func goAlong(_ direction: DebugSession.Direction, _ isQuiet: Bool) throws {
        var seq: Int?
        if isQuiet || !log.hidden.isEmpty {
            try working {
                let work = ProgressReporter()
                seq = try session.nextOfNote(direction, hiding: log.hidden, work)
            }
        } else {
            seq = try session.neighbour(direction)
        }
        guard let seq else { return message = DebugText.noMoreHistory }
        try go(to: seq)
    }

    func goToWriter(_ direction: DebugSession.Direction) throws {
        guard let pointer = try pointerInMind() else {
            return message = "Select a value first: press 2 for the state, then Tab"
        }
        var found: (seq: Int, pointer: Pointer)?
        try working {
            let work = ProgressReporter()
            found = try session.writer(direction, of: pointer, work)
        }
        guard let found else {
            return message = "No \(direction == .back ? "earlier" : "later") write of \(pointer.name)"
        }
        session.pointer = found.pointer
        try go(to: found.seq)
        tree.reveal(found.pointer)
        message = "\(found.pointer.name) was written here"
    }

    /// Returns the selected pointer, or else the first one that the action changed.
    func pointerInMind() throws -> Pointer? {
        if let pointer = session.pointer { return pointer }
        guard session.at > timeline.first else { return nil }
        session.pointer = try timeline.session.row(session.at, .patch) { try $0.patch?.pointers.first } ?? nil
        return session.pointer
    }

    func goToHit(_ direction: DebugSession.Direction) throws {
        guard let target else { return message = "Search with / or watch with w first" }
        var seq: Int?
        var text = ""
        try working {
            let work = ProgressReporter()
            switch target {
            case .text(let pattern):
                text = "/\(pattern)"
                let find = try session.find(pattern, direction, work)
                seq = find?.seq
                if let find, find.part != .type, find.part != .payload { session.pointer = find.pointer }
            case .stop(let kind, let watched):
                text = watched
                seq = try session.nextHit(direction, of: [DebugStop(number: 0, kind: kind)], work)?.seq
            }
        }
        let way = direction == .forward ? ("after", "N searches back") : ("before", "n searches forward")
        guard let seq else {
            return message = "\(TerminalText.line(text)): nothing \(way.0) \(session.at); \(way.1)"
        }
        try go(to: seq)
        message = "\(TerminalText.line(text)): at \(seq)"
    }

    func run(_ direction: DebugSession.Direction) throws {
        guard !session.stops.isEmpty else { return message = "Set a breakpoint first: :break TYPE, or w to watch" }
        var hit: DebugHit?
        try working {
            let work = ProgressReporter()
            hit = try session.nextHit(direction, of: session.stops, work)
        }
        guard let hit else { return message = DebugText.noMoreHistory }
        try go(to: hit.seq)
        message = hit.stops.map { "\($0.name): \(TerminalText.line($0.text))" }.joined(separator: ", ")
    }
}

extension Pointer {
    /// The name shown to the user.
    fileprivate var name: String { self == .root ? "the state" : TerminalText.line(description) }
}

#endif
