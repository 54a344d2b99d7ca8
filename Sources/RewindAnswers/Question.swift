import RewindTimeline

/// A question about a recorded session. Its properties are its parameters; it is decoded from an object that has all flags
/// and lists.
///
/// ```swift
/// let answer = try session.answer(Blame("/home/pageNumber", at: "end~3"))
/// ```
///
/// The answer of ``Session/answer(_:)`` is what `rewind` prints with `--json`, and what the inspector shows.
public protocol Question: Decodable, Sendable {
    associatedtype Answer: Encodable, Sendable

    /// The parameters under the names that are decoded.
    static var parameters: [QuestionParameter] { get }

    /// Answers the question. Call ``Session/answer(_:)``, which converts the errors.
    func answer(in session: Session) throws -> Answer
}

extension Question {
    /// The name of the question in the inspector's API: that of the type, such as `show-action`.
    package static var name: String {
        "\(Self.self)".reduce(into: "") { name, letter in
            name += letter.isUppercase && !name.isEmpty ? "-\(letter.lowercased())" : letter.lowercased()
        }
    }
}

/// A parameter of a question.
public struct QuestionParameter: Sendable {
    /// The kind of a parameter's value.
    public enum Kind: Hashable, Sendable {
        /// A `JSONPointer`.
        case pointer
        /// A `PointInTime`. On the command line, one with the name `at` is an argument, `from` and `through` or `to` are a
        /// range, and any other is an option.
        case reference
        /// A SQLite expression.
        case expression
        case text
        /// One of a few words.
        case word([String])
        /// Several texts.
        case list
        case count
        /// A length of time, such as 500ms, 2s or 1min.
        case duration
        case flag
    }

    public let name: String
    public let kind: Kind
    /// One sentence without a period.
    public let description: String
    public let isRequired: Bool

    init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.description = description
        self.isRequired = isRequired
    }
}

extension JSONPointer: Decodable {
    public init(from decoder: any Decoder) throws {
        try self.init(validating: String(from: decoder))
    }
}

extension PointInTime: Decodable {
    /// Decodes a REF, or the number of an action.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try? container.decode(Int.self)
        try self.init(validating: number.map(String.init) ?? container.decode(String.self))
    }
}

extension WrittenDuration: Decodable {
    package init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let duration = Self(parsing: text) else {
            throw RecordedSessionError(.malformedDuration, "\"\(text)\" is not a length of time.")
        }
        self = duration
    }
}
