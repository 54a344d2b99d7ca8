/// A name for a point in time.
package struct Bookmark: Hashable, Sendable {
    package let name: String
    package let seq: Int
    package let note: String?
    /// The time when it was set, in microseconds since 1970.
    package let at: Int64

    package init(name: String, seq: Int, note: String? = nil, at: Int64) {
        self.name = name
        self.seq = seq
        self.note = note
        self.at = at
    }

    /// The maximum length of a name, in bytes.
    package static let longestName = 200
    /// The maximum length of a note, in characters.
    package static let longestNote = 10_000

    /// Returns true if a bookmark can have this note.
    package static func isUsable(note: String) -> Bool {
        note.unicodeScalars.count <= longestNote
    }

    /// Returns true if a REF can name a bookmark with this name: `~`, `..`, `+1` and `+10s` would end the name there,
    /// and a control character would be invisible.
    package static func isUsable(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longestName && !name.contains("..")
            && !name.contains(#/\+[0-9.]+(ms|s|m|min|h|d)?$/#)
            && !name.unicodeScalars.contains { $0 == "~" || $0.properties.generalCategory == .control }
    }
}
