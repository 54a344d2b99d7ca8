#if Fleet

import Foundation
import RewindSession

/// A session file in a folder of `rewind fleet serve`, or in the quarantine there: `APP/ID.rewind` or `APP-ID.rewind`.
package struct SpooledFile: Sendable {
    private static let ending = ".rewind"

    package let url: URL
    /// The id of the session.
    let id: String

    /// Returns the files in `folder` of the sessions with one of the `ids`, and of those that contain `text`.
    ///
    /// - Throws: `SessionError`.
    package static func find(in folder: URL, ids: Set<String>, containing text: String?) throws -> [SpooledFile] {
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
            throw SessionError.notFound(path: folder.path)
        }
        let spellings = text.map(TextSpellings.init)
        return paths.filter { $0.hasSuffix(ending) }.sorted().compactMap { path in
            let id = path.dropLast(ending.count).suffix(36).lowercased()
            let file = SpooledFile(url: folder.appendingPathComponent(path), id: id)
            return ids.contains(id) || spellings.map(file.contains) == true ? file : nil
        }
    }

    /// Removes the file, and the reason beside one in quarantine.
    ///
    /// - Throws: `SessionError`.
    package func remove() throws {
        try SessionRecovery.remove(url)
        unlink(url.deletingPathExtension().appendingPathExtension("txt").path)
    }

    private func contains(_ spellings: TextSpellings) -> Bool {
        do {
            return try rowsContain(spellings)
        } catch {
            // Damaged.
            return ((try? Data(contentsOf: url))?.withUnsafeBytes(spellings.occur)) ?? false
        }
    }

    private func rowsContain(_ spellings: TextSpellings) throws -> Bool {
        let db = try Connection(reading: url.path)
        defer { try? db.close() }
        let tables = try db.fetchAll("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.value(0) ?? "" }
        return try tables.contains { (table: String) in
            let rows = try db.rows("SELECT * FROM \"\(table.replacing("\"", with: "\"\""))\"")
            while let row = try rows.next() {
                if (0..<row.count).contains(where: { row.text($0).map(spellings.occur) == true }) { return true }
            }
            return false
        }
    }
}

#endif
