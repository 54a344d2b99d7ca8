import RewindSession
import RewindTree

/// Tells where steps of undo begin.
///
/// Typing into a text is one step, whatever else changes meanwhile. An action is a keystroke of it when it puts a string
/// that it carries into the state, in the place of one of which it is the continuation, with something inserted or
/// deleted at one point; and when the action before it of the same type put that other string there. Between the two,
/// nothing may have changed that string, and nothing may have come that is a step of its own: only actions that do not
/// count, or, where steps join answers, any. There, actions of the types that came between keystrokes also belong to the
/// typing when they come after its last one, as the results of a search do.
struct UndoStepBoundaries {
    /// A keystroke that continues the typing.
    private struct Keystroke {
        /// The action that typed the keystroke before it.
        let previous: Int
        /// The types of the actions between the two.
        let between: Set<String>
        /// Where the text is.
        let fields: [Pointer]
    }

    /// How many actions may come between two keystrokes.
    private static let mostBetween = 32

    private let timeline: Timeline
    private let steps: UndoSteps
    private var types: [Int: String] = [:]
    private var patches: [Int: Patch?] = [:]
    private var texts: [Int: [Pointer: String]] = [:]
    private var keystrokes: [Int: Keystroke?] = [:]

    init(_ timeline: Timeline, _ steps: UndoSteps) {
        (self.timeline, self.steps) = (timeline, steps)
    }

    /// Whether a step begins with action `seq`. `next` are those that follow it on the way, as far as that is known.
    ///
    /// - Throws: `SessionError`.
    mutating func begins(_ seq: Int, next: some Sequence<Int>) throws -> Bool {
        guard !steps.isEachAction else { return true }
        guard steps.isUndoable(try type(of: seq)) else { return false }
        guard steps.groupsSameChanges else { return true }
        if try changesTheSame(seq) { return false }
        if try keystroke(seq) != nil { return false }
        guard steps.joinsAnswers else { return true }
        return try !isBetweenKeystrokes(seq, next) && !isAnswer(seq)
    }

    /// Whether the action before it is of the same type, and both change values at the same pointers, and nothing else.
    private mutating func changesTheSame(_ seq: Int) throws -> Bool {
        let parent = try timeline.parent(of: seq)
        guard parent > timeline.first, try type(of: parent) == type(of: seq), let patch = try patch(of: seq),
            // What comes or goes is no change of a field.
            !patch.operations.isEmpty, patch.operations.allSatisfy({ if case .replace = $0 { true } else { false } })
        else { return false }
        return try Set(patch.pointers) == self.patch(of: parent).map { Set($0.pointers) }
    }

    /// The keystroke that an action is; nil when it does not continue a typing.
    private mutating func keystroke(_ seq: Int) throws -> Keystroke? {
        if let known = keystrokes[seq] { return known }
        let keystroke = try findKeystroke(seq)
        keystrokes[seq] = .some(keystroke)
        return keystroke
    }

    private mutating func findKeystroke(_ seq: Int) throws -> Keystroke? {
        let type = try type(of: seq)
        var fields = try texts(of: seq)
        var between: Set<String> = []
        var previous = try timeline.parent(of: seq)
        for _ in 0...Self.mostBetween {
            guard !fields.isEmpty, previous > timeline.first else { return nil }
            let other = try self.type(of: previous)
            if other == type {
                let before = try texts(of: previous)
                let continued = fields.filter { pointer, text in
                    before[pointer].map { Self.isTyped(text, after: $0) } ?? false
                }
                guard !continued.isEmpty else { return nil }
                return Keystroke(previous: previous, between: between, fields: Array(continued.keys))
            }
            guard steps.joinsAnswers || !steps.isUndoable(other), let patch = try patch(of: previous) else {
                return nil
            }
            fields = fields.filter { pointer, _ in !patch.pointers.contains { $0.touches(pointer) } }
            between.insert(other)
            previous = try timeline.parent(of: previous)
        }
        return nil
    }

    /// Whether one of the next actions types the keystroke after one that was typed before this action.
    private mutating func isBetweenKeystrokes(_ seq: Int, _ next: some Sequence<Int>) throws -> Bool {
        for action in next.prefix(Self.mostBetween) {
            // The seqs on a way ascend.
            if let keystroke = try keystroke(action), keystroke.previous < seq { return true }
        }
        return false
    }

    /// Whether an action comes after the last keystroke of a typing, and others of its type, and of those between, came
    /// between its keystrokes.
    private mutating func isAnswer(_ seq: Int) throws -> Bool {
        var answers: [Int] = []
        var current = seq
        while answers.count <= Self.mostBetween, current > timeline.first {
            if let last = try keystroke(current) {
                let types = Set(try answers.map { try type(of: $0) })
                let fields = last.fields
                for answer in answers {
                    guard let patch = try patch(of: answer),
                        !patch.pointers.contains(where: { pointer in fields.contains { pointer.touches($0) } })
                    else { return false }
                }
                return try types.isSubset(of: typesBetweenKeystrokes(upTo: last))
            }
            answers.append(current)
            current = try timeline.parent(of: current)
        }
        return false
    }

    private mutating func typesBetweenKeystrokes(upTo last: Keystroke) throws -> Set<String> {
        var types = last.between
        var current = last
        for _ in 0..<Self.mostBetween {
            guard let keystroke = try keystroke(current.previous) else { break }
            types.formUnion(keystroke.between)
            current = keystroke
        }
        return types
    }

    /// Whether `text` is `previous` with something inserted or deleted at one point.
    static func isTyped(_ text: String, after previous: String) -> Bool {
        let (old, new) = (Array(previous.utf8), Array(text.utf8))
        let length = min(old.count, new.count)
        guard old.count != new.count else { return false }
        var prefix = 0
        while prefix < length, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while prefix + suffix < length, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
        return prefix + suffix == length
    }

    /// The strings that an action puts into the state and carries itself, by where it puts them.
    private mutating func texts(of seq: Int) throws -> [Pointer: String] {
        if let known = texts[seq] { return known }
        var found: [Pointer: String] = [:]
        for operation in try patch(of: seq)?.operations ?? [] {
            switch operation {
            case .add(let pointer, .string(let text)), .replace(let pointer, .string(let text)): found[pointer] = text
            default: break
            }
        }
        if !found.isEmpty {
            let payload = try timeline.session.action(seq)?.payload ?? .null
            found = found.filter { payload.holds($0.value) }
        }
        texts[seq] = found
        return found
    }

    private mutating func patch(of seq: Int) throws -> Patch? {
        if let known = patches[seq] { return known }
        let patch = try timeline.session.row(seq, .patch) { try $0.storedPatch.map(Patch.init) } ?? nil
        patches[seq] = .some(patch)
        return patch
    }

    private mutating func type(of seq: Int) throws -> String {
        if let known = types[seq] { return known }
        let type = try timeline.session.type(of: seq)
        types[seq] = type
        return type
    }
}

extension Tree {
    /// Whether it is this string, or one somewhere within is.
    fileprivate func holds(_ text: String) -> Bool {
        switch self {
        case .string(let string): string == text
        case .array(let array): array.elements.contains { $0.holds(text) }
        case .object(let object): object.values.contains { $0.holds(text) }
        case .null, .bool, .integer, .double, .number: false
        }
    }
}
