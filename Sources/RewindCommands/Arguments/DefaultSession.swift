import Foundation
import RewindSession

/// The session used if the command line names no session: `$REWIND_SESSION`, or the only one in the folder.
enum DefaultSession {
    /// The path in `$REWIND_SESSION`.
    static var given: String? {
        ProcessInfo.processInfo.environment["REWIND_SESSION"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the session that a partial command line names, or else the default one; nil if there is neither.
    static func file(in words: [String]) -> String? {
        words.dropFirst().map(unquoted).first { $0.hasSuffix(".rewind") && isFile($0) } ?? (try? file())
    }

    /// Returns the path that a word of a command line means: shells complete it with its quotes and escapes.
    static func unquoted(_ word: String) -> String {
        var path = ""
        var (quote, isEscaped): (Character?, Bool) = (nil, false)
        for character in word {
            switch character {
            case _ where isEscaped:
                path.append(character)
                isEscaped = false
            case "\\" where quote != "'": isEscaped = true
            case "'" where quote != "\"", "\"" where quote != "'": quote = quote == nil ? character : nil
            default: path.append(character)
            }
        }
        return path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    }

    static func isFile(_ path: String) -> Bool {
        FileStatus(path: path)?.isFolder == false
    }

    /// Returns true if the file begins as a session does.
    static func isSession(_ path: String) -> Bool {
        (try? SessionProbe.check(URL(fileURLWithPath: path))) != nil
    }

    static func isFolder(_ path: String) -> Bool {
        FileStatus(path: path)?.isFolder == true
    }

    /// Returns the path of the default session.
    ///
    /// - Throws: `CommandError.noSession`, `CommandError.severalSessions`.
    static func file() throws -> String {
        if let given { return given }
        let names = try FileManager.default.contentsOfDirectory(atPath: ".").filter { $0.hasSuffix(".rewind") }.sorted()
        guard let name = names.first else { throw CommandError.noSession }
        guard names.count == 1 else { throw CommandError.severalSessions(names) }
        return name
    }
}
