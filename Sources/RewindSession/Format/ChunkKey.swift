/// The member names in stored text, where `$chunk` is reserved: a name that begins with `$` gets another `$` in front.
package enum ChunkKey {
    /// Returns the stored form of a name.
    package static func stored(_ key: String) -> String {
        // By bytes: as a character, "$" with a combining mark does not match the prefix "$".
        key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
    }

    /// Returns the name that was stored as `key`.
    package static func original(_ key: String) -> String {
        key.utf8.first == UInt8(ascii: "$") ? String(decoding: key.utf8.dropFirst(), as: UTF8.self) : key
    }
}
