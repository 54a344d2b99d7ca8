import RewindTree

/// The pointers at which who looked found nothing, however often.
struct MissingPointers {
    /// An expression may make pointers without end; who wrote it did not write as many.
    private static let limit = 1_000

    private var isFound: [Pointer: Bool] = [:]
    private var order: [Pointer] = []

    /// Notes what a look at `pointer` came to.
    mutating func note(_ pointer: Pointer, isThere: Bool) {
        if let known = isFound[pointer] {
            if isThere, !known { isFound[pointer] = true }
        } else if order.count < Self.limit {
            isFound[pointer] = isThere
            order.append(pointer)
        }
    }

    /// Those of them that stand as they are in a text of SQL, in the order in which they were looked at. Others were made
    /// by it, and it may well be its question whether anything is there.
    func named(in sql: String) -> [Pointer] {
        order.filter { pointer in
            isFound[pointer] == false && sql.contains("'\(pointer.description.replacing("'", with: "''"))'")
        }
    }
}
