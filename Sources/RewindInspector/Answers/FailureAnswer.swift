import RewindTree

/// The reason why a request was refused or a session cannot be read.
package struct FailureAnswer: Error, Encodable, Sendable {
    /// Returns the message for an error; the second argument is the path of the session concerned.
    package typealias Words = @Sendable (any Error, String?) -> FailureAnswer

    let error: String
    let hint: String?

    package init(_ error: String, hint: String? = nil) {
        (self.error, self.hint) = (error, hint)
    }

    /// Returns the message with another path.
    package func replacing(_ path: String, with other: String) -> FailureAnswer {
        FailureAnswer(error.replacing(path, with: other), hint: hint?.replacing(path, with: other))
    }
}

/// Encodes answers as JSON.
enum JSONText {
    static func of(_ answer: some Encodable) -> String {
        var encoder = TreeEncoder()
        // All values in answers can be encoded.
        return (try? encoder.encodeAlone(answer)?.text) ?? "{}"
    }
}
