import Foundation
import RewindServer

/// The keys with which apps send sessions. A key permits nothing else, as everybody who has the app can read it.
package struct CollectKeys: Sendable {
    /// The environment variable that holds them, as in `shop=KEY,shop=KEY,bank=KEY`.
    package static let variable = "REWIND_COLLECT_KEYS"

    private let keys: [(app: String, key: String)]

    /// Reads the value of the variable.
    ///
    /// - Throws: `CollectError`, without the keys.
    package init(parsing text: String?) throws {
        keys = try (text ?? "").split(separator: ",").enumerated().map { index, part in
            let parts = part.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            // The name is that of a folder, also where those differ in more than case. 32 digits have 128 bits.
            guard parts.count == 2, parts[0].wholeMatch(of: #/[a-z0-9][a-z0-9._-]{0,63}/#) != nil,
                parts[0] != Spool.quarantineName, parts[1].wholeMatch(of: #/[A-Za-z0-9_-]{32,}/#) != nil
            else { throw CollectError.malformedKey(number: index + 1) }
            return (parts[0], parts[1])
        }
        guard !keys.isEmpty else { throw CollectError.noKeys(example: .secret()) }
    }

    /// Returns the name of the app that has a key. Compares with all keys, each in constant time.
    func app(of key: String) -> String? {
        keys.reduce(nil) { app, known in key.matches(secret: known.key) ? known.app : app }
    }
}

/// The reason why sessions cannot be collected.
package enum CollectError: Error, Hashable, Sendable {
    /// There is no key; the example is a random one.
    case noKeys(example: String)
    /// The pair with this number, from 1, is not an app and a long enough key.
    case malformedKey(number: Int)
    /// Another server uses the folder.
    case spoolInUse(path: String)
}

extension CollectError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKeys: "No app has a key."
        case .malformedKey(let number): "Part \(number) of \(CollectKeys.variable) is not an app and its key."
        case .spoolInUse(let path): "Another server uses the folder \(path)."
        }
    }
}
