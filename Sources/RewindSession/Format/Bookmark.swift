/// A name for a point in time.
package struct Bookmark: Hashable, Sendable {
    package let name: String
    package let seq: Int
    package let note: String?
    /// When it was set, in microseconds since 1970.
    package let at: Int64

    package init(name: String, seq: Int, note: String? = nil, at: Int64) {
        self.name = name
        self.seq = seq
        self.note = note
        self.at = at
    }

    /// How many bytes a name may have.
    package static let longestName = 200
    /// How many characters a note may have.
    package static let longestNote = 10_000

    /// Whether that can be remembered with a bookmark.
    package static func isUsable(note: String) -> Bool {
        note.unicodeScalars.count <= longestNote
    }

    /// Whether a REF can name a bookmark of that name: `~`, `..`, `+1` and `+10s` end the name there, and a control character
    /// nobody can see.
    package static func isUsable(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longestName && !name.contains("..")
            && !name.contains(#/\+[0-9.]+(ms|s|m|min|h|d)?$/#)
            && !name.unicodeScalars.contains { $0 == "~" || $0.properties.generalCategory == .control }
    }
}
