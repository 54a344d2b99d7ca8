#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline
import RewindTree

/// A REF, a range of them or a POINTER, where a command takes several kinds: a POINTER is empty or begins with "/", and
/// no REF is or does.
struct PointArgument: ExpressibleByArgument {
    static let defaultCompletionKind = PointCompletion.points

    let text: String

    init(argument: String) {
        text = argument
    }

    fileprivate var isPointer: Bool { text.isEmpty || text.hasPrefix("/") }
    fileprivate var isRange: Bool { !isPointer && ReferenceRange.isMeant(by: text) }
}

extension Reference {
    /// The arguments with another sign in front of numbers below 0, which the parser would take for options.
    static func withoutNegativeNumbers(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            argument.contains(#/^-[0-9]/#) ? String(Reference.minus) + argument.dropFirst() : argument
        } + arguments[end...]
    }
}

/// What a command was given besides its file, in any order.
struct Points {
    /// One REF after the other; two of them where a range was given to a command that goes from one state to another.
    let references: [Deferred<Reference>]
    let range: Deferred<ReferenceRange>?
    let pointer: Deferred<Pointer>?

    /// Tells the arguments apart.
    ///
    /// - Parameters:
    ///   - references: how many REFs there may be.
    ///   - takesRange: whether there may be a range.
    ///   - error: what is wrong where there is more.
    /// - Throws: `error`.
    init(
        _ arguments: [PointArgument],
        references most: Int = 0,
        takesRange: Bool = false,
        takesPointer: Bool = true,
        orThrow error: ValidationError
    ) throws {
        var pointers = arguments.filter(\.isPointer)
        let ranges = arguments.filter(\.isRange)
        var references = arguments.filter { !$0.isPointer && !$0.isRange }
        // One too many, which is no REF: a POINTER without its slash, about which there is more to say.
        if takesPointer, pointers.isEmpty, references.count > (ranges.isEmpty ? most : 0),
            let index = references.lastIndex(where: { (try? Reference(parsing: $0.text)) == nil })
        {
            pointers = [references.remove(at: index)]
        }
        guard pointers.count <= (takesPointer ? 1 : 0), ranges.count <= (takesRange ? 1 : 0),
            references.count <= (ranges.isEmpty ? most : 0)
        else { throw error }
        self.references = references.map { Deferred(argument: $0.text) }
        range = ranges.first.map { Deferred(argument: $0.text) }
        pointer = pointers.first.map { Deferred(argument: $0.text) }
    }
}

#endif
