import RewindSession
import RewindTree
import RewindTimeline

/// Who wrote a value, and each of its members or elements.
struct BlameReport {
    private let place: Pointer
    private let seq: Int
    private let timeline: Timeline
    private let states: UnknownStates
    private let writing: Writing

    /// Finds who wrote the value at `place` in the state at `seq`.
    ///
    /// - Throws: `SessionError`, `TimelineError`, `CommandError.neverAnything`, `CommandError.noSuchPointer`.
    init(of place: Pointer, at seq: Int, in timeline: Timeline) throws {
        let states = UnknownStates(of: timeline)
        guard let writing = try timeline.blame(place, at: seq, states) else {
            throw try MissingPointer.error(for: place, in: timeline) { .neverAnything(place, seq: seq, elsewhere: $0) }
        }
        self.place = place
        self.seq = seq
        self.timeline = timeline
        self.states = states
        self.writing = writing
    }

    /// Calls `body` with the lines for people: the first one tells who, those for the children come after an empty one.
    /// `step` is called before each child.
    ///
    /// - Throws: `SessionError`, or what `step` throws.
    func forEachLine(style: Style, step: (String) throws -> Void = { _ in }, _ body: (String) -> Void) throws {
        let text = try WritingText(writing, in: timeline, style: style)
        body(text.headline(for: place))
        for line in text.details(for: place) { body("  \(line)") }
        for line in try text.changes() { body("  \(line)") }
        let children = try self.children()
        guard !children.isEmpty else { return }
        body("")
        let typeWidth = max(try timeline.session.longestTypeName(), WritingText.firstStateType.count)
        for (number, child) in children.enumerated() {
            try step("\(number) of \(children.count)")
            guard let writing = try timeline.blame(child.pointer, at: seq, states) else { continue }
            let text = try WritingText(writing, in: timeline, style: style)
            let rest = "\(style.name(child.pointer.description))  \(BriefText.text(of: child.value))"
            body(text.line(seqWidth: String(seq).count, typeWidth: typeWidth, rest: rest))
        }
    }

    /// The JSON document. `step` is called before each child.
    ///
    /// - Throws: `SessionError`, or what `step` throws.
    func json(step: (String) throws -> Void = { _ in }) throws -> Tree {
        let children = try self.children()
        let parts = try children.enumerated().map { number, child -> Tree in
            try step("\(number) of \(children.count)")
            let members: [(String, Tree)] = [("child", .string(child.pointer.description))]
            let writing = try timeline.blame(child.pointer, at: seq, states)
            guard let writing else { return Tree(members: members) }
            return Tree(members: members + (try WritingText(writing, in: timeline, style: Style(isOn: false)).json))
        }
        let own = try WritingText(writing, in: timeline, style: Style(isOn: false)).json
        return Tree(members: own + (children.isEmpty ? [] : [("children", Tree(elements: parts))]))
    }

    private func children() throws -> [(pointer: Pointer, value: Tree)] {
        switch try timeline.value(at: seq, place) {
        case .object(let object): zip(object.keys, object.values).map { (place.appending($0), $1) }
        case .array(let array): array.elements.enumerated().map { (place.appending($0.offset), $0.element) }
        default: []
        }
    }
}

extension Timeline {
    /// As `blame(_:at:)`, after what was done since, and right before it, is known as far as that is possible.
    fileprivate func blame(_ place: Pointer, at seq: Int, _ states: UnknownStates) throws -> Writing? {
        if let gap = try gap(endingWith: seq) {
            try states.prepare(allIn: path(from: max(first, try parent(of: gap.first)), to: seq).ranges)
        }
        guard let writing = try blame(place, at: seq) else { return nil }
        let start = try writing.gap.map { try parent(of: $0.first) } ?? writing.seq
        guard try states.prepare(allIn: path(from: max(first, start), to: seq).ranges) else { return writing }
        return try blame(place, at: seq)
    }
}
