extension Tree {
    /// The Merkle digest: SHA-256 of the canonical text, in which every member or element that is an array or an object
    /// is replaced by `#` and its digest in hexadecimal.
    ///
    /// It depends only on the value, not on shared nodes or on the representation in a file.
    /// - Complexity: O(size).
    package var digest: Digest {
        digest { $0.digest }
    }

    /// Returns the digest of this value, given those of the containers directly inside it.
    /// - Complexity: O(number of members and length of scalars), and one call for each container directly inside.
    package func digest<Failure: Error>(children: (Tree) throws(Failure) -> Digest) throws(Failure) -> Digest {
        try digested(children: children).digest
    }

    /// Returns the same digest, and the number of bytes hashed.
    /// - Complexity: O(number of members and length of scalars), and one call for each container directly inside.
    package func digested<Failure: Error>(
        children: (Tree) throws(Failure) -> Digest
    ) throws(Failure) -> (digest: Digest, length: Int) {
        var bytes: [UInt8] = []
        switch self {
        case .array(let node):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in node.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try element.writeDigested(to: &bytes, digest: children)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let node):
            bytes.append(UInt8(ascii: "{"))
            for index in node.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(string: node.keys[index], to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try node.values[index].writeDigested(to: &bytes, digest: children)
            }
            bytes.append(UInt8(ascii: "}"))
        case .null, .bool, .integer, .double, .number, .string:
            writeScalar(to: &bytes)
        }
        return (Digest(of: bytes), bytes.count)
    }

    private func writeDigested<Failure: Error>(
        to bytes: inout [UInt8],
        digest: (Tree) throws(Failure) -> Digest
    ) throws(Failure) {
        if isContainer {
            bytes.append(UInt8(ascii: "#"))
            try digest(self).writeHex(to: &bytes)
        } else {
            writeScalar(to: &bytes)
        }
    }
}
