/// The keys of an object in the order they were written, shared by all objects with the same keys.
///
/// Shapes form a tree that starts at the empty shape, and each written key leads from one shape to the next. If a
/// similar object was written before, its keys are compared, never copied or sorted (as with the hidden classes of
/// Self; Chambers, Ungar and Lee 1989). Everything that depends on a key alone is computed once, here.
final class Shape {
    /// One of the keys.
    struct Member {
        let key: String
        /// The index of the key in canonical order.
        let position: Int
        /// True if the filter covers the key.
        let isCovered: Bool

        @inline(__always)
        func isKey(_ other: String) -> Bool {
            key.hasSameStorage(as: other) || key.hasSameBytes(as: other)
        }
    }

    // Objects used as dictionaries, or with keys in always different orders, would grow the tree without bound.
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
    /// True if no two keys have the same name. Otherwise the positions are meaningless.
    let isUnique: Bool
    /// The shape without the last key. All shapes live as long as the empty one.
    private unowned let parent: Shape?
    private unowned(unsafe) let unretainedRoot: Shape?
    private let filter: (any TreeFilter)?
    private var next: [Shape] = []
    /// The total number of members of the shapes that start at this one, if it is the empty shape.
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

    /// The empty shape. It is not retained, which is safe because it lives longer than all others.
    var root: Shape {
        @inline(__always) get { unretainedRoot ?? self }
    }

    /// Returns the shape with one more key; nil if there are too many keys or shapes.
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

    /// Returns the shape of the first keys.
    /// - Complexity: O(keys dropped).
    func prefix(_ count: Int) -> Shape {
        var shape = self
        while shape.count > count, let parent = shape.parent { shape = parent }
        return shape
    }

    /// Returns true if the key at an index is this one.
    @inline(__always)
    func isKey(_ key: String, at index: Int) -> Bool {
        index < count && members[index].isKey(key)
    }

    /// Returns the last index of a name among the first keys.
    /// - Complexity: O(n).
    func lastIndex(of name: String, before end: Int) -> Int? {
        (0..<min(end, count)).last { names[$0].hasSameBytes(as: name) }
    }

    /// Returns the index of a key, which is most likely near the hinted one.
    /// - Complexity: O(n).
    func index(of key: String, near hint: Int) -> Int? {
        (hint..<max(hint, count)).first { isKey(key, at: $0) } ?? (0..<min(hint, count)).first { isKey(key, at: $0) }
    }
}
