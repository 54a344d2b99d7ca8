import RewindSession
import RewindTimeline
import RewindTree

/// Rules out actions without anything to remove, without parsing them.
///
/// Texts with escapes or references to chunks are not searched; such actions are never ruled out.
struct ScrubFilter {
    /// The indices of columns in the selection of `RowHash`.
    private enum Column {
        static let payload = 5
        static let patch = 6
        static let origin = 9
        static let error = 10
    }

    /// The maximum number of known paths; they are then cleared.
    private static let maximumPaths = 10_000
    /// Finds operations that have another pointer, or that the index does not contain.
    private static let unusual = TextFinder(["\"from\"", "\"test\""])

    private let places: PatternMatches
    private let keys: [TextPattern]
    private let hasEmptyKey: Bool
    private let finder: TextFinder
    private var paths: [String: (pointer: Pointer, isTouched: Bool)] = [:]

    /// Creates a filter for values at pointers and of members with a name, and for texts.
    init(_ places: PatternMatches = PatternMatches([]), keys: Set<String> = [], _ finder: TextFinder = TextFinder([])) {
        (self.places, self.finder) = (places, finder)
        // Every text contains the empty name.
        self.keys = keys.filter { !$0.isEmpty }.map { TextPattern($0) }
        hasEmptyKey = keys.contains("")
    }

    /// Returns false if an action changes no value that is to be removed.
    ///
    /// - Complexity: Linear in the length of the texts.
    mutating func mayChange(payload: UnsafeRawBufferPointer?, patch: UnsafeRawBufferPointer?) -> Bool {
        if payload.map(mayHaveKey) == true { return true }
        guard let patch else { return false }
        return mayHaveKey(patch) || !places.isEmpty && pointers(in: patch) == nil
    }

    /// Returns the pointers that the patch of an action names, if nothing is to be removed from the row, and none of the
    /// short values that are still unmet remains in it. Returns nil if the action must be parsed.
    ///
    /// - Complexity: Linear in the length of the texts.
    mutating func pointers(ofUntouched row: Row, _ shortValues: ShortValues) -> [Pointer]? {
        guard row.isNull(Column.error), row.isNull(Column.origin) || row.text(Column.origin).map(mayContain) == false
        else { return nil }
        for column in [Column.payload, Column.patch] where !row.isNull(column) {
            guard let text = row.text(column), !Self.needsParsing(text), !mayHaveKey(text), !mayContain(text),
                !shortValues.mayMeet(json: text, isPatch: column == Column.patch)
            else { return nil }
        }
        return row.text(Column.patch).map { pointers(in: $0) } ?? []
    }

    private func mayContain(_ text: UnsafeRawBufferPointer) -> Bool {
        finder.firstMatch(in: text, from: 0) != nil
    }

    private func mayHaveKey(_ text: UnsafeRawBufferPointer) -> Bool {
        guard !keys.isEmpty || hasEmptyKey else { return false }
        // A name may have other spellings that Swift considers equal, in which one is not ASCII.
        return hasEmptyKey || Self.needsParsing(text) || text.contains { $0 >= 0x80 }
            || keys.contains { $0.mayMatch(text) }
    }

    private static func needsParsing(_ text: UnsafeRawBufferPointer) -> Bool {
        text.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "$") }
    }

    /// Returns the pointers in a patch; nil if it must be parsed, or may concern a place.
    private mutating func pointers(in patch: UnsafeRawBufferPointer) -> [Pointer]? {
        guard Self.unusual.firstMatch(in: patch, from: 0) == nil else { return nil }
        var found: [Pointer]? = []
        let isComplete = PatchScan.forEachOperation(in: patch) { operation in
            let text = String(decoding: operation.path, as: UTF8.self)
            guard let path = path(text), !path.isTouched else { return found = nil }
            found?.append(path.pointer)
        }
        return isComplete ? found : nil
    }

    private mutating func path(_ text: String) -> (pointer: Pointer, isTouched: Bool)? {
        if let known = paths[text] { return known }
        guard let pointer = try? Pointer(parsing: text) else { return nil }
        if paths.count == Self.maximumPaths { paths.removeAll(keepingCapacity: true) }
        let path = (pointer: pointer, isTouched: places.mayBeMoved(byWriteAt: pointer))
        paths[text] = path
        return path
    }
}
