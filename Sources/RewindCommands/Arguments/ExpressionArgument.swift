import ArgumentParser

/// An EXPR.
struct ExpressionArgument: ExpressibleByArgument {
    let text: String

    init(argument: String) {
        text = argument
    }

    /// - Throws: `ValidationError` when it is empty.
    func validate() throws {
        if text.allSatisfy(\.isWhitespace) { throw ValidationError.emptyCondition }
    }
}
