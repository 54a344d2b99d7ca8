import ArgumentParser
import RewindSession
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
    var reference: String?

    @Argument(help: "POINTER: where in the state.")
    var pointer: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let pointerOnly = pointer == nil && reference?.isPointerArgument == true
        let timeline = try session.open()
        let place = try Pointer(argument: pointerOnly ? reference : pointer)
        let when = pointerOnly ? nil : reference
        let seq = try timeline.seq(when, or: "cursor")
        try UnknownStates(of: timeline).prepare(seq)
        guard let value = try timeline.value(at: seq, place) else {
            throw try MissingPointer.error(for: place, in: timeline) { .nothingAt(place, seq: seq, elsewhere: $0) }
        }
        Output.line(output.json ? value.text : value.prettyText())
        if when == nil { CursorNote.tell(about: seq, in: timeline) }
    }
}
