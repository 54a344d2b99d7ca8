import RewindSession

/// A function that a query can call. It is called for each row that needs it, and only then.
package struct SQLFunction {
    package let name: String
    package let argumentCount: Int
    /// Gives the value for the arguments. What it throws ends the query, and is what the query throws.
    package let body: ([SQLValue]) throws -> SQLValue

    package init(_ name: String, argumentCount: Int, _ body: @escaping ([SQLValue]) throws -> SQLValue) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }
}
