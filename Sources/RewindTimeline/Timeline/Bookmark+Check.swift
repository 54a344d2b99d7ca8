import RewindSession

/// An error for an invalid bookmark.
package enum BookmarkError: Error, Hashable, Sendable {
    /// A REF cannot refer to a bookmark with this name.
    case unusableName(String)
    /// The note has more than `most` characters.
    case noteTooLong(most: Int)
}

extension Bookmark {
    /// Checks that a REF can refer to a bookmark with this name, and that the name itself is no REF.
    ///
    /// - Throws: `BookmarkError.unusableName`.
    package static func check(name: String) throws(BookmarkError) {
        guard isUsable(name: name), (try? PointInTime(parsing: name)) == nil else { throw .unusableName(name) }
    }

    /// Checks the name and the note.
    ///
    /// - Throws: `BookmarkError`.
    package func check() throws(BookmarkError) {
        try Self.check(name: name)
        guard Self.isUsable(note: note ?? "") else { throw .noteTooLong(most: Self.longestNote) }
    }
}

extension BookmarkError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableName(let name) where name.utf8.count > Bookmark.longestName:
            "A bookmark cannot be named \"\(name.prefix(40))…\"."
        case .unusableName(let name): "A bookmark cannot be named \"\(name)\"."
        case .noteTooLong(let most): "The note is longer than \(most) characters."
        }
    }
}
