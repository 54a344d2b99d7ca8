#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// Parses the arguments of verbs, and holds the checkpoints, which they may name.
final class DebugArguments {
    private(set) var checkpoints: [Int] = []
    private let session: DebugSession

    init(of session: DebugSession) {
        self.session = session
    }

    /// Adds the current seq as a checkpoint. Returns its number.
    func addCheckpoint() -> Int {
        checkpoints.append(session.at)
        return checkpoints.count
    }

    /// Returns a number above 0; 1 if the text is empty.
    func count(_ text: String) throws -> Int {
        if text.isEmpty { return 1 }
        guard let count = Int(text), count > 0 else { throw CommandError.notANumber(text) }
        return count
    }

    /// Returns the seq that a REF or a checkpoint names.
    func seq(_ text: String) throws -> Int {
        if let seq = try checkpoint(text) { return seq }
        guard !text.isEmpty else { throw CommandError.missing("a REF", of: .goto) }
        let seq = try session.timeline.seq(of: try Reference(parsing: text))
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
            try session.timeline.session.bookmark(String(text.dropFirst())) == nil
        else { return nil }
        return checkpoints[number - 1]
    }
}

#endif
