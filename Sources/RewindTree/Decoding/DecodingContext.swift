/// The state shared by the readers of one decoding.
final class DecodingContext {
    let memory: (any DecodingMemory)?
    let userInfo: [CodingUserInfoKey: Any]
    /// The types that read values in other forms than those they expect.
    private var adapted: Set<ObjectIdentifier> = []
    /// The last value that a type did not read because of its form.
    private var unread: (type: ObjectIdentifier, path: [any CodingKey])?

    init(memory: (any DecodingMemory)?, userInfo: [CodingUserInfoKey: Any]) {
        (self.memory, self.userInfo) = (memory, userInfo)
    }

    /// Returns true if a type reads values in other forms. If not, the caller throws `DecodingError.typeMismatch`.
    func isAdapted(_ type: ObjectIdentifier, reading reader: TreeReader) -> Bool {
        if adapted.contains(type) { return true }
        unread = (type, reader.codingPath)
        return false
    }

    /// Adapts the type whose mismatch ended the decoding. Returns false if the error has another reason.
    func adapts(to error: any Error) -> Bool {
        guard let unread, case DecodingError.typeMismatch(_, let context) = error else { return false }
        return context.codingPath.elementsEqual(unread.path) { $0.stringValue == $1.stringValue }
            && adapted.insert(unread.type).inserted
    }
}
