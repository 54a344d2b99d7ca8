import ArgumentParser
import RewindTimeline
import RewindTree

/// A REF, a range of REFs or a POINTER, for commands that take several kinds. A POINTER is empty or begins with "/"; a
/// REF is neither.
struct TargetArgument: ExpressibleByArgument {
    static let defaultCompletionKind = TargetCompletion.targets

    let text: String

    init(argument: String) {
        text = argument
    }

    fileprivate var isPointer: Bool { text.isEmpty || text.hasPrefix("/") }
    fileprivate var isRange: Bool { !isPointer && ReferenceRange.isMeant(by: text) }

    /// True for an EXPR or a POINTER.
    var isCondition: Bool {
        isPointer || text.contains { " ('\"".contains($0) } || !isRange && (try? PointInTime(parsing: text)) == nil
    }
}

/// The positional arguments after the file, in any order.
struct Targets {
    /// The REFs in order; the two ends of a range where the command takes two states.
    let references: [LazyArgument<PointInTime>]
    let range: LazyArgument<ReferenceRange>?
    let pointer: LazyArgument<Pointer>?

    /// Sorts the arguments by kind.
    ///
    /// - Parameters:
    ///   - references: The maximum number of REFs.
    ///   - takesRange: Whether a range is accepted.
    ///   - error: The error for any other combination.
    /// - Throws: `error`.
    init(
        _ arguments: [TargetArgument],
        references most: Int = 0,
        takesRange: Bool = false,
        takesPointer: Bool = true,
        orThrow error: ValidationError
    ) throws {
        var pointers = arguments.filter(\.isPointer)
        var ranges = arguments.filter(\.isRange)
        var references = arguments.filter { !$0.isPointer && !$0.isRange }
        // One argument too many that is not a REF: a POINTER without its slash, for which there is a better message.
        if takesPointer, pointers.isEmpty, references.count > (ranges.isEmpty ? most : 0),
            let index = references.lastIndex(where: { (try? PointInTime(parsing: $0.text)) == nil })
        {
            pointers = [references.remove(at: index)]
        }
        // An action is a range with one.
        if takesRange, most == 0, ranges.isEmpty, let reference = references.first {
            ranges = [TargetArgument(argument: "\(reference.text)..\(reference.text)")]
            references.removeFirst()
        }
        guard pointers.count <= (takesPointer ? 1 : 0), ranges.count <= (takesRange ? 1 : 0),
            references.count <= (ranges.isEmpty ? most : 0)
        else { throw error }
        self.references = references.map { LazyArgument(argument: $0.text) }
        range = ranges.first.map { LazyArgument(argument: $0.text) }
        pointer = pointers.first.map { LazyArgument(argument: $0.text) }
    }
}

/// The range of a command that takes no other target.
struct RangeArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("Only actions FROM..TO", valueName: "range"))
    var targets: [TargetArgument] = []

    /// The parsed range; nil for all actions.
    var value: ReferenceRange? {
        get throws { try argument?.value }
    }

    private var argument: LazyArgument<ReferenceRange>? {
        get throws { try Targets(targets, takesRange: true, takesPointer: false, orThrow: .oneRange).range }
    }

    /// Adds the arguments before the range, and checks that it is one.
    mutating func add(_ first: [TargetArgument]) throws {
        targets = first + targets
        _ = try argument
    }
}
