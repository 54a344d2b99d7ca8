import RewindTree

/// Reads the pointers in a patch's text without parsing the values.
package enum PatchScan {
    /// An operation of a patch, as far as a scan reads it.
    package struct Operation {
        /// The pointer as written in the text.
        package let path: UnsafeRawBufferPointer
        /// True if the operation has a value other than null.
        package let hasValue: Bool
    }

    /// Calls `body` with each operation.
    ///
    /// - Returns: False if the text must be parsed instead: it is not a list of operations, or its pointers contain
    ///   escapes or are stored as chunks.
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
                // A name is followed by a colon.
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

    /// Returns the index of the closing quote of the string that starts at `start`.
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
    /// Calls `body` with the pointers in the patch, as escaped in a pointer, and whether the operation writes a value.
    ///
    /// - Returns: False if the effect is not known.
    /// - Complexity: Linear in the length of the patch.
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
