/// The reason why a patch (RFC 6902) cannot be read or applied, and the operation that causes it.
package struct PatchError: Error, Hashable, Sendable {
    /// The error of the operation.
    package enum Reason: Error, Hashable, Sendable {
        /// The patch is not an array.
        case notAnArray
        /// The operation is not an object.
        case notAnObject
        /// The operation lacks this member, or its type is wrong.
        case missingMember(String)
        /// The operation's `op` is not one of the six.
        case unknownOperation(String)
        /// The operation's `path` or `from` is not a pointer.
        case invalidPointer(String, PointerError)
        /// There is no value at the pointer.
        case noValue(Pointer)
        /// The pointer leads into a scalar.
        case notAContainer(Pointer)
        /// The pointer's last token is not an index of the array, or is beyond its end.
        case invalidIndex(Pointer)
        /// The value at the pointer is not the expected one.
        case testFailed(Pointer)
        /// The value would be nested too deeply, or the patch copies or moves deeper more than a million values.
        case tooLarge(Pointer)
        /// The value would be moved into itself.
        case moveIntoItself(from: Pointer, to: Pointer)
    }

    /// The index of the operation, from 0; nil if the patch as a whole is wrong.
    package let index: Int?
    package let reason: Reason

    package init(index: Int?, reason: Reason) {
        self.index = index
        self.reason = reason
    }
}
