/// What the writers of one encoder share.
final class EncodingContext {
    /// Ends the reuse of writers with the encoder: the idle ones retain the context, which retains them.
    final class End {
        private let context: EncodingContext

        init(of context: EncodingContext) {
            self.context = context
        }

        deinit {
            context.mostIdle = 0
            context.idle = []
        }
    }

    @exclusivity(unchecked) private var coders = CoderTable()
    @exclusivity(unchecked) private var conflict: EncodingError?
    @exclusivity(unchecked) private var isolated: IsolatedConformance?
    /// The number of the encoding under way, which is on one thread from its beginning to its end.
    @exclusivity(unchecked) private(set) var encoding = 0
    @exclusivity(unchecked) private var idle: [TreeWriter] = []
    /// The largest number of idle writers that are kept.
    @exclusivity(unchecked) private var mostIdle = 64
    /// Whether something that is nested too deeply was left out.
    @exclusivity(unchecked) private(set) var hasCut = false
    /// Where the shapes of what is of no type start.
    let emptyShape: Shape
    let filter: (any TreeFilter)?
    /// Whether values are retained for the next encoding.
    @exclusivity(unchecked) var isRemembering = true
    /// How often a value was encoded whose memory may change without it: what holds it must not be retained as proof.
    @exclusivity(unchecked) var borrowedCount = 0

    /// How many bytes the storage has of what was visited, which the last value did not share then.
    @exclusivity(unchecked) var unsharedBytes = 0

    /// So many levels are encoded without a look at the stack.
    static let freeLevels = 16

    init(filter: (any TreeFilter)?) {
        self.filter = filter
        emptyShape = Shape.makeRoot(filter: filter)
    }

    /// An empty shape, for the values of one type: then no type's shapes take the place of another's.
    func makeShape() -> Shape {
        Shape.makeRoot(filter: filter)
    }

    /// The coder of a type.
    func coder<T: Encodable>(for type: T.Type) -> any Coder {
        let id = ObjectIdentifier(type)
        if let coder = coders[id] { return coder }
        let own = (type as? any SpeciallyEncodable.Type)?.makeCoder() ?? PlainCoder<T>()
        let coder = ConformanceIsolation.isIsolated(type) ? IsolatedCoder<T>(own) : own
        coders.insert(coder, for: id)
        return coder
    }

    /// The coder of a type that may not be `Encodable`; nil when it is not.
    func coder(forAny type: Any.Type) -> (any Coder)? {
        if let coder = coders[ObjectIdentifier(type)] { return coder }
        return (type as? any Encodable.Type).map { coder(for: $0) }
    }

    /// Begins to encode a value.
    func begin() {
        encoding += 1
        isolated = nil
        unsharedBytes = 0
        hasCut = false
    }

    /// Whether a value may be inside of so many others; if not, the marker for that has to be written.
    func hasRoom(at level: Int) -> Bool {
        if level < Tree.depthLimit, StackRoom.isLeft { return true }
        hasCut = true
        return false
    }

    /// A writer that has nothing written.
    func writer(in parent: TreeWriter, key: (any CodingKey)?, hint: Hint, depth: Int) -> TreeWriter {
        let writer = idle.popLast() ?? TreeWriter(context: self)
        writer.start(in: parent, key: key, hint: hint, depth: depth)
        return writer
    }

    /// Takes a writer back, to be used again unless somebody has kept it.
    func recycle(_ writer: inout TreeWriter) {
        writer.clear()
        if isKnownUniquelyReferenced(&writer), idle.count < mostIdle { idle.append(writer) }
    }

    /// Counts the storage of a text, unless it was there the last time.
    func countStorage(of tree: Tree, last: Tree?) {
        guard case .string(let text) = tree, last?.isIdentical(to: tree) != true else { return }
        unsharedBytes += text.utf8.count + 32
    }

    /// Counts the storage of a collection that was not there the last time.
    func countStorage(of count: Int, stride: Int) {
        unsharedBytes += count * stride + 32
    }

    /// Remembers that a value asked for containers that exclude each other: asking cannot throw.
    func report(conflictAt writer: TreeWriter) {
        guard conflict == nil else { return }
        let description = "A value asked its encoder for containers of two kinds."
        conflict = .invalidValue(
            (),
            EncodingError.Context(codingPath: writer.codingPath, debugDescription: description)
        )
    }

    var hasConflict: Bool { conflict != nil }

    /// The first conflict since the last call.
    func takeConflict() -> EncodingError? {
        guard conflict != nil else { return nil }
        defer { conflict = nil }
        return conflict
    }

    /// Remembers that a value was met that must not be encoded here: whoever holds it may let the error vanish.
    func report(isolated type: Any.Type) -> IsolatedConformance {
        let error = IsolatedConformance(type: type)
        if isolated == nil { isolated = error }
        return error
    }

    /// The first value that was met that must not be encoded here, if there was one.
    var isolatedConformance: IsolatedConformance? { isolated }
}
