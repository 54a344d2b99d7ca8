/// The keys of an object in the order they were written, shared by all objects with the same ones.
///
/// Shapes form a tree that starts at the empty shape: writing a key leads from one to the next, so that the keys of an
/// object are compared, never copied or sorted, when an object like it has been written before (as with the hidden
/// classes of Self; Chambers, Ungar and Lee 1989).
final class Shape {
    // Objects used as dictionaries would grow the tree without bound.
    private static let maximumCount = 128
    private static let maximumBranches = 16

    /// In the order they were written.
    let keys: [String]
    /// In canonical order.
    let sortedKeys: [String]
    /// For each of the sorted keys, which one it was in the order they were written; nil when that is the same order.
    let order: [Int]?
    /// Whether the filter covers the last of the keys.
    let isCovered: Bool
    private let filter: (any TreeFilter)?
    private var next: [Shape] = []

    static func makeRoot(filter: (any TreeFilter)?) -> Shape { Shape(keys: [], filter: filter) }

    private init(keys: [String], filter: (any TreeFilter)?) {
        self.keys = keys
        self.filter = filter
        isCovered = keys.last.flatMap { filter?.covers($0) } ?? false
        let names = filter.map { filter in keys.map(filter.name) } ?? keys
        let node = ObjectNode(keys: names, values: keys.indices.map { .integer(Int64($0)) })
        sortedKeys = node.keys
        let order = node.values.map { value in
            if case .integer(let index) = value { Int(index) } else { 0 }
        }
        self.order = order.elementsEqual(keys.indices) ? nil : order
    }

    /// The shape with one more key; nil when there are too many.
    func adding(_ key: String) -> Shape? {
        for shape in next where shape.keys[keys.count].hasSameStorage(as: key) { return shape }
        for shape in next where shape.keys[keys.count].hasSameBytes(as: key) { return shape }
        guard keys.count < Self.maximumCount, next.count < Self.maximumBranches else { return nil }
        let shape = Shape(keys: keys + [key], filter: filter)
        next.append(shape)
        return shape
    }

    /// The values in canonical order.
    func sorted(_ values: [Tree]) -> [Tree] {
        guard let order else { return Array(values) }
        return order.map { values[$0] }
    }
}
