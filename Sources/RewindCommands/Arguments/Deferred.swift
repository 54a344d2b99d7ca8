#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline
import RewindTree

/// An argument that is read once, and only told to be wrong when a command asks for it: that is trouble, and the parser
/// would take it for wrong usage.
struct Deferred<Value: ArgumentValue>: ExpressibleByArgument {
    private let result: Result<Value, any Error>

    static var defaultCompletionKind: CompletionKind { Value.completion }

    init(argument: String) {
        result = Result { try Value(argument: argument) }
    }

    /// - Throws: what is wrong with the argument.
    var value: Value {
        get throws { try result.get() }
    }
}

/// What an argument means.
protocol ArgumentValue: Sendable {
    /// What a shell offers for it.
    static var completion: CompletionKind { get }

    init(argument: String) throws
}

extension ArgumentValue {
    static var completion: CompletionKind { .default }
}

extension Reference: ArgumentValue {
    static var completion: CompletionKind { PointCompletion.references }

    init(argument: String) throws {
        try self.init(parsing: argument)
    }
}

extension ReferenceRange: ArgumentValue {
    init(argument: String) throws {
        try self.init(parsing: argument)
    }
}

extension Pointer: ArgumentValue {
    static var completion: CompletionKind { PointCompletion.pointers }

    init(argument: String) throws {
        do {
            try self.init(parsing: argument)
        } catch {
            throw CommandError.malformedPointer(argument)
        }
    }
}

extension Deferred<Reference> {
    static var start: Self { Self(argument: "start") }
    static var end: Self { Self(argument: "end") }
    static var cursor: Self { Self(argument: "cursor") }
}

extension Timeline {
    /// - Throws: `TimelineError`, `SessionError`.
    func seq(_ argument: Deferred<Reference>) throws -> Int {
        try seq(of: argument.value)
    }
}

#endif
