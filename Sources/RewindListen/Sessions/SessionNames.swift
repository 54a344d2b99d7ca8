import Foundation
import RewindSession

/// The folder of the sessions that are received: finds the copy of a recording, and names new files.
///
/// Safe to share because its mutable state is only used under `lock`.
package final class SessionNames: @unchecked Sendable {
    private let folder: URL
    private let lock = NSLock()
    /// The identifiers of the recordings by file name.
    private var ids: [String: String] = [:]

    package init(_ folder: URL) {
        self.folder = folder
    }

    /// Returns the file of a recording; nil if it has no file.
    ///
    /// - Complexity: Linear in the number of files; each is opened once.
    package func session(_ id: String) -> URL? {
        lock.withLock {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            // Of several copies, the last one has the highest number.
            let found = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.last { name in
                guard name.hasSuffix(Self.ending) else { return false }
                // A file that cannot be read now may be a copy that is just being closed.
                if ids[name] == nil { ids[name] = Self.id(of: folder.appendingPathComponent(name)) }
                return ids[name] == id
            }
            return found.map { folder.appendingPathComponent($0) }
        }
    }

    /// Creates a session by calling `create`, which throws `SessionError.alreadyExists` if there is a file with the
    /// name. A number is then added to it.
    ///
    /// - Throws: The other errors of `create`.
    package func create<Session>(_ name: String, _ create: (URL) throws -> Session) throws -> Session {
        let stem = Self.stem(name)
        var number = 1
        while true {
            let file = (number == 1 ? stem : "\(stem)-\(number)") + Self.ending
            do {
                return try create(folder.appendingPathComponent(file))
            } catch SessionError.alreadyExists {
                number += 1
            }
        }
    }

    private static let ending = ".rewind"
    private static let longestStem = 100

    /// Returns the letters, digits, and harmless punctuation of a name, with dashes for the rest.
    private static func stem(_ name: String) -> String {
        var stem = ""
        for character in name {
            let isUsable = character.isLetter || character.isNumber || "._".contains(character)
            let next: Character = isUsable ? character : "-"
            guard next != "-" || (stem.last != "-" && !stem.isEmpty) else { continue }
            guard stem.utf8.count + String(next).utf8.count <= longestStem else { break }
            stem.append(next)
        }
        while let last = stem.last, "-.".contains(last) { stem.removeLast() }
        while stem.first == "." { stem.removeFirst() }
        return stem.isEmpty ? "session" : stem
    }

    private static func id(of url: URL) -> String? {
        guard let db = try? Connection(reading: url.path) else { return nil }
        defer { try? db.close() }
        return try? db.fetchOne(String.self, "SELECT value FROM session WHERE key = ?", [SessionFact.idKey])
    }
}
