import Foundation

// Swift compares strings by canonical equivalence; a recording must distinguish "é" in one scalar from "é" in two.
extension String {
    /// Returns true if both strings have the same storage, or hold the same few bytes inline.
    func hasSameStorage(as other: String) -> Bool {
        withUnsafePointer(to: self) { left in
            withUnsafePointer(to: other) { right in memcmp(left, right, MemoryLayout<String>.size) == 0 }
        }
    }

    /// Returns true if both strings are the same UTF-8 text.
    /// - Complexity: O(n), or O(1) when they share their storage or differ in length.
    package func hasSameBytes(as other: String) -> Bool {
        if hasSameStorage(as: other) { return true }
        if utf8.count != other.utf8.count { return false }
        return compareBytes(with: other) == 0
    }

    /// Returns true if this string precedes the other one in the order of their UTF-8 bytes.
    /// - Complexity: O(n).
    func precedesInBytes(_ other: String) -> Bool {
        compareBytes(with: other) < 0
    }

    /// Adds the UTF-8 bytes and their count to a hasher.
    /// - Complexity: O(n).
    func hashBytes(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        let isDone: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isDone == nil {
            var copy = self
            copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private func compareBytes(with other: String) -> Int {
        let result = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in Self.compare(left, right) }
        }
        if let result, let result { return result }
        // Reached only by strings bridged from Objective-C.
        var left = self
        var right = other
        return left.withUTF8 { left in right.withUTF8 { right in Self.compare(left, right) } }
    }

    private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let count = Swift.min(left.count, right.count)
        if count > 0, let leftBase = left.baseAddress, let rightBase = right.baseAddress {
            let order = memcmp(leftBase, rightBase, count)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }
}

/// A text that is compared by its bytes.
package struct ExactText: Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
