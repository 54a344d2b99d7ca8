import RewindTree

/// Rules out, without parsing, patches that do not concern a value.
struct PatchPrefilter {
    private static let from = Array("\"from\"".utf8)

    /// The first token of the pointer to the value, as escaped in a pointer.
    private let token: [UInt8]

    /// Creates a filter for the value at `pointer`; nil for the root, which every patch concerns.
    init?(_ pointer: Pointer) {
        guard let first = pointer.tokens.first else { return nil }
        token = Array(Pointer([first]).description.utf8)
    }

    /// Returns true if the patch may have an operation that changes the value or one that contains it, or that moves
    /// anything.
    ///
    /// The path of such an operation starts with the token, unless it is the root, is escaped, or is stored as a chunk;
    /// an operation with a second pointer may move something there.
    ///
    /// - Complexity: O(n).
    func mayConcern(_ text: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "$"): return true
            case UInt8(ascii: "\""):
                if previous == byte || has(Self.from, text, at: index) { return true }
            case UInt8(ascii: "/"):
                if has(token, text, at: index) { return true }
            default: break
            }
            previous = byte
        }
        return false
    }

    private func has(_ bytes: [UInt8], _ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard text.count - index >= bytes.count else { return false }
        return bytes.indices.allSatisfy { text[index + $0] == bytes[$0] }
    }
}
