/// Why a patch (RFC 6902) cannot be read or applied, and which of its operations is to blame.
package struct PatchError: Error, Hashable, Sendable {
    /// What is wrong with the operation.
    package enum Reason: Error, Hashable, Sendable {
        /// The patch is not an array.
        case notAnArray
        /// The operation is not an object.
        case notAnObject
        /// The operation has no such member, or one of the wrong type.
        case missingMember(String)
        /// The operation's `op` is none of the six.
        case unknownOperation(String)
        /// The operation's `path` or `from` is not a pointer.
        case invalidPointer(String, PointerError)
        /// The pointer leads to no value.
        case noValue(Pointer)
        /// The pointer leads into a scalar.
        case notAContainer(Pointer)
        /// The pointer's last token is no index of the array, or is beyond its end.
        case invalidIndex(Pointer)
        /// The value at the pointer is not the one expected.
        case testFailed(Pointer)
        /// The value would be nested too deeply at the pointer, or the patch moves deeper and copies more than a million
        /// values.
        case tooLarge(Pointer)
        /// The value is to be moved into itself.
        case moveIntoItself(from: Pointer, to: Pointer)
    }

    /// The index of the operation, from 0; nil when the patch as a whole is wrong.
    package let index: Int?
    package let reason: Reason

    package init(index: Int?, reason: Reason) {
        self.index = index
        self.reason = reason
    }
}
