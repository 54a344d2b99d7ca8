import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Takes values out of a closed session for good.
package struct SessionScrub {
    /// What is to go.
    package enum Target: Sendable {
        /// The values at these pointers, in every state; and the texts in them, wherever else they are.
        case pointers([Pointer])
        /// Everything that a regular expression matches.
        case pattern(String)
    }

    /// What was taken out, and what was left.
    package struct Report: Sendable {
        /// How many different values at the pointers were masked.
        package let masked: Int
        /// How many different texts went wherever they were.
        package let texts: Int
        /// How many of them are too short to prove that they are gone.
        package let unproved: Int
        /// How many of the texts are also a part of a name, of a member or a type, and stay there.
        package let names: Int
        /// How many different values at the pointers are too short to be told from others, and went there only.
        package let shortValues: Int
        /// How many of these also stand elsewhere, and stay there: as a value, or as a word of an error or note.
        package let shortValuesLeft: Int
        package let actions: Int
    }

    /// What there is at the pointers.
    private struct Content {
        var values: Set<Digest> = []
        var texts: Set<String> = []
        var shortTexts: Set<String> = []

        mutating func add(_ tree: Tree) {
            switch tree {
            case .array(let array): array.elements.forEach { add($0) }
            case .object(let object): object.values.forEach { add($0) }
            case .string, .integer, .double, .number, .bool, .null:
                guard let (text, isShort) = ShortValues.text(of: tree), !Masks.isMask(text) else { return }
                if isShort { shortTexts.insert(text) } else { texts.insert(text) }
            }
        }
    }

    private let pointers: [Pointer]
    private let content: Content
    private let scrubber: Scrubber
    /// The state that was masked last, and what it became: mostly the next action begins there.
    private var latest: (state: Tree, masked: Tree)?

    /// Replaces `target` in the session at `url` by a mask. The whole file is written anew, and takes the place of the
    /// old one when it is proved that none of what was taken out is left in it.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `ScrubError`, `SessionError`, `.beingRecorded` among them while the session's app is at work; or what
    ///   `progress` throws. The session is as it was then.
    package static func run(
        _ url: URL,
        _ target: Target,
        masks: Masks = Masks(),
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        let session = try SessionReader(opening: url)
        defer { session.close() }
        guard !session.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let replacement = try SessionReplacement(of: url)
        var scrub = try SessionScrub(target, masks, in: session, progress)
        defer { replacement.discard() }
        let actions = try scrub.write(session, to: replacement.url, progress)
        if case .pattern(let pattern) = target, scrub.scrubber.removed.isEmpty {
            throw TimelineError.nothingMatches(pattern)
        }
        let names = try scrub.prove(replacement.url, progress)
        session.close()
        try replacement.finish()
        let (content, scrubber) = (scrub.content, scrub.scrubber)
        let texts = scrubber.removed.union(content.texts)
        return Report(
            masked: content.values.count,
            texts: texts.count,
            unproved: texts.count { $0.utf8.count < TextFinder.leastLength },
            names: names,
            shortValues: content.shortTexts.count,
            shortValuesLeft: scrubber.shortValues.met.count,
            actions: actions
        )
    }

    private init(
        _ target: Target,
        _ masks: Masks,
        in session: SessionReader,
        _ progress: SessionProgress.Handler
    ) throws {
        switch target {
        case .pattern(let pattern):
            guard let expression = try? NSRegularExpression(pattern: pattern) else {
                throw TimelineError.malformedPattern(pattern)
            }
            pointers = []
            content = Content()
            scrubber = Scrubber(.pattern(expression), masks: masks)
        case .pointers(let pointers):
            self.pointers = pointers
            content = try session.read { _ in try Self.content(at: pointers, in: session, progress) }
            scrubber = Scrubber(
                .texts(TextFinder(content.texts)),
                masks: masks,
                lookingOutFor: ShortValues(content.shortTexts)
            )
        }
    }

    /// All that the pointers ever held.
    private static func content(
        at pointers: [Pointer],
        in session: SessionReader,
        _ progress: SessionProgress.Handler
    ) throws -> Content {
        var content = Content()
        var digests = DigestCache()
        var latest = [Tree?](repeating: nil, count: pointers.count)
        func look(at value: Tree?, of index: Int) {
            guard let value else { return }
            defer { latest[index] = value }
            if latest[index]?.isIdentical(to: value) == true { return }
            if content.values.insert(digests.digest(of: value)).inserted { content.add(value) }
        }
        func look(at state: Tree) {
            for (index, pointer) in pointers.enumerated() { look(at: state[pointer], of: index) }
        }
        func look(at patch: Patch) {
            _ = patch.mapValues { location, value in
                for (index, pointer) in pointers.enumerated() {
                    let part =
                        pointer.isPrefix(of: location) ? value : pointer.from(location).flatMap { value[$0] }
                    look(at: part, of: index)
                }
                return value
            }
        }
        var cursor = try StateCursor(session)
        let total = try session.lastSeq() - cursor.first.seq
        look(at: cursor.first.state)
        while let action = try cursor.next() {
            try cursor.tell(.reading, of: total, progress)
            if let state = action.after { look(at: state) }
            if action.before == nil || action.after == nil, let patch = action.record.patch { look(at: patch) }
        }
        for (pointer, value) in zip(pointers, latest) where value == nil {
            throw ScrubError.nothingThere(pointer, last: cursor.seq)
        }
        return content
    }

    private func masked(_ state: Tree) -> Tree {
        // What is left anywhere else is looked out for, so the pointers come first.
        scrubber.tree(masked(state, at: pointers))
    }

    private func masked(_ tree: Tree, at pointers: [Pointer]) -> Tree {
        pointers.reduce(tree) { tree, pointer in
            guard let value = tree[pointer] else { return tree }
            return (try? tree.applying(Patch([.replace(pointer, scrubber.mask(value))]))) ?? tree
        }
    }

    /// A patch between states that are not both known.
    private func masked(_ patch: Patch) -> Patch {
        let masked = patch.mapValues { location, value in
            if pointers.contains(where: { $0.isPrefix(of: location) }) { return scrubber.mask(value) }
            return self.masked(value, at: pointers.compactMap { $0.from(location) })
        }
        return scrubber.patch(masked)
    }

    /// Writes the session without what is to go; gives the number of its actions.
    private mutating func write(_ session: SessionReader, to url: URL, _ progress: SessionProgress.Handler) throws
        -> Int
    {
        var cursor = try StateCursor(session)
        let total = try session.lastSeq() - cursor.first.seq
        let first = masked(cursor.first.state)
        let copy = try DerivedSession(of: session, at: url, first: first, text: scrubber.text)
        do {
            while let action = try cursor.next() {
                try cursor.tell(.writing, of: total, progress)
                let (record, state) = scrubbed(action)
                try copy.append(record, state: state)
            }
            try copy.finish(last: cursor.seq, text: scrubber.prose) {
                $0 >= cursor.first.seq && $0 <= cursor.seq ? $0 : nil
            }
        } catch {
            copy.discard()
            throw error
        }
        return cursor.seq - cursor.first.seq
    }

    private mutating func scrubbed(_ transition: StateCursor.Transition) -> (record: ActionRecord, state: Tree?) {
        var record = transition.record
        let before = transition.before.map { state in
            if let latest, latest.state.isIdentical(to: state) { return latest.masked }
            return masked(state)
        }
        let after = transition.after.map(masked)
        if let state = transition.after, let after { latest = (state, after) }
        record.type = scrubber.name(ofType: record.type)
        record.payload = record.payload.map(scrubber.tree)
        record.origin = record.origin.map(scrubber.text)
        record.error = record.error.map(scrubber.prose)
        record.patch = record.patch.map { patch in
            guard let before, let after else { return masked(patch) }
            let touches = patch.pointers.contains { location in
                pointers.contains { $0.isPrefix(of: location) || location.isPrefix(of: $0) }
            }
            // What holds a value that is gone, or whose elements have moved, needs other operations.
            if touches { return after.patch(from: before) }
            let changed = scrubber.patch(patch)
            return (try? before.applying(changed)) == after ? changed : after.patch(from: before)
        }
        return (record, after)
    }

    /// Proves that nothing is left in the file at `url`; gives how many texts are a part of a name.
    private func prove(_ url: URL, _ progress: SessionProgress.Handler) throws -> Int {
        let found = try ScrubProof.texts(scrubber.removed.union(content.texts), in: url, progress)
        guard !found.isEmpty else { return 0 }
        let session = try SessionReader(opening: url)
        defer { session.close() }
        var inNames: Set<String> = []
        func look(in name: String) {
            for text in found where !inNames.contains(text) && name.contains(text) { inNames.insert(text) }
        }
        scrubber.names.forEach(look)
        try session.forEachName(look)
        let fixed = try FormatTexts.all(in: session) + scrubber.masksMade
        let left = found.subtracting(inNames).filter { text in !fixed.contains { $0.contains(text) } }
        guard left.isEmpty else { throw ScrubError.incomplete(texts: left.count) }
        return inNames.count
    }
}
