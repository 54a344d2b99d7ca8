/// The place of a member in an object: its key, and the coder of its values.
struct ReflectedSlot {
    let name: String
    let coder: any Coder
    private let key: TextKey
    private let isCovered: Bool

    init(_ context: EncodingContext, label: String, coder: any Coder) {
        let filter = context.filter
        self.coder = coder
        key = TextKey(label)
        name = filter?.name(for: label) ?? label
        isCovered = filter?.covers(label) ?? false
    }

    /// Encodes the value at an address, and replaces it if the filter covers its key.
    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, hint: Hint) throws -> Encoded {
        guard isCovered, let filter = writer.context.filter else {
            return try writer.reflect(at: value, with: coder, key: key, hint: hint)
        }
        let encoded = try writer.reflect(at: value, with: coder, key: key, hint: .none)
        let tree = filter.replacement(for: encoded.tree, under: key.stringValue)
        return Encoded(tree: tree, trace: encoded.trace.map { _ in Trace(tree: tree, memory: nil) })
    }
}

/// Names of the members of an object.
enum MemberNames {
    /// Returns names of which the second one that is equal to another is named `name (2)`.
    static func numbered(_ names: [String]) -> [String] {
        let taken = Set(names)
        guard taken.count < names.count else { return names }
        var numbers: [String: Int] = [:]
        return names.map { name in
            guard var number = numbers[name] else {
                numbers[name] = 1
                return name
            }
            repeat { number += 1 } while taken.contains("\(name) (\(number))")
            numbers[name] = number
            return "\(name) (\(number))"
        }
    }
}
