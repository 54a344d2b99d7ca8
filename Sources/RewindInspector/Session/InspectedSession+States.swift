import RewindTimeline
import RewindTree

extension InspectedSession {
    private static let mostChildren = 1_000
    private static let mostJSON = 1 << 20

    /// Checks that a state with this seq exists.
    ///
    /// - Throws: `InspectorError.noSuchState`.
    func check(_ seq: Int) throws {
        let timeline = try timeline()
        guard seq >= timeline.first, seq <= timeline.last else {
            throw InspectorError.noSuchState(seq, first: timeline.first, last: timeline.last)
        }
    }

    /// Returns the seq of the state that an action was applied to; for the first state, its own.
    private func parent(of seq: Int) throws -> Int {
        let timeline = try timeline()
        return seq == timeline.first ? seq : max(timeline.first, try timeline.parent(of: seq))
    }

    func diff(from: Int?, to: Int, whole: Set<Pointer>) throws -> DiffAnswer {
        try check(to)
        let from = try from ?? parent(of: to)
        try check(from)
        let timeline = try timeline()
        for seq in [from, to] {
            if let unknown = try unknown(at: seq) { return DiffAnswer(from: from, to: to, unknown: unknown) }
        }
        let (old, new) = (try timeline.state(at: from), try timeline.state(at: to))
        // There is no state before the first one, which adds all its members, as the first action of most apps does.
        let isBeginning = (to == timeline.first && from == to) || old == .null
        let before: Tree = if isBeginning, case .object = new { [:] } else { old }
        let difference = StateDifference(from: before, to: new)
        return DiffAnswer(from: from, to: to, difference, in: new, whole: whole, slices: try slices())
    }

    /// Returns the first unknown effect before a state; nil if the state is known.
    func unknown(at seq: Int) throws -> DiffAnswer.Unknown? {
        guard let gap = try timeline().gap(endingWith: seq) else { return nil }
        return DiffAnswer.Unknown(action: gap.first, lastKnown: try parent(of: gap.first))
    }

    /// Returns one level of a state, with the differences from another state.
    func state(at seq: Int, _ pointer: Pointer, against other: Int?, from: Int, count: Int) throws -> StateAnswer {
        try check(seq)
        let timeline = try timeline()
        let before = try other ?? parent(of: seq)
        try check(before)
        let value = try timeline.state(at: seq)[pointer]
        let old = before == seq ? value : try timeline.state(at: before)[pointer]
        let children = Self.children(of: value)
        let start = min(max(0, from), children.count)
        let part = children[start..<min(children.count, start + max(0, min(count, Self.mostChildren)))]
        let valuesBefore = ElementsBefore(old, value)
        return StateAnswer(
            value: BriefValue(value),
            children: part.map { key, child in
                let was = valuesBefore[key]
                let isSame = was.map { $0.isIdentical(to: child) || $0 == child } ?? false
                let isInside = !isSame && child.isContainer && (was?.isContainer ?? false)
                let hasLength = isInside && Self.length(of: child) != Self.length(of: was)
                return StateAnswer.Child(
                    key: key,
                    value: BriefValue(child),
                    changed: isSame || isInside ? nil : true,
                    was: isSame || (isInside && !hasLength) ? nil : was.map { BriefValue($0) },
                    inside: isInside ? true : nil
                )
            },
            total: children.count,
            change: children.firstIndex { key, child in
                valuesBefore[key].map { !($0.isIdentical(to: child) || $0 == child) } ?? true
            }
        )
    }

    /// Returns the number of elements of an array.
    private static func length(of value: Tree?) -> Int? {
        guard case .array(let elements)? = value else { return nil }
        return elements.count
    }

    private static func children(of value: Tree?) -> [(key: String, value: Tree)] {
        switch value {
        case .array(let elements)?: elements.enumerated().map { (String($0.offset), $0.element) }
        case .object(let members)?: MemberOrder.recorded(members)
        default: []
        }
    }

    func json(at seq: Int, _ pointer: Pointer) throws -> TextAnswer {
        try check(seq)
        return TextAnswer(try timeline().value(at: seq, pointer)?.prettyText ?? "", limit: Self.mostJSON)
    }

    func screen(at seq: Int) throws -> ScreenAnswer {
        try check(seq)
        let timeline = try timeline()
        let gap = try timeline.gap(endingWith: seq)
        var answer = try screen(of: timeline.state(at: seq), before: timeline.state(at: parent(of: seq)))
        answer.lastKnown = try gap.map { try parent(of: $0.first) }
        answer.screenshot = screenshot(at: seq)
        return answer
    }

    /// Returns the screen of a state; if the app draws none, a summary with the differences from another state.
    func screen(of state: Tree, before old: @autoclosure () throws -> Tree) throws -> ScreenAnswer {
        var answer = ScreenAnswer()
        switch app.screen(state) {
        case .html(let html)?: answer.html = html
        case .text(let text)?: answer.text = text
        case nil: answer.slices = try summary(of: state, before: old())
        }
        return answer
    }

    /// Returns the slices of a state, with some of the members of each.
    private func summary(of state: Tree, before old: Tree) throws -> [ScreenAnswer.Slice] {
        let (mostSlices, mostMembers) = (40, 12)
        let slices = try slices()
        func isUnchanged(_ value: Tree, _ was: Tree?) -> Bool { was?.isIdentical(to: value) ?? false || was == value }
        guard case .object = state else {
            // A state without slices is shown as one.
            let before = ElementsBefore(old, state)
            let members = state.isContainer ? MemberOrder.members(of: state) : [("", state)]
            return [
                ScreenAnswer.Slice(
                    slice: -1,
                    name: "",
                    members: members.prefix(mostSlices).map { key, member in
                        let was = key.isEmpty ? old : before[key]
                        return .init(
                            key: key,
                            value: BriefValue(member),
                            changed: isUnchanged(member, was) ? nil : true
                        )
                    },
                    more: members.count > mostSlices ? members.count - mostSlices : nil,
                    changed: isUnchanged(state, old) ? nil : true
                )
            ]
        }
        return Self.children(of: state).prefix(mostSlices).map { name, value in
            let was = old.child(name)
            let members = value.isContainer ? MemberOrder.members(of: value) : [("", value)]
            return ScreenAnswer.Slice(
                slice: SliceNumber.of(name, in: slices) ?? -1,
                name: name,
                members: members.prefix(mostMembers).map { key, member in
                    let before = key.isEmpty ? was : was?.child(key)
                    return .init(key: key, value: BriefValue(member), changed: before == member ? nil : true)
                },
                more: members.count > mostMembers ? members.count - mostMembers : nil,
                changed: isUnchanged(value, was) ? nil : true
            )
        }
    }
}

/// The previous members or elements of a value.
private struct ElementsBefore {
    private let old: Tree?
    /// Nil unless both values are arrays.
    private let pairs: ElementMatching?

    init(_ old: Tree?, _ new: Tree?) {
        self.old = old
        if case .array(let old)? = old, case .array(let new)? = new {
            pairs = ElementMatching(old, new)
        } else {
            pairs = nil
        }
    }

    subscript(key: String) -> Tree? {
        guard let pairs, let index = Pointer.index(of: key) else { return old?.child(key) }
        return pairs.source(of: index).flatMap { old?.child(String($0)) }
    }
}
