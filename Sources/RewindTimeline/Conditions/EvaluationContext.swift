import RewindTree

/// The context in which an expression is evaluated: an action, the state after it, and the state it was applied to.
package final class EvaluationContext {
    /// A value that an expression read.
    package struct Reading: Hashable, Sendable {
        package enum Source: String, Sendable {
            case at
            case was
            case payload
        }

        package let source: Source
        package let pointer: Pointer
        /// Nil if there is no value.
        package let value: Tree?
    }

    /// Returns a value that an expression reads in a context.
    package typealias Values = (_ source: Reading.Source, _ pointer: Pointer, EvaluationContext) throws -> Tree?

    package let seq: Int
    /// The seq of the state that the action was applied to; for the first state, its own.
    package let parent: Int
    /// The type name of the action; nil for the first state.
    package let type: String?
    /// Reads the causes of the action; nil if nothing is known of them.
    let causes: CauseNames?
    private let values: Values
    private var known: [Reading.Source: [Pointer: Tree?]] = [:]
    /// The values read, without duplicates, in order.
    package private(set) var readings: [Reading] = []

    /// Creates the context of an action; nothing else is read than what `values` returns.
    package convenience init(seq: Int, parent: Int, type: String?, values: @escaping Values) {
        self.init(seq: seq, parent: parent, type: type, causes: nil, values: values)
    }

    init(seq: Int, parent: Int, type: String?, causes: CauseNames?, values: @escaping Values) {
        self.causes = causes
        self.seq = seq
        self.parent = parent
        self.type = type
        self.values = values
    }

    /// Returns a value of the state, of the state before, or of the action.
    ///
    /// - Throws: `SessionError`, or an error of the context's values.
    func value(_ source: Reading.Source, _ pointer: Pointer) throws -> Tree? {
        if let value = known[source]?[pointer] { return value }
        let value = try values(source, pointer, self)
        known[source, default: [:]].updateValue(value, forKey: pointer)
        readings.append(Reading(source: source, pointer: pointer, value: value))
        return value
    }
}
