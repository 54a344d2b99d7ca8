extension Tree {
    /// Parses a JSON text (RFC 8259); of members with the same key the last one wins.
    /// - Complexity: O(n), and the sorting of keys that are not in order.
    package init(parsing text: String) throws(JSONError) {
        var text = text
        self = try text.withUTF8 { bytes in
            var parser = JSONParser(bytes)
            return Result { () throws(JSONError) in try parser.parseDocument() }
        }.get()
    }

    /// Parses the bytes of a JSON text (RFC 8259); of members with the same key the last one wins.
    /// - Complexity: O(n), and the sorting of keys that are not in order.
    package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
        let parsed = bytes.withContiguousStorageIfAvailable { bytes in
            var parser = JSONParser(bytes)
            return Result { () throws(JSONError) in try parser.parseDocument() }
        }
        if let parsed {
            self = try parsed.get()
        } else {
            self = try Tree(parsing: Array(bytes))
        }
    }
}
