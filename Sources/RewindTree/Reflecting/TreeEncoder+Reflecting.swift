extension TreeEncoder {
    /// Encodes a value of any type by reading its memory (see `ReflectingCoders`), and reuses the unchanged parts of the
    /// previous tree.
    ///
    /// - Throws: `IsolatedConformance` like `encode(_:)`.
    /// - Complexity: O(size) of the parts that have changed since the last value.
    package mutating func reflect<Value>(_ value: Value) throws -> Tree {
        try encode(value, with: ReflectionRoot<Value>(context))
    }

    /// Encodes a value by its `encode(to:)` if it has one, otherwise like `reflect(_:)`.
    ///
    /// - Parameter sharedValues: The values that a `SharedValueReader` has taken for objects; nil to represent objects
    ///   by what they hold now.
    /// - Throws: The errors of `encode(_:)`.
    /// - Complexity: Same as `encode(_:)`.
    package mutating func encodeOrReflect<Value>(_ value: Value, sharedValues: SharedValues?) throws -> Tree {
        reflecting.sharedValues = sharedValues
        defer { reflecting.endSharedValues() }
        return try encodeIfPossible(value) ?? encode(value, with: ReflectionRoot<Value>(context))
    }

    /// Encodes a value like `reflect(_:)`, but reuses and retains nothing.
    package mutating func reflectAlone<Value>(_ value: Value) throws -> Tree {
        try alone { encoder throws in try encoder.reflect(value) }
    }

    /// Returns the places in a value that are in objects to which the value only refers, as far as the rules represent
    /// these objects. In the pointers, `*` stands for any element.
    ///
    /// - Complexity: O(size).
    package mutating func sharedMembers<Value>(of value: Value) -> [Pointer] {
        reflecting.sharedPaths = []
        defer { reflecting.sharedPaths = nil }
        _ = try? encodeOrReflect(value, sharedValues: SharedValues())
        return (reflecting.sharedPaths ?? []).map { Pointer($0) }.sorted { $0.description < $1.description }
    }

    /// Returns the values of which only the type was recorded, each once.
    package func takeUnrecordedValues() -> [UnrecordedValue] {
        reflecting.takeReports()
    }
}
