import RewindTree

/// Reads the pointers out of a patch's text without parsing what it holds.
package enum PatchScan {
    /// An operation of a patch as far as a scan tells.
    package struct Operation {
        /// The pointer, as it stands in the text.
        package let path: UnsafeRawBufferPointer
        /// Whether there is another value than null in it.
        package let hasValue: Bool
    }

    /// Calls `body` with each operation.
    ///
    /// - Returns: false where the text is no list of operations that a scan can read, as with pointers that have
    ///   escapes or are stored as chunks: then it has to be parsed.
    /// - Complexity: O(*n*).
    package static func forEachOperation(in text: UnsafeRawBufferPointer, _ body: (Operation) -> Void) -> Bool {
        var depth = 0
        var index = 0
        var path: Range<Int>?
        var hasValue = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth == 2 { (path, hasValue) = (nil, false) }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 2 {
                    guard let path else { return false }
                    body(Operation(path: UnsafeRawBufferPointer(rebasing: text[path]), hasValue: hasValue))
                }
                depth -= 1
            case UInt8(ascii: "\""):
                guard let end = endOfString(in: text, from: index) else { return false }
                // A name is what a colon follows.
                guard depth == 2, end + 1 < text.count, text[end + 1] == UInt8(ascii: ":") else {
                    index = end
                    break
                }
                let name = index + 1..<end
                index = end + 1
                guard index + 1 < text.count else { return false }
                if isEqual(text, name, "path") {
                    guard text[index + 1] == UInt8(ascii: "\""), let last = endOfString(in: text, from: index + 1)
                    else {
                        return false
                    }
                    path = index + 2..<last
                    guard !text[index + 2..<last].contains(UInt8(ascii: "\\")) else { return false }
                    index = last
                } else if isEqual(text, name, "value") {
                    hasValue = text[index + 1] != UInt8(ascii: "n")
                }
            default: break
            }
            index += 1
        }
        return depth == 0
    }

    /// Where a string ends that begins at `start`: the index of its closing quote.
    private static func endOfString(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }

    private static func isEqual(_ text: UnsafeRawBufferPointer, _ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        return range.indices.allSatisfy { text[$0] == name.utf8Start[$0 - range.lowerBound] }
    }
}

extension ActionRow {
    /// The pointers that the patch names, as they stand in a pointer's text, with whether each comes to have a value.
    ///
    /// - Returns: false where the effect is not known.
    /// - Complexity: linear in the patch's text.
    /// - Throws: `SessionError`.
    package func forEachPath(_ body: (_ path: UnsafeRawBufferPointer, _ hasValue: Bool) -> Void) throws -> Bool {
        guard let text = try patchText else { return false }
        var found: [PatchScan.Operation] = []
        if PatchScan.forEachOperation(in: text, { found.append($0) }) {
            for operation in found { body(operation.path, operation.hasValue) }
        } else {
            for operation in try patch?.operations ?? [] {
                var path = operation.path.description
                path.withUTF8 { body(UnsafeRawBufferPointer($0), operation.value.map { $0 != .null } ?? false) }
            }
        }
        return true
    }
}
