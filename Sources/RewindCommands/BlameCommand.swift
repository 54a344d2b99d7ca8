import ArgumentParser
import SessionFile
import StateTree
import Timeline

/// `rewind blame`: who wrote a value.
struct BlameCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Tell which action wrote a value last, with the old and the new value.",
        discussion: """
            Of an object or an array there is a line for each child too. An element is followed when others come, go \
            or move in its array; an action that wrote an equal value did not write it.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "POINTER: where in the state.")
    var pointer: String

    @Argument(help: "REF: when. The cursor by default.")
    var reference: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.open()
        let place = try Pointer(argument: pointer)
        let seq = try timeline.seq(reference, or: "cursor")
        guard let writing = try timeline.blame(place, at: seq) else {
            throw CommandError.neverAnything(place, seq: seq)
        }
        let text = try WritingText(writing, in: timeline, style: output.style)
        if output.json {
            try printJSON(text, of: place, at: seq, in: timeline)
        } else {
            Output.line(text.headline(for: place))
            for line in text.details(for: place) { Output.line("  \(line)") }
            for line in try text.changes() { Output.line("  \(line)") }
            try printChildren(of: place, at: seq, in: timeline)
        }
        if let gap = try timeline.gap(endingWith: seq) {
            Output.message(
                "Note: what \(WritingText.text(of: gap)) led to is not known; this is about the last known state before."
            )
        }
    }

    private func printChildren(of place: Pointer, at seq: Int, in timeline: Timeline) throws {
        let children = try children(of: place, at: seq, in: timeline)
        guard !children.isEmpty else { return }
        Output.line("")
        let work = LongWork()
        let typeWidth = max(try timeline.session.longestTypeName(), "(first state)".count)
        for (number, child) in children.enumerated() {
            try work.step("\(number) of \(children.count)")
            guard let writing = try timeline.blame(child.pointer, at: seq) else { continue }
            let text = try WritingText(writing, in: timeline, style: output.style)
            let rest = "\(output.style.name(child.pointer.description))  \(BriefText.text(of: child.value))"
            work.end()
            Output.line(text.line(seqWidth: String(seq).count, typeWidth: typeWidth, rest: rest))
        }
    }

    private func printJSON(_ text: WritingText, of place: Pointer, at seq: Int, in timeline: Timeline) throws {
        let work = LongWork()
        let children = try children(of: place, at: seq, in: timeline)
        let parts = try children.map { child -> Tree in
            try work.step("\(child.pointer)")
            guard let writing = try timeline.blame(child.pointer, at: seq) else { return .null }
            let text = try WritingText(writing, in: timeline, style: output.style)
            return Tree(members: [("child", .string(child.pointer.description))] + text.json)
        }
        work.end()
        Output.line(
            Tree(members: text.json + (children.isEmpty ? [] : [("children", Tree(elements: parts))])).text
        )
    }

    private func children(
        of place: Pointer,
        at seq: Int,
        in timeline: Timeline
    ) throws -> [(pointer: Pointer, value: Tree)] {
        switch try timeline.value(at: seq, place) {
        case .object(let object): zip(object.keys, object.values).map { (place.appending($0), $1) }
        case .array(let array): array.elements.enumerated().map { (place.appending($0.offset), $0.element) }
        default: []
        }
    }
}
