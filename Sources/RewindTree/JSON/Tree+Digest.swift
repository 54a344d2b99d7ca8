extension Tree {
    /// The Merkle digest: SHA-256 of the canonical text, in which every member or element that is an array or an object
    /// is replaced by `#` and its digest in hexadecimal.
    ///
    /// It depends only on the value, not on shared nodes or on the representation in a file.
    /// - Complexity: O(size).
    package var digest: Digest {
        digested { child in StackRoom.growing { child.digest } }.digest
    }

    /// Returns the digest of this value, given those of the containers directly inside it, and the number of bytes hashed.
    /// - Complexity: O(number of members and length of scalars), and one call for each container directly inside.
    package func digested(children: (Tree) -> Digest) -> (digest: Digest, length: Int) {
        var bytes: [UInt8] = []
        withoutActuallyEscaping(children) { children in
            var form = DigestedForm(digest: children)
            write(to: &bytes, in: &form)
        }
        return (Digest(of: bytes), bytes.count)
    }
}

/// Has `#` and a digest in place of each container directly inside the value.
private struct DigestedForm: TextForm {
    let digest: (Tree) -> Digest

    func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) -> Bool {
        guard level > 0, value.isContainer else { return false }
        bytes.append(UInt8(ascii: "#"))
        digest(value).writeHex(to: &bytes)
        return true
    }
}
