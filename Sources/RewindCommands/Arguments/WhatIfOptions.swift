import ArgumentParser
import RewindReplay
import RewindSession
import RewindTree
import RewindTimeline

/// The options that change the actions of a re-run.
struct WhatIfOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Skip an action, or all that match a @Type with *", valueName: "ref"))
    var skip: [LazyArgument<PointInTime>] = []

    @Option(
        help: ArgumentHelp(
            "Add an action after REF, as in 12:{\"type\":\"PopScreenAction\"}",
            valueName: "ref:json"
        )
    )
    var insert: [LazyArgument<ReferencePair<InsertedAction>>] = []

    @Option(
        help: ArgumentHelp(
            "Replace a payload, as in 12:{\"isLoading\":true}, or a type and payload",
            valueName: "ref:json"
        )
    )
    var edit: [LazyArgument<ReferencePair<EditedAction>>] = []

    @Option(help: ArgumentHelp("Move the first action to after the second", valueName: "ref:ref"))
    var reorder: [LazyArgument<ReferencePair<PointInTime>>] = []

    /// True if no action is changed.
    var isEmpty: Bool { skip.isEmpty && insert.isEmpty && edit.isEmpty && reorder.isEmpty }

    /// Resolves the options in a session, of which the actions up to `end` are re-run.
    ///
    /// - Throws: `CommandError.malformedChange`, `TimelineError`, `SessionError`.
    func whatIf(in timeline: Timeline, to end: Int) throws -> WhatIf {
        var whatIf = WhatIf()
        for reference in skip { whatIf.skipped.formUnion(try Self.seqs(of: reference.value, in: timeline, to: end)) }
        for pair in insert {
            let (reference, action) = try pair.value.parts
            let seq = try timeline.seq(of: reference)
            whatIf.insertions.append(WhatIf.Insertion(after: seq, type: action.type, payload: action.payload))
        }
        for pair in edit {
            let (reference, action) = try pair.value.parts
            let seq = try timeline.seq(of: reference)
            whatIf.edits.append(WhatIf.Edit(seq: seq, type: action.type, payload: action.payload))
        }
        for pair in reorder {
            let (reference, target) = try pair.value.parts
            whatIf.moves.append(
                WhatIf.Move(seq: try timeline.seq(of: reference), after: try timeline.seq(of: target))
            )
        }
        return whatIf
    }

    /// Returns the seq that a REF names; of a type with wildcards, those of all such actions on the way to `end`.
    private static func seqs(of reference: PointInTime, in timeline: Timeline, to end: Int) throws -> [Int] {
        guard case .type(let glob) = reference.base, reference.steps == 0, reference.lead == nil,
            glob.contains(where: { "*?[".contains($0) })
        else { return [try timeline.seq(of: reference)] }
        var filter = ActionFilter()
        filter.typeGlobs = [glob]
        filter.readsPayloads = false
        let path = try timeline.path(to: end)
        var seqs: [Int] = []
        try timeline.forEachAction(filter, touching: nil) { record in
            if path.contains(record.seq) { seqs.append(record.seq) }
            return true
        }
        guard !seqs.isEmpty else { throw TimelineError.noActionOfType(glob) }
        return seqs
    }
}

/// A REF and a second part, split at the first colon that makes both valid: a bookmark has a colon, too.
struct ReferencePair<Rest: PairedWithReference>: ArgumentValue {
    let parts: (reference: PointInTime, rest: Rest)

    init(argument: String) throws {
        for colon in argument.indices where argument[colon] == ":" {
            if let reference = try? PointInTime(parsing: String(argument[..<colon])),
                let rest = try? Rest(argument: String(argument[argument.index(after: colon)...]))
            {
                parts = (reference, rest)
                return
            }
        }
        throw CommandError.malformedChange(option: Rest.option, argument)
    }
}

/// The second part of an option that begins with a REF.
protocol PairedWithReference: ArgumentValue {
    static var option: String { get }
}

extension PointInTime: PairedWithReference {
    static var option: String { "--reorder" }
}

/// An action to insert: `{"type": …, "payload": …}`, with an optional payload.
struct InsertedAction: PairedWithReference {
    static let option = "--insert"

    let type: String
    let payload: Tree

    init(argument: String) throws {
        guard let (type, payload) = WhatIf.action(of: try Tree(parsing: argument)) else {
            throw CommandError.malformedChange(option: Self.option, argument)
        }
        (self.type, self.payload) = (type, payload ?? Tree(members: []))
    }
}

/// The new payload of an action, or its new type and payload.
struct EditedAction: PairedWithReference {
    static let option = "--edit"

    let type: String?
    let payload: Tree

    init(argument: String) throws {
        let json = try Tree(parsing: argument)
        if let (type, payload) = WhatIf.action(of: json), let payload {
            (self.type, self.payload) = (type, payload)
        } else {
            (type, payload) = (nil, json)
        }
    }
}

/// An action to dispatch.
struct DispatchedAction {
    let type: String
    let payload: Tree

    /// Creates an action from JSON, `{"type": …, "payload": …}` with an optional payload, or from a type and the JSON text
    /// of its payload, which by default has no members. An action of JavaScript with other members is its own payload.
    ///
    /// - Throws: `CommandError.malformedAction`.
    init(_ text: String, payload: String?) throws {
        let action: (type: String, payload: Tree?)? =
            switch payload {
            case nil where text.hasPrefix("{"):
                (try? Tree(parsing: text)).flatMap { action in
                    WhatIf.action(of: action) ?? action.child("type")?.string.map { ($0, action) }
                }
            case nil where !text.isEmpty: (text, nil)
            case let payload? where !text.isEmpty && !text.hasPrefix("{"):
                (try? Tree(parsing: payload)).map { (text, $0) }
            default: nil
            }
        guard let action else {
            throw CommandError.malformedAction([text, payload].compactMap(\.self).joined(separator: " "))
        }
        (type, self.payload) = (action.type, action.payload ?? Tree(members: []))
    }

    /// The action as JSON.
    var text: String {
        Tree(members: [("type", .string(type)), ("payload", payload)]).text
    }
}
