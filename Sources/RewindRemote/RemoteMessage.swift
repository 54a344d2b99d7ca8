import RewindTree

/// Something that an app and a tool say to each other, as one JSON text.
package protocol RemoteMessage: Hashable, Sendable, Codable {}

extension RemoteMessage {
    /// Reads a message; nil if the text is not one.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let message = try? TreeDecoder().decode(Self.self, from: Tree(parsing: Array(bytes))) else { return nil }
        self = message
    }

    package var bytes: [UInt8] {
        var encoder = TreeEncoder()
        // All values in messages can be encoded.
        return Array(((try? encoder.encode(self)) ?? .null).text.utf8)
    }
}
