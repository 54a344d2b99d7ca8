/// The names of members in stored text, where `$chunk` is taken: a name that begins with `$` has one more in front.
package enum ChunkKey {
    /// The name as it is stored.
    package static func stored(_ key: String) -> String {
        // By bytes: as characters, "$" and a combining mark are one, and no prefix "$".
        key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
    }

    /// The name that was stored as `key`.
    package static func original(_ key: String) -> String {
        key.utf8.first == UInt8(ascii: "$") ? String(decoding: key.utf8.dropFirst(), as: UTF8.self) : key
    }
}
