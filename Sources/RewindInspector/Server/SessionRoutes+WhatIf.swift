import RewindReplay
import RewindTimeline
import RewindTree

extension SessionRoutes {
    /// The maximum number of changes.
    private static let mostChanges = 1_000

    /// Answers `whatif` requests: the results of re-running a session with changed actions.
    ///
    /// - Throws: `InspectorError`, `SessionError`.
    func whatIf(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        guard let runner = watch.session.app.whatIf else { throw InspectorError.noReducer }
        let changes = try Self.changes(parameters)
        let end = try parameters.requiredNumber("end")
        try await watch.session.check(end)
        let asked = WhatIfRunner.Question(url: watch.session.url, changes: changes, end: end)
        let track = await watch.whatIf.track(asked, runner, describe: watch.describe)
        switch question {
        case "whatif": return track.answer()
        case "whatif/next":
            let seq = try parameters.requiredNumber("from")
            return SeqAnswer(seq: track.next(from: seq, isReversed: parameters.text("reverse") == "1"))
        case "whatif/diff", "whatif/screen":
            let seq = try parameters.requiredNumber("at")
            guard try await watch.session.isOnPath(seq, to: end) else { throw InspectorError.badParameter("at") }
            guard let difference = track.difference(at: seq) else { throw InspectorError.notRerunYet(seq) }
            if question == "whatif/screen" {
                return try await watch.session.screen(at: seq, otherBy: difference)
            }
            let whole = try Set(parameters.texts("all").map(RequestParameters.pointer))
            return try await watch.session.diff(at: seq, by: difference, whole: whole)
        default: throw InspectorError.noSuchRequest
        }
    }

    /// Returns the changes, in the form of the options of `rewind replay`, with numbers as references.
    ///
    /// - Throws: `InspectorError.badParameter`.
    private static func changes(_ parameters: RequestParameters) throws -> WhatIf {
        func seq(_ text: Substring, _ name: String, from least: Int = 1) throws -> Int {
            guard let seq = Int(text), seq >= least else { throw InspectorError.badParameter(name) }
            return seq
        }
        /// Splits each value at its first colon.
        func pairs(_ name: String) throws -> [(Substring, rest: Substring)] {
            try parameters.texts(name).map { text in
                let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw InspectorError.badParameter(name) }
                return (parts[0], parts[1])
            }
        }
        func json(_ text: Substring, _ name: String) throws -> Tree {
            do {
                return try Tree(parsing: String(text))
            } catch {
                throw InspectorError.badParameter(name)
            }
        }
        var changes = WhatIf()
        changes.skipped = try Set((parameters.text("skip") ?? "").split(separator: ",").map { try seq($0, "skip") })
        changes.edits = try pairs("edit").map { first, rest in
            WhatIf.Edit(seq: try seq(first, "edit"), json: try json(rest, "edit"))
        }
        changes.insertions = try pairs("insert").map { first, rest in
            let (after, json) = (try seq(first, "insert", from: 0), try json(rest, "insert"))
            guard let insertion = WhatIf.Insertion(after: after, json: json) else {
                throw InspectorError.badParameter("insert")
            }
            return insertion
        }
        changes.moves = try pairs("reorder").map { first, rest in
            WhatIf.Move(seq: try seq(first, "reorder"), after: try seq(rest, "reorder", from: 0))
        }
        let count = changes.skipped.count + changes.edits.count + changes.insertions.count + changes.moves.count
        guard (1...mostChanges).contains(count) else { throw InspectorError.badParameter("skip") }
        return changes
    }
}

extension InspectedSession {
    fileprivate func isOnPath(_ seq: Int, to end: Int) throws -> Bool {
        try check(seq)
        return try timeline().isAncestor(seq, of: end)
    }

    /// Returns the difference from the recorded state to that of a re-run, given as a patch.
    fileprivate func diff(at seq: Int, by patch: Patch, whole: Set<Pointer>) throws -> DiffAnswer {
        if let unknown = try unknown(at: seq) { return DiffAnswer(from: seq, to: seq, unknown: unknown) }
        let state = try timeline().state(at: seq)
        let other = try other(state, by: patch, at: seq)
        let difference = StateDifference(from: state, to: other)
        return DiffAnswer(from: seq, to: seq, difference, in: other, whole: whole, slices: try slices())
    }

    /// Returns the screen of a re-run's state, given as a patch of the recorded one.
    fileprivate func screen(at seq: Int, otherBy patch: Patch) throws -> ScreenAnswer {
        let state = try timeline().state(at: seq)
        return try screen(of: other(state, by: patch, at: seq), before: state)
    }

    private func other(_ state: Tree, by patch: Patch, at seq: Int) throws -> Tree {
        // The session may have been replaced by another one.
        guard let other = try? state.applying(patch) else { throw InspectorError.noSuchAction(seq) }
        return other
    }
}
