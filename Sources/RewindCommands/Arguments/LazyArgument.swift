import ArgumentParser
import RewindTimeline
import RewindTree

/// An argument that is parsed once, and whose error is thrown when a command reads it. Its exit status is then that of
/// trouble (2); an error thrown in the parser would be a usage error (64).
struct LazyArgument<Value: ArgumentValue>: ExpressibleByArgument {
    private let result: Result<Value, any Error>

    static var defaultCompletionKind: CompletionKind { Value.completion }

    init(argument: String) {
        result = Result { try Value(argument: argument) }
    }

    /// The parsed value.
    ///
    /// - Throws: The error from parsing the argument.
    var value: Value {
        get throws { try result.get() }
    }
}

/// The value of an argument.
protocol ArgumentValue: Sendable {
    /// The completions that a shell offers for it.
    static var completion: CompletionKind { get }

    init(argument: String) throws
}

extension ArgumentValue {
    static var completion: CompletionKind { .default }
}

extension PointInTime: ArgumentValue {
    static var completion: CompletionKind { TargetCompletion.references }

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
    static var completion: CompletionKind { TargetCompletion.pointers }

    init(argument: String) throws {
        do {
            try self.init(parsing: argument)
        } catch {
            throw CommandError.malformedPointer(argument)
        }
    }
}

extension WrittenDuration: ArgumentValue {
    init(argument: String) throws {
        guard let duration = Self(parsing: argument) else { throw ValidationError.malformedDuration(argument) }
        self = duration
    }
}

extension LazyArgument<PointInTime> {
    static var start: Self { Self(argument: "start") }
    static var end: Self { Self(argument: "end") }
    static var cursor: Self { Self(argument: "cursor") }
}

extension Timeline {
    /// Returns the seq of a deferred reference.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    func seq(_ argument: LazyArgument<PointInTime>) throws -> Int {
        try seq(of: argument.value)
    }
}
