import RewindSession
import RewindTree

/// A pointer in which all indices are alike: elements come, go and move, and what was at one index may be at another.
package struct PointerPattern: Hashable, Sendable {
    /// A step of the way.
    enum Token: Hashable, Sendable {
        /// A member, by its name, as bytes: equal texts need not be equal names.
        case name([UInt8])
        /// An element, or a member whose name looks like one.
        case index
    }

    let tokens: [Token]

    init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    /// The pattern of a pointer into states as they are stored: see ``SessionReader/stored(_:)``.
    init(stored pointer: Pointer) {
        tokens = pointer.tokens.map { Self.isIndex($0) ? .index : .name(Array($0.utf8)) }
    }

    /// Whether a token could mean an element of an array.
    static func isIndex(_ token: String) -> Bool {
        token == "-" || Pointer.index(of: token) != nil
    }

    /// Whether what `pointer` leads to may be what this leads to, or hold it.
    func mayBeginWith(stored pointer: Pointer) -> Bool {
        pointer.tokens.count <= tokens.count && mayShareBeginning(with: pointer)
    }

    /// Whether what `pointer` leads to may be what this leads to, or be in it.
    func mayBeBeginning(ofStored pointer: Pointer) -> Bool {
        pointer.tokens.count >= tokens.count && mayShareBeginning(with: pointer)
    }

    private func mayShareBeginning(with pointer: Pointer) -> Bool {
        zip(tokens, pointer.tokens).allSatisfy { token, text in
            switch token {
            case .name(let name): name.elementsEqual(text.utf8)
            case .index: Self.isIndex(text)
            }
        }
    }

    /// The pattern whose way begins with `pointer` in the place of as many tokens as `replaced` has.
    func replacing(_ replaced: Pointer, with pointer: Pointer) -> PointerPattern {
        PointerPattern(PointerPattern(stored: pointer).tokens + tokens.dropFirst(replaced.tokens.count))
    }

    /// The last name behind the first `count` tokens; nil when only indices are there.
    func lastName(behind count: Int) -> String? {
        for case .name(let name) in tokens.dropFirst(count).reversed() { return String(decoding: name, as: UTF8.self) }
        return nil
    }
}
