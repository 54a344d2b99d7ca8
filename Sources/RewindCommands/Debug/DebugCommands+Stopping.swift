#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Verbs that set stops, and displays to print there.
extension DebugCommands {
    func watch(_ text: String, _ work: ProgressReporter) throws {
        guard !text.isEmpty else { throw CommandError.missing("an EXPR or a POINTER", of: .watch) }
        printStop(session.add(try kind(watching: text, work)))
    }

    /// Returns the kind of stop that a text after `watch` means.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CommandError.malformedPointer`.
    func kind(watching text: String, _ work: ProgressReporter) throws -> DebugStop.Kind {
        if text.hasPrefix("/"), !text.contains(where: \.isWhitespace) {
            let pointer = try self.pointer(text)
            try MissingPointer.check([pointer], in: timeline)
            return .value(pointer)
        }
        return .condition(try work.condition(LazyArgument(argument: text)))
    }

    func breakAt(_ text: String) throws {
        guard !text.isEmpty else { throw CommandError.missing("a TYPE", of: .break) }
        // Resolves the type as `@Type` does: the error suggests a similar name if there is no such type.
        _ = try timeline.seq(of: Reference(parsing: "@" + text))
        printStop(session.add(.type(text)))
    }

    func printStop(_ stop: DebugStop) {
        write("\(style.strong(stop.name)): \(style.name(stop.text))")
    }

    func delete(_ text: String) throws {
        let number = try text.isEmpty ? nil : count(text)
        guard session.delete(number) || number == nil else { throw CommandError.noSuchNumber(text) }
    }

    func info() {
        for stop in session.stops { printStop(stop) }
        for (number, pointer) in displays { write("Display \(number): \(style.name(pointer.description))") }
        for (index, seq) in checkpoints.enumerated() { write("Checkpoint :\(index + 1): \(seq)") }
        if session.stops.isEmpty, displays.isEmpty, checkpoints.isEmpty { write(DebugText.nothingSet) }
    }

    func display(_ text: String) throws {
        let display = (number: (displays.last?.number ?? 0) + 1, pointer: try pointer(text))
        try MissingPointer.check([display.pointer], in: timeline)
        displays.append(display)
        try printDisplay(display.number, display.pointer)
    }

    func undisplay(_ text: String) throws {
        let number = try text.isEmpty ? nil : count(text)
        guard number == nil || displays.contains(where: { $0.number == number }) else {
            throw CommandError.noSuchNumber(text)
        }
        displays.removeAll { number == nil || $0.number == number }
    }
}

#endif
