#if os(macOS) || os(Linux)

import RewindTree

/// Why a request was refused, or a session cannot be read.
package struct FailureAnswer: Encodable, Sendable {
    /// The words for an error, and the path of the session that it is about.
    package typealias Words = @Sendable (any Error, String?) -> FailureAnswer

    let error: String
    let hint: String?

    package init(_ error: String, hint: String? = nil) {
        (self.error, self.hint) = (error, hint)
    }
}

/// JSON of answers.
enum JSONText {
    static func of(_ answer: some Encodable) -> String {
        var encoder = TreeEncoder()
        // Answers are made of values that can all be encoded.
        return (try? encoder.encode(answer).text) ?? "{}"
    }
}

#endif
