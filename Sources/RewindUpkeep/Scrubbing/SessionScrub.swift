import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Permanently removes values from a closed session.
package struct SessionScrub {
    /// The values to remove.
    package enum Target: Sendable {
        /// The values at these pointers in every state, and their texts everywhere else. In a pointer, `*` stands for
        /// any member or element.
        case pointers([Pointer])
        /// The values of the members with these names in every state and payload, and their texts everywhere else.
        case keys(Set<String>)
        /// All matches of a regular expression.
        case pattern(String)
    }

    /// A short value that remains elsewhere, and the first such place.
    package struct Remainder: Sendable {
        package let text: String
        package let place: TextFind?
    }

    /// The result of a scrub.
    package struct Report: Sendable {
        /// The number of distinct values at the pointers that were masked.
        package let masked: Int
        /// The number of distinct texts that were removed everywhere.
        package let texts: Int
        /// The number of removed texts that are too short to verify their absence.
        package let unproved: Int
        /// The number of texts that remain as part of the name of a member or type.
        package let names: Int
        /// The number of distinct values at the pointers that are too short to recognize elsewhere, and were removed
        /// only there.
        package let shortValues: Int
        /// The number of short values that remain elsewhere, as a value or as a word of an error or note.
        package let shortValuesLeft: Int
        /// The first of these values, in order.
        package let remainders: [Remainder]
        package let actions: Int
    }

    /// The values at the pointers.
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
    /// The last masked state, with its mask: usually the next action starts from it.
    private var latest: (state: Tree, masked: Tree)?

    /// Replaces `target` in the session at `url` by masks. The whole file is rewritten, and replaces the old one after
    /// a check that it contains none of the removed texts.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `ScrubError`, `SessionError`, `.beingRecorded` while an app records the session; or an error of
    ///   `progress`. The session is then unchanged.
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
        let remainders = try scrub.remainders(in: replacement.url)
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
            remainders: remainders,
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
        case .pointers(let patterns):
            let pointers = try session.read { _ in try Self.pointers(matching: patterns, in: session, progress) }
            self.pointers = pointers
            content = try session.read { _ in try Self.content(at: pointers, in: session, progress) }
            scrubber = Scrubber(
                .texts(TextFinder(content.texts)),
                masks: masks,
                lookingOutFor: ShortValues(content.shortTexts)
            )
        case .keys(let keys):
            pointers = []
            content = try session.read { _ in try Self.content(of: keys, in: session, progress) }
            scrubber = Scrubber(
                .texts(TextFinder(content.texts)),
                keys: keys,
                masks: masks,
                lookingOutFor: ShortValues(content.shortTexts)
            )
        }
    }

    /// Returns the pointers that match the patterns in any state.
    private static func pointers(
        matching patterns: [Pointer],
        in session: SessionReader,
        _ progress: SessionProgress.Handler
    ) throws -> [Pointer] {
        var matches = PatternMatches(patterns)
        if matches.arePlain { return patterns }
        var cursor = try StateCursor(session)
        let total = try session.lastSeq() - cursor.first.seq
        matches.look(at: cursor.first.state)
        while let action = try cursor.next() {
            try cursor.tell(.reading, of: total, progress)
            if let state = action.after {
                matches.look(at: state)
            } else {
                action.record.patch.map { matches.look(at: $0) }
            }
        }
        if let pattern = matches.unmatched.first { throw ScrubError.nothingThere(pattern, last: cursor.seq) }
        return matches.pointers
    }

    /// Returns all values that members with these names ever had, in states and payloads.
    private static func content(
        of keys: Set<String>,
        in session: SessionReader,
        _ progress: SessionProgress.Handler
    ) throws -> Content {
        var content = Content()
        var digests = DigestCache()
        var missing = keys
        func add(_ value: Tree, of key: String) {
            missing.remove(key)
            if content.values.insert(digests.digest(of: value)).inserted { content.add(value) }
        }
        func look(at tree: Tree, after previous: Tree?) {
            if previous?.isIdentical(to: tree) == true { return }
            switch tree {
            case .object(let object):
                for (key, value) in zip(object.keys, object.values) {
                    let old = previous?.child(key)
                    if keys.contains(key) {
                        if old?.isIdentical(to: value) != true { add(value, of: key) }
                    } else {
                        StackRoom.growing { look(at: value, after: old) }
                    }
                }
            case .array(let array):
                for (index, value) in array.elements.enumerated() {
                    StackRoom.growing { look(at: value, after: previous?.child(String(index))) }
                }
            default: break
            }
        }
        var cursor = try StateCursor(session)
        let total = try session.lastSeq() - cursor.first.seq
        var latest = cursor.first.state
        look(at: latest, after: nil)
        while let action = try cursor.next() {
            try cursor.tell(.reading, of: total, progress)
            if let payload = action.record.payload { look(at: payload, after: nil) }
            if let state = action.after {
                look(at: state, after: latest)
                latest = state
            }
            guard action.before == nil || action.after == nil, let patch = action.record.patch else { continue }
            for operation in patch.operations {
                guard let value = operation.value else { continue }
                if let key = operation.path.tokens.first(where: keys.contains) { add(value, of: key) }
                look(at: value, after: nil)
            }
        }
        if let key = missing.sorted().first { throw ScrubError.noSuchKey(key) }
        return content
    }

    /// Returns all values that the pointers ever had.
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

    /// The maximum number of remaining values whose places are reported.
    private static let mostRemainders = 20

    /// Returns the short values that remain in the session at `url`, with the first place of each.
    private func remainders(in url: URL) throws -> [Remainder] {
        guard !scrubber.shortValues.met.isEmpty else { return [] }
        let session = try SessionReader(opening: url)
        defer { session.close() }
        return try scrubber.shortValues.met.sorted().prefix(Self.mostRemainders).map { text in
            var place: TextFind?
            try session.forEachFind(of: TextPattern(text), kinds: [.value]) { find in
                let isWhole = ShortValues.text(of: find.value)?.text == text
                if isWhole || find.part == .error { place = find }
                return place == nil
            }
            return Remainder(text: text, place: place)
        }
    }

    private func masked(_ state: Tree) -> Tree {
        // The pointers come first, as the scrubber records short values that remain elsewhere.
        scrubber.tree(masked(state, at: pointers))
    }

    private func masked(_ tree: Tree, at pointers: [Pointer]) -> Tree {
        pointers.reduce(tree) { tree, pointer in
            guard let value = tree[pointer] else { return tree }
            return (try? tree.applying(Patch([.replace(pointer, scrubber.mask(value))]))) ?? tree
        }
    }

    /// Masks a patch between states that are not both known.
    private func masked(_ patch: Patch) -> Patch {
        let masked = patch.mapValues { location, value in
            if pointers.contains(where: { $0.isPrefix(of: location) }) { return scrubber.mask(value) }
            return self.masked(value, at: pointers.compactMap { $0.from(location) })
        }
        return scrubber.patch(masked)
    }

    /// Writes the scrubbed session, and returns the number of its actions.
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
            // A container of a masked value, or an array whose elements moved, needs other operations.
            if touches { return after.patch(from: before) }
            let changed = scrubber.patch(patch)
            return (try? before.applying(changed)) == after ? changed : after.patch(from: before)
        }
        return (record, after)
    }

    /// Verifies that the file at `url` contains no removed text. Returns the number of texts that are part of a name.
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

/// An error in removing values from a session.
package enum ScrubError: Error, Hashable, Sendable {
    /// No state has a value at the pointer; `last` is the last action.
    case nothingThere(Pointer, last: Int)
    /// No state and no payload has a member with this name.
    case noSuchKey(String)
    /// This number of texts still occurs in the new file, which was discarded.
    case incomplete(texts: Int)
}
