import RewindSession

/// A function that a query can call. Evaluated lazily, for each row that needs it.
package struct SQLFunction {
    package let name: String
    package let argumentCount: Int
    /// Returns the value for the arguments. An error that it throws ends the query, which then throws it.
    package let body: ([SQLValue]) throws -> SQLValue

    package init(_ name: String, argumentCount: Int, _ body: @escaping ([SQLValue]) throws -> SQLValue) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }
}
