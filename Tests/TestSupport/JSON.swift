import Foundation
import Testing

/// Reads JSON with Foundation, independently of Rewind's parser.
package enum JSON {
    /// Returns the object that `text` holds.
    package static func object(_ text: some StringProtocol) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return try #require(value as? [String: Any])
    }

    /// Returns the objects of JSON Lines.
    package static func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { try object($0) }
    }

    /// Returns true if both texts hold the same value.
    package static func equal(_ left: String, _ right: Data) throws -> Bool {
        func value(_ data: Data) throws -> NSObject? {
            try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? NSObject
        }
        return try value(Data(left.utf8)) == value(right)
    }
}
