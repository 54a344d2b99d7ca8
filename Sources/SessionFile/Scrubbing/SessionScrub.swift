import Foundation
import GRDB
import StateTree

/// Takes values out of a closed session for good.
package struct SessionScrub {
    /// What is to go.
    package enum Target: Sendable {
        /// The values at these pointers, in every state; and the texts in them, wherever else they are.
        case pointers([Pointer])
        /// Everything that a regular expression matches.
        case pattern(String)
    }

    /// What was taken out.
    package struct Report: Sendable {
        /// How many different texts.
        package let texts: Int
        /// How many different values at the pointers hold no text, or only shorter ones than are looked for elsewhere.
        package let shortValues: Int
        /// How many of the texts are also a part of a name, of a member or a type, and stay there.
        package let names: Int
        package let actions: Int
    }

    /// Shorter numbers are not looked for elsewhere: they may be anything there. In digits.
    private static let leastNumberLength = 8

    private let pointers: [Pointer]
    private let scrubber: Scrubber
    private var shortValues = 0
    private var texts: Set<String> = []
    /// The state that was masked last, and what it became: mostly the next action begins there.
    private var latest: (state: Tree, masked: Tree)?

    /// Replaces `target` in the session at `url` by a mask. The whole file is written anew, and takes the place of the
    /// old one when it is proved that none of what was taken out is left in it.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `SessionError`: `.beingRecorded` while the session's app is at work, `.scrubIncomplete` when something
    ///   is left, `.malformedPattern`; or what `step` throws. The session is as it was then.
    package static func run(
        _ url: URL,
        _ target: Target,
        step: @escaping SessionProgress.Step = { _ in }
    ) throws -> Report {
        let session = try SessionReader(opening: url)
        defer { session.close() }
        guard !session.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let replacement = try SessionReplacement(of: url)
        var scrub = try SessionScrub(target, in: session, step)
        let draft = URL(fileURLWithPath: url.path + "-scrub")
        let packed = URL(fileURLWithPath: url.path + "-scrub2")
        defer { for url in [draft, packed] { unlink(url.path) } }
        for url in [draft, packed] { unlink(url.path) }
        let actions = try scrub.write(session, to: draft, step)
        if session.form == .packed { _ = try SessionPacking.write(draft, to: packed, as: .packed, step: step) }
        let result = session.form == .packed ? packed : draft
        let names = try scrub.prove(result, step)
        session.close()
        try replacement.finish(with: result)
        return Report(
            texts: scrub.scrubber.removed.union(scrub.texts).count,
            shortValues: scrub.shortValues,
            names: names,
            actions: actions
        )
    }

    private init(_ target: Target, in session: SessionReader, _ step: SessionProgress.Step) throws {
        switch target {
        case .pattern(let pattern):
            guard let expression = try? NSRegularExpression(pattern: pattern) else {
                throw SessionError.malformedPattern(pattern)
            }
            pointers = []
            scrubber = Scrubber(.pattern(expression))
        case .pointers(let pointers):
            self.pointers = pointers
            (texts, shortValues) = try session.read { _ in try Self.texts(at: pointers, in: session, step) }
            scrubber = Scrubber(.texts(TextFinder(texts)))
        }
    }

    /// The texts in all values that the pointers ever had, and how many values have none.
    private static func texts(
        at pointers: [Pointer],
        in session: SessionReader,
        _ step: SessionProgress.Step
    ) throws -> (Set<String>, Int) {
        var texts: Set<String> = []
        var short: Set<Tree> = []
        func collect(_ tree: Tree) {
            switch tree {
            case .array(let array): array.elements.forEach(collect)
            case .object(let object): object.values.forEach(collect)
            case .string(let text) where text.utf8.count >= TextFinder.leastLength:
                if !Scrubber.mask.contains(text) { texts.insert(text) }
            case .integer, .double, .number:
                if tree.text.utf8.count >= leastNumberLength { texts.insert(tree.text) } else { short.insert(tree) }
            case .string, .bool, .null: short.insert(tree)
            }
        }
        var latest = [Tree?](repeating: nil, count: pointers.count)
        func look(at state: Tree?) {
            for (index, pointer) in pointers.enumerated() {
                guard let value = state?[pointer] else { continue }
                if latest[index].map({ $0.isIdentical(to: value) }) != true { collect(value) }
                latest[index] = value
            }
        }
        var walk = try SessionWalk(session)
        let total = try session.lastSeq() - walk.first.seq
        look(at: walk.first.state)
        while let action = try walk.next() {
            try walk.tell(.reading, of: total, step)
            look(at: action.after)
        }
        return (texts, short.count)
    }

    private func masked(_ state: Tree) -> Tree {
        let state = scrubber.tree(state)
        return pointers.reduce(state) { state, pointer in
            guard state[pointer] != nil else { return state }
            return (try? state.applying(Patch([.replace(pointer, .string(Scrubber.mask))]))) ?? state
        }
    }

    /// Writes the session without what is to go; gives the number of its actions.
    private mutating func write(_ session: SessionReader, to url: URL, _ step: SessionProgress.Step) throws -> Int {
        var walk = try SessionWalk(session)
        let total = try session.lastSeq() - walk.first.seq
        let copy = try SessionCopy(of: session, to: url, text: scrubber.text)
        var actions = 0
        do {
            try copy.write(&walk, first: masked(walk.first.state)) { walk in
                guard let action = try walk.next() else { return nil }
                try walk.tell(.writing, of: total, step)
                actions += 1
                return scrubbed(action)
            }
            try copy.finish(at: walk.seq, text: scrubber.text)
        } catch {
            copy.discard(url)
            throw error
        }
        return actions
    }

    private mutating func scrubbed(_ step: SessionWalk.Step) -> (record: ActionRecord, state: Tree?) {
        var record = step.record
        let before = step.before.map { state in
            if let latest, latest.state.isIdentical(to: state) { return latest.masked }
            return masked(state)
        }
        let after = step.after.map(masked)
        if let state = step.after, let after { latest = (state, after) }
        record.type = scrubber.name(ofType: record.type)
        record.payload = record.payload.map(scrubber.tree)
        record.origin = record.origin.map(scrubber.text)
        record.error = record.error.map(scrubber.text)
        record.patch = record.patch.map { patch in
            let changed = scrubber.patch(patch)
            guard let before, let after else { return changed }
            let touches = patch.pointers.contains { place in
                pointers.contains { $0.isPrefix(of: place) || place.isPrefix(of: $0) }
            }
            // What holds a value that is gone, or whose elements have moved, needs other operations.
            if !touches, (try? before.applying(changed)) == after { return changed }
            return after.patch(from: before)
        }
        return (record, after)
    }

    /// Proves that nothing is left in the file at `url`; gives how many texts are a part of a name.
    private func prove(_ url: URL, _ step: SessionProgress.Step) throws -> Int {
        let found = try ScrubProof.texts(scrubber.removed.union(texts), in: url, step)
        guard !found.isEmpty else { return 0 }
        var names = scrubber.names.union([Scrubber.mask, SessionFormat.schema, PackedForm.schema])
        let session = try SessionReader(opening: url)
        defer { session.close() }
        for (key, value) in try session.facts() { names.formUnion([key, value]) }
        names.formUnion(ActionRecord.Status.allCases.map(\.rawValue) + ActionRecord.Coder.allCases.map(\.rawValue))
        try session.forEachTypeName { names.insert($0) }
        let left = found.filter { text in !names.contains { $0.contains(text) } }
        guard left.isEmpty else { throw SessionError.scrubIncomplete(texts: left.count) }
        return found.count
    }
}
