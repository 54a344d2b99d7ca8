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
        /// The first of these texts, in order.
        package let textsInNames: [Remainder]
        /// The number of distinct values at the pointers that are too short to recognize elsewhere, and were removed
        /// only there.
        package let shortValues: Int
        /// The number of short values that remain elsewhere, as a value or as a word of an error or note.
        package let shortValuesLeft: Int
        /// The first of these values, in order.
        package let remainders: [Remainder]
        package let actions: Int
        /// The number of removed pictures: one may show what was removed.
        package let screenshots: Int
        /// True if a pattern matched nothing that earlier targets had left.
        package fileprivate(set) var isPatternUnmatched = false
    }

    /// Removes several targets, one after the other. An interruption leaves the earlier ones removed: call it with a
    /// copy. What one leaves in names, or elsewhere, another one may remove.
    ///
    /// - Throws: The errors of `run(_:_:masks:progress:)`; a pattern may match nothing, as an earlier target may have
    ///   contained all that it matched.
    package static func run(
        _ url: URL,
        _ targets: [Target],
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        let masks = Masks()
        var (reports, isPatternUnmatched): ([Report], Bool) = ([], false)
        for target in targets {
            do {
                reports.append(try run(url, target, masks: masks, progress: progress))
            } catch let error as TimelineError {
                guard case .nothingMatches = error, !reports.isEmpty else { throw error }
                isPatternUnmatched = true
            }
        }
        if reports.count == 1 {
            reports[0].isPatternUnmatched = isPatternUnmatched
            return reports[0]
        }
        let (named, short) = (reports.flatMap(\.textsInNames), reports.flatMap(\.remainders))
        let inNames = try remainders(named, [.key, .type], in: url) { _, _ in true }
        let values = try remainders(short, [.value], in: url, where: isShortValue)
        func sum(_ count: (Report) -> Int) -> Int { reports.reduce(0) { $0 + count($1) } }
        return Report(
            masked: sum(\.masked),
            texts: sum(\.texts),
            unproved: sum(\.unproved),
            names: sum(\.names) - named.count + inNames.count,
            textsInNames: inNames,
            shortValues: sum(\.shortValues),
            shortValuesLeft: sum(\.shortValuesLeft) - short.count + values.count,
            remainders: values,
            actions: reports[0].actions,
            screenshots: sum(\.screenshots),
            isPatternUnmatched: isPatternUnmatched
        )
    }

    /// Returns the remainders that are still in the session at `url`.
    private static func remainders(
        _ all: [Remainder],
        _ kinds: Set<TextFind.Kind>,
        in url: URL,
        where isMeant: (String, TextFind) -> Bool
    ) throws -> [Remainder] {
        try all.filter { try places(of: [$0.text], kinds, in: url, where: isMeant).contains { $0.place != nil } }
    }

    private static func isShortValue(_ text: String, in find: TextFind) -> Bool {
        find.part == .error || ShortValues.text(of: find.value)?.text == text
    }

    private let pointers: [Pointer]
    private let content: ScrubContent
    private let scrubber: Scrubber
    private let states: ScrubStates
    /// The places of values that are removed as a whole.
    private let places: PatternMatches
    /// Rules out actions without anything to remove; nil if all must be parsed.
    private var filter: ScrubFilter?
    /// The last masked state, with its mask: usually the next action starts from it.
    private var latest: (state: Tree, masked: Tree)?
    private var screenshots = 0

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
        let states = try ScrubStates(opening: url)
        let session = states.session
        defer { session.close() }
        guard !session.isLive else { throw SessionError.beingRecorded(path: url.path) }
        let replacement = try SessionReplacement(of: url)
        var scrub = try SessionScrub(target, masks, states, progress)
        defer { replacement.discard() }
        let actions = try scrub.write(to: replacement.url, progress)
        if case .pattern(let pattern) = target, scrub.scrubber.removed.isEmpty {
            throw TimelineError.nothingMatches(pattern)
        }
        let names = try scrub.prove(replacement.url, progress)
        let textsInNames = try Self.places(of: names, [.key, .type], in: replacement.url) { _, _ in true }
        let remainders = try scrub.remainders(in: replacement.url)
        session.close()
        try replacement.finish()
        let (content, scrubber) = (scrub.content, scrub.scrubber)
        let texts = scrubber.removed.union(content.texts)
        return Report(
            masked: content.values.count,
            texts: texts.count,
            unproved: texts.count { $0.utf8.count < TextFinder.minimumLength },
            names: names.count,
            textsInNames: textsInNames,
            shortValues: content.shortTexts.count,
            shortValuesLeft: scrubber.shortValues.met.count,
            remainders: remainders,
            actions: actions,
            screenshots: scrub.screenshots
        )
    }

    private init(_ target: Target, _ masks: Masks, _ states: ScrubStates, _ progress: SessionProgress.Handler) throws {
        self.states = states
        var keys: Set<String> = []
        switch target {
        case .pattern(let pattern):
            guard let expression = try? NSRegularExpression(pattern: pattern) else {
                throw TimelineError.malformedPattern(pattern)
            }
            pointers = []
            places = PatternMatches([])
            content = ScrubContent()
            scrubber = Scrubber(.pattern(expression), masks: masks)
            return
        case .pointers(let patterns):
            places = PatternMatches(patterns)
            let filter = ScrubFilter(places)
            let pointers = try Self.pointers(matching: places, filter, in: states, progress)
            self.pointers = pointers
            content = try ScrubContent(at: pointers, filter, in: states, progress)
        case .keys(let names):
            keys = names
            (pointers, places) = ([], PatternMatches([]))
            content = try ScrubContent(of: keys, ScrubFilter(keys: keys), in: states, progress)
        }
        let finder = TextFinder(content.texts)
        scrubber = Scrubber(
            .texts(finder),
            keys: keys,
            masks: masks,
            lookingOutFor: ShortValues(content.shortTexts)
        )
        filter = ScrubFilter(places, keys: keys, finder)
    }

    /// Returns the pointers that match the patterns in any state.
    private static func pointers(
        matching patterns: PatternMatches,
        _ filter: ScrubFilter,
        in states: ScrubStates,
        _ progress: SessionProgress.Handler
    ) throws -> [Pointer] {
        var matches = patterns
        if !matches.arePlain {
            try states.forEachChange(filter, progress) {
                matches.look(at: $0)
            } step: { step in
                if let state = step.after {
                    matches.look(at: state)
                } else {
                    step.record.patch.map { matches.look(at: $0) }
                }
            }
        }
        if let pattern = matches.unmatched.first { throw ScrubError.nothingThere(pattern, last: states.last) }
        return matches.pointers
    }

    /// The maximum number of remaining values whose places are reported.
    private static let maximumRemainders = 20

    /// Returns the short values that remain in the session at `url`, with the first place of each.
    private func remainders(in url: URL) throws -> [Remainder] {
        try Self.places(of: scrubber.shortValues.met, [.value], in: url, where: Self.isShortValue)
    }

    /// Returns the first texts in order, each with its first place in the session at `url` for which `isMeant` returns
    /// true.
    private static func places(
        of texts: Set<String>,
        _ kinds: Set<TextFind.Kind>,
        in url: URL,
        where isMeant: (String, TextFind) -> Bool
    ) throws -> [Remainder] {
        guard !texts.isEmpty else { return [] }
        let session = try SessionReader(opening: url)
        defer { session.close() }
        return try texts.sorted().prefix(maximumRemainders).map { text in
            var place: TextFind?
            try session.forEachFind(of: TextPattern(text), kinds: kinds) { find in
                if isMeant(text, find) { place = find }
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

    /// The number of actions in a transaction.
    private static let batch = 1_000

    /// Writes the scrubbed session, and returns the number of its actions.
    private mutating func write(to url: URL, _ progress: SessionProgress.Handler) throws -> Int {
        let (first, session) = (states.first, states.session)
        let copy = try DerivedSession(
            at: url,
            facts: session.facts(),
            beginningAt: first,
            first: masked(states.firstState()),
            text: scrubber.text
        )
        var last = first
        // A missing action is the end, as its successors have no states.
        while last < states.last {
            let page = last + 1...last + Self.batch
            try copy.write { transaction in
                try session.read { db in
                    let rows = try db.rows(RowHash.selectionOfRange, [page.lowerBound, page.upperBound])
                    while let row = try rows.next(), row.value(0) == last + 1 {
                        last += 1
                        try SessionProgress.step(.writing, last - first, of: states.last - first, progress)
                        try write(row, last, to: transaction)
                    }
                }
            }
            if last < page.upperBound { break }
        }
        try copy.write { transaction in
            try session.forEachEffect("WHERE effect.seq <= ? ORDER BY effect.id", [last]) { row in
                try transaction.append(scrubbed(row.effect))
                if let outcome = row.outcome, outcome.seq <= last { try transaction.append(scrubbed(outcome)) }
                return true
            }
        }
        try copy.finish(last: last, bookmarks: session.readableBookmarks(), text: scrubber.prose) {
            $0 >= first && $0 <= last ? $0 : nil
        }
        return last - first
    }

    /// Writes an action, and the state after it if that is a snapshot.
    private mutating func write(_ row: Row, _ seq: Int, to transaction: SessionWriter.Transaction) throws {
        let pointers = filter?.pointers(ofUntouched: row, scrubber.shortValues)
        if try pointers.map({ try transaction.append(copyOf: row, naming: $0) }) != true {
            guard let record = try states.session.action(seq) else { return }
            try transaction.append(scrubbed(record), state: nil)
        }
        try states.snapshot(seq).map { try transaction.addSnapshot(of: masked($0), seq: seq) }
    }

    private mutating func scrubbed(_ action: ActionRecord) throws -> ActionRecord {
        var record = action
        record.type = scrubber.name(ofType: record.type)
        record.payload = record.payload.map(scrubber.tree)
        record.origin = record.origin.map(scrubber.text)
        record.error = record.error.map(scrubber.prose)
        record.patch = try record.patch.map { try scrubbed($0, of: action) }
        return record
    }

    private mutating func scrubbed(_ effect: EffectRecord) -> EffectRecord {
        var record = effect
        record.name = scrubber.prose(record.name)
        record.origin = record.origin.map(scrubber.text)
        if record.kind == .screenshot {
            screenshots += record.input == nil ? 0 : 1
            record.input = nil
        }
        record.input = record.input.map(scrubber.tree)
        return record
    }

    private func scrubbed(_ outcome: OutcomeRecord) -> OutcomeRecord {
        var record = outcome
        record.type = record.type.map(scrubber.name(ofType:))
        record.value = record.value.map(scrubber.tree)
        return record
    }

    private mutating func scrubbed(_ patch: Patch, of action: ActionRecord) throws -> Patch {
        let locations = patch.operations.flatMap { [$0.path] + [$0.source].compactMap(\.self) }
        // A value has the same mask wherever it is, and the same pointer, except in or beside these places.
        guard locations.contains(where: { places.mayBeMoved(byWriteAt: $0) || scrubber.mayMove($0) }) else {
            return scrubber.patch(patch)
        }
        let step = try states.step(action)
        guard let before = step.before, let after = step.after else { return masked(patch) }
        let old = latest.flatMap { $0.state.isIdentical(to: before) ? $0.masked : nil } ?? masked(before)
        let new = masked(after)
        latest = (after, new)
        let touches = patch.pointers.contains { location in
            pointers.contains { $0.isPrefix(of: location) || location.isPrefix(of: $0) }
        }
        // A container of a masked value, or an array whose elements moved, needs other operations.
        if touches { return new.patch(from: old) }
        let changed = scrubber.patch(patch)
        return (try? old.applying(changed)) == new ? changed : new.patch(from: old)
    }

    /// Verifies that the file at `url` contains no removed text. Returns the texts that are part of a name.
    private func prove(_ url: URL, _ progress: SessionProgress.Handler) throws -> Set<String> {
        let found = try ScrubProof.texts(scrubber.removed.union(content.texts), in: url, progress)
        guard !found.isEmpty else { return [] }
        let session = try SessionReader(opening: url)
        defer { session.close() }
        var inNames: Set<String> = []
        func look(in name: String) {
            for text in found where !inNames.contains(text) && name.contains(text) { inNames.insert(text) }
        }
        // Names with a removed text are in none of the copied actions.
        scrubber.names.forEach(look)
        try session.forEachName(look)
        let fixed = try FormatTexts.all(in: session) + scrubber.masksMade
        let left = found.subtracting(inNames).filter { text in !fixed.contains { $0.contains(text) } }
        guard left.isEmpty else { throw ScrubError.incomplete(texts: left.count) }
        return inNames
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

extension ScrubError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingThere(let pointer, let last): "No state up to \(last) has a value at \(pointer.description)."
        case .noSuchKey(let name): "No member is named \"\(name)\"."
        case .incomplete(let count): "\(CountedNoun.text(count, "text")) could not be removed; nothing was changed."
        }
    }
}
