import ArgumentParser
import RewindTimeline
import RewindTree

// A REF or a POINTER that is none is trouble, not wrong usage: so it is told when a command asks for it, and not by the
// parser, which ends with status 64.

/// A REF.
struct ReferenceArgument: ExpressibleByArgument {
    static let start = ReferenceArgument(argument: "start")
    static let end = ReferenceArgument(argument: "end")
    static let cursor = ReferenceArgument(argument: "cursor")

    private let result: Result<Reference, any Error>

    init(argument: String) {
        result = Result { try Reference(parsing: argument) }
    }

    /// - Throws: `TimelineError.malformedReference`.
    var reference: Reference {
        get throws { try result.get() }
    }
}

/// A POINTER.
struct PointerArgument: ExpressibleByArgument {
    private let text: String
    private let parsed: Pointer?

    init(argument: String) {
        (text, parsed) = (argument, try? Pointer(parsing: argument))
    }

    /// - Throws: `CommandError.malformedPointer`.
    var pointer: Pointer {
        get throws {
            guard let parsed else { throw CommandError.malformedPointer(text) }
            return parsed
        }
    }
}

/// A REF or a POINTER, where a command takes both: a POINTER is empty or begins with "/", and no REF is or does.
struct PointArgument: ExpressibleByArgument {
    let text: String
    let reference: ReferenceArgument
    /// Nil where it is a REF.
    let pointer: PointerArgument?

    init(argument: String) {
        text = argument
        reference = ReferenceArgument(argument: argument)
        pointer = argument.isEmpty || argument.hasPrefix("/") ? PointerArgument(argument: argument) : nil
    }
}

extension Timeline {
    /// - Throws: `TimelineError`, `SessionError`.
    func seq(_ argument: ReferenceArgument) throws -> Int {
        try seq(of: argument.reference)
    }

    /// Where no REF was given, the end of the cursor's branch, wherever on it the cursor stands.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    func seqOrBranchEnd(_ argument: ReferenceArgument?) throws -> Int {
        try argument.map(seq) ?? tip()
    }
}
