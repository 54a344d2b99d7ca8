/// The keys of an object in the order they were written, shared by all objects with the same ones.
///
/// Shapes form a tree that starts at the empty shape: writing a key leads from one to the next, so that the keys of an
/// object are compared, never copied or sorted, when an object like it has been written before (as with the hidden
/// classes of Self; Chambers, Ungar and Lee 1989). All that depends on a key alone is found out once, here.
final class Shape {
    /// One of the keys.
    struct Member {
        let key: String
        /// Where it is in canonical order.
        let position: Int
        /// Whether the filter covers it.
        let isCovered: Bool

        @inline(__always)
        func isKey(_ other: String) -> Bool {
            key.hasSameStorage(as: other) || key.hasSameBytes(as: other)
        }
    }

    // Objects used as dictionaries, and those whose keys come in ever other orders, would grow the tree without bound.
    private static let maximumCount = 128
    private static let maximumBranches = 16
    private static let maximumMembers = 16_384

    /// The keys in the order they were written; a pointer, because reading an array would retain it.
    let members: UnsafeMutableBufferPointer<Member>
    let count: Int
    /// The names of the keys, which the filter may have replaced, in the order they were written.
    let names: [String]
    /// The names in canonical order.
    let sortedNames: [String]
    /// Whether no two keys have the same name; else the positions mean nothing.
    let isUnique: Bool
    /// The shape without the last key. All shapes live as long as the empty one.
    private unowned let parent: Shape?
    private unowned(unsafe) let unretainedRoot: Shape?
    private let filter: (any TreeFilter)?
    private var next: [Shape] = []
    /// How many members the shapes that start at this one have in all, if it is the empty one.
    private var memberCount = 0

    static func makeRoot(filter: (any TreeFilter)?) -> Shape {
        Shape(keys: [], names: [], parent: nil, filter: filter)
    }

    private init(keys: [String], names: [String], parent: Shape?, filter: (any TreeFilter)?) {
        let node = ObjectNode(keys: names, values: names.indices.map { .integer(Int64($0)) })
        var positions = Array(repeating: 0, count: keys.count)
        for (position, value) in node.values.enumerated() {
            if case .integer(let index) = value { positions[Int(index)] = position }
        }
        count = keys.count
        members = .allocate(capacity: keys.count)
        for (index, key) in keys.enumerated() {
            let isCovered = filter?.covers(key) ?? false
            members.initializeElement(at: index, to: Member(key: key, position: positions[index], isCovered: isCovered))
        }
        self.names = names
        sortedNames = node.keys
        isUnique = node.keys.count == keys.count
        self.parent = parent
        unretainedRoot = parent?.root
        self.filter = filter
    }

    deinit {
        members.deinitialize()
        members.deallocate()
    }

    /// The empty shape. It is not retained, which is sound because it lives longer than all others.
    var root: Shape {
        @inline(__always) get { unretainedRoot ?? self }
    }

    /// The shape with one more key; nil when there are too many keys, or too many shapes.
    func adding(_ key: String) -> Shape? {
        for shape in next where shape.members[count].key.hasSameStorage(as: key) { return shape }
        for shape in next where shape.members[count].key.hasSameBytes(as: key) { return shape }
        guard count < Self.maximumCount, next.count < Self.maximumBranches,
            root.memberCount + count < Self.maximumMembers
        else { return nil }
        let keys = (0..<count).map { members[$0].key } + [key]
        let shape = Shape(keys: keys, names: names + [filter?.name(for: key) ?? key], parent: self, filter: filter)
        next.append(shape)
        root.memberCount += shape.count
        return shape
    }

    /// The shape of the first keys.
    /// - Complexity: O(keys dropped).
    func prefix(_ count: Int) -> Shape {
        var shape = self
        while shape.count > count, let parent = shape.parent { shape = parent }
        return shape
    }

    /// Whether the key at an index is this one.
    @inline(__always)
    func isKey(_ key: String, at index: Int) -> Bool {
        index < count && members[index].isKey(key)
    }

    /// The index of the last one of the first keys that has a name.
    /// - Complexity: O(n).
    func lastIndex(of name: String, before end: Int) -> Int? {
        (0..<min(end, count)).last { names[$0].hasSameBytes(as: name) }
    }

    /// The index of a key, which is most likely near the hinted one.
    /// - Complexity: O(n).
    func index(of key: String, near hint: Int) -> Int? {
        (hint..<max(hint, count)).first { isKey(key, at: $0) } ?? (0..<min(hint, count)).first { isKey(key, at: $0) }
    }
}
