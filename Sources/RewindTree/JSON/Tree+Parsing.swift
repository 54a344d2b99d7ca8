extension Tree {
    /// Parses a JSON text (RFC 8259). Of members with the same key, the last one wins.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    package init(parsing text: String) throws(JSONError) {
        self = try Self.parse(text, .lastWins)
    }

    /// Parses the bytes of a JSON text (RFC 8259). Of members with the same key, the last one wins.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
        self = try Self.parse(bytes, .lastWins)
    }

    /// Parses a JSON text, and rejects two members with the same key: a patch, for example, must not be ambiguous.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    package init(parsingUnique text: String) throws(JSONError) {
        self = try Self.parse(text, .refused)
    }

    /// Parses the bytes of a JSON text like `init(parsingUnique:)`.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    package init(parsingUnique bytes: some Collection<UInt8>) throws(JSONError) {
        self = try Self.parse(bytes, .refused)
    }

    /// Parses the bytes of a JSON text like `init(parsing:)`, and replaces what a tree cannot hold. Containers that are
    /// nested too deeply are not added to the repairs: they are deeper than a session permits, which the caller checks.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    package init(repairing bytes: [UInt8], _ repairs: inout JSONRepairs) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes in
            var parser = JSONParser(bytes, duplicates: .lastWins, isRepairing: true)
            let parsed = Result { () throws(JSONError) in try parser.parseDocument() }
            repairs.add(parser.repairs)
            return parsed
        }.get()
    }

    private static func parse(_ text: String, _ duplicates: JSONParser.Duplicates) throws(JSONError) -> Tree {
        var text = text
        return try text.withUTF8 { bytes in
            var parser = JSONParser(bytes, duplicates: duplicates)
            return Result { () throws(JSONError) in try parser.parseDocument() }
        }.get()
    }

    private static func parse(
        _ bytes: some Collection<UInt8>,
        _ duplicates: JSONParser.Duplicates
    ) throws(JSONError) -> Tree {
        let parsed = bytes.withContiguousStorageIfAvailable { bytes in
            var parser = JSONParser(bytes, duplicates: duplicates)
            return Result { () throws(JSONError) in try parser.parseDocument() }
        }
        guard let parsed else { return try parse(Array(bytes), duplicates) }
        return try parsed.get()
    }
}
