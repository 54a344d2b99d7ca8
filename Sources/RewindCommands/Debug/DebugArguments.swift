import RewindTimeline
import RewindTree

/// Parses the arguments of verbs.
struct DebugArguments {
    let session: DebugSession

    /// Returns a number above 0; 1 if the text is empty.
    func count(_ text: String) throws -> Int {
        if text.isEmpty { return 1 }
        guard let count = Int(text), count > 0 else { throw CommandError.notANumber(text) }
        return count
    }

    /// Returns the seq that a REF names.
    func seq(_ text: String) throws -> Int {
        guard !text.isEmpty else { throw CommandError.missing("a REF", of: .goto) }
        let seq = try session.timeline.seq(of: try PointInTime(parsing: text))
        try session.states.recover(seq)
        return seq
    }

    /// Returns the pointer, which becomes the selected one if a state has a value there; without a text, the selected one.
    func pointer(_ text: String) throws -> Pointer {
        if text.isEmpty {
            guard let pointer = session.pointer else { throw CommandError.missing("a POINTER", of: .display) }
            return pointer
        }
        let pointer = try LazyArgument<Pointer>(argument: text == "\"\"" ? "" : text).value
        try MissingPointer.check([pointer], in: session.timeline)
        session.pointer = pointer
        return pointer
    }

    /// Returns the words of a line, which may be quoted.
    func words(of text: String) -> [String] {
        text.matches(of: #/'([^']*)'(?!\S)|"([^"]*)"(?!\S)|\S+/#).map { String($0.1 ?? $0.2 ?? $0.0) }
    }
}
