import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind show`: a state, or a value in it.
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the state at a point in time, or one value in it."
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "REF: when. The cursor by default.")
    var reference: PointArgument?

    @Argument(help: "POINTER: where in the state.")
    var pointer: Deferred<Pointer>?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.timeline()
        let isPointerAlone = pointer == nil && reference?.pointer != nil
        let pointer = try (pointer ?? reference?.pointer)?.value ?? .root
        let when = isPointerAlone ? nil : reference?.reference
        let seq = try timeline.seq(when ?? .cursor)
        try UnknownStates(of: timeline).prepare(seq)
        guard let value = try timeline.value(at: seq, pointer) else {
            throw try MissingPointer.error(for: pointer, in: timeline) { .nothingAt(pointer, seq: seq, elsewhere: $0) }
        }
        try output.print(value)
        if when == nil { timeline.tellOfCursor(at: seq) }
    }
}
