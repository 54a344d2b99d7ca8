#if os(macOS) || os(Linux)

import RewindTree
import RewindTimeline

/// The action that wrote a value, and those that wrote its members or elements.
struct BlameReport: Report {
    private let pointer: Pointer
    private let seq: Int
    private let write: WriteReport
    /// The payload of the action that wrote the value; nil if there is none.
    private let payload: Tree?
    private let children: [Child]
    private let typeWidth: Int

    /// Finds the actions that wrote the value at `pointer` in the state at `seq`. `progress` is called before each
    /// child.
    ///
    /// - Throws: `SessionError`, `TimelineError`, `CommandError.neverAnything`, `CommandError.noSuchPointer`, or any
    ///   error of `progress`.
    init(
        of pointer: Pointer,
        at seq: Int,
        in timeline: Timeline,
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        guard let found = try timeline.recoveredBlame(pointer, at: seq) else {
            throw try MissingPointer.error(for: pointer, at: seq, in: timeline) {
                .neverAnything(pointer, seq: seq, holder: $0, elsewhere: $1)
            }
        }
        (self.pointer, self.seq) = (pointer, seq)
        write = try WriteReport(found, in: timeline)
        payload = found.cause == .action ? try timeline.session.payload(of: found.seq) : nil
        let parts: [(pointer: Pointer, value: Tree)] =
            switch try timeline.value(at: seq, pointer) {
            case .object(let object): zip(object.keys, object.values).map { (pointer.appending($0), $1) }
            case .array(let array): array.elements.enumerated().map { (pointer.appending($0.offset), $0.element) }
            default: []
            }
        children = try parts.enumerated().map { number, part in
            try progress(number, parts.count)
            let found = try timeline.recoveredBlame(part.pointer, at: seq)
            return Child(
                pointer: part.pointer,
                value: part.value,
                write: try found.map { try WriteReport($0, in: timeline) }
            )
        }
        typeWidth = try WriteReport.typeWidth(in: timeline)
    }

    func encode(to encoder: any Encoder) throws {
        try write.encode(to: encoder)
        try encoder.encode(["payload": payload, "children": children.isEmpty ? nil : children])
    }

    /// Returns the lines: first the writer of the value, then, after an empty line, those of its children.
    func lines(style: Style) throws -> [String] {
        var own = write.details(for: pointer, style: style)
        if let payload, payload != Tree(members: []) {
            own.append("payload \(BriefText.text(of: payload, limit: 200))")
        }
        own += write.changes(style: style)
        let others = children.compactMap { child in
            child.write.map { write in
                let rest = "\(style.name(child.pointer.description))  \(BriefText.text(of: child.value))"
                return write.line(seqWidth: String(seq).count, typeWidth: typeWidth, rest: rest, style: style)
            }
        }
        let lines = [write.headline(for: pointer, style: style)] + own.map { "  \($0)" }
        return lines.map { Cells.fitted($0) } + (children.isEmpty ? [] : [""] + others)
    }

    /// A member or element, and the action that wrote it.
    private struct Child: Encodable {
        let pointer: Pointer
        let value: Tree
        let write: WriteReport?

        func encode(to encoder: any Encoder) throws {
            try write?.encode(to: encoder)
            try encoder.encode(["child": pointer.description])
        }
    }
}

extension Timeline {
    /// Like `blame(_:at:)`, but first recovers the states since the write and right before it.
    fileprivate func recoveredBlame(_ pointer: Pointer, at seq: Int) throws -> Write? {
        if let gap = try gap(endingWith: seq) {
            try know(allIn: path(from: max(first, try parent(of: gap.first)), to: seq).ranges)
        }
        guard let write = try blame(pointer, at: seq) else { return nil }
        let start = try write.gap.map { try parent(of: $0.first) } ?? write.seq
        guard try know(allIn: path(from: max(first, start), to: seq).ranges) else { return write }
        return try blame(pointer, at: seq)
    }
}

#endif
