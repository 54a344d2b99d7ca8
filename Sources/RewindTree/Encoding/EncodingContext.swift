/// The coders of types.
protocol CoderSource: AnyObject {
    func coder(of type: Any.Type) -> any Coder
}

/// The state shared by the writers of one encoder.
final class EncodingContext {
    /// Releases the idle writers together with the encoder: they retain the context, and it retains them.
    final class End {
        private let context: EncodingContext

        init(of context: EncodingContext) {
            self.context = context
        }

        deinit {
            context.maximumIdleCount = 0
            context.idle = []
        }
    }

    @exclusivity(unchecked) private var coders = CoderTable()
    @exclusivity(unchecked) private var conflict: EncodingError?
    @exclusivity(unchecked) private var isolated: IsolatedConformance?
    /// The number of the current encoding, which is on one thread from beginning to end.
    @exclusivity(unchecked) private(set) var encoding = 0
    @exclusivity(unchecked) private var idle: [TreeWriter] = []
    /// The maximum number of idle writers to keep.
    @exclusivity(unchecked) private var maximumIdleCount = 64
    /// True if a value was cut off because it is nested too deeply.
    @exclusivity(unchecked) var hasCut = false
    /// The root of the shapes of values without a type.
    let emptyShape: Shape
    let filter: (any TreeFilter)?
    let userInfo: [CodingUserInfoKey: Any]
    /// The coders of values that are read.
    var reflected: (any CoderSource)?
    /// True if values are retained for the next encoding.
    @exclusivity(unchecked) var isRemembering = true
    /// The number of values encoded until now whose memory may change unnoticed. Their containers must not be proofs.
    @exclusivity(unchecked) var borrowedCount = 0

    /// The size of the visited storage that is not shared with the previous value, in bytes.
    @exclusivity(unchecked) var unsharedBytes = 0

    /// The number of levels that are encoded without checking the stack.
    static let freeLevels = 16

    init(filter: (any TreeFilter)?, userInfo: [CodingUserInfoKey: Any]) {
        (self.filter, self.userInfo) = (filter, userInfo)
        emptyShape = Shape.makeRoot(filter: filter)
    }

    /// Creates an empty shape for the values of one type, so that types do not evict each other's shapes.
    func makeShape() -> Shape {
        Shape.makeRoot(filter: filter)
    }

    /// Returns the coder of a type.
    func coder<T: Encodable>(for type: T.Type) -> any Coder {
        let id = ObjectIdentifier(type)
        if let coder = coders[id] { return coder }
        let own = (type as? any SpeciallyEncodable.Type)?.makeCoder() ?? PlainCoder<T>()
        let coder = ConformanceIsolation.isIsolated(type) ? IsolatedCoder<T>(own) : own
        coders.insert(coder, for: id)
        if let type = type as? AnyClass, Self.mayChange(type) { variableClasses.append(type) }
        return coder
    }

    /// Returns the coder of a type; nil if the type is not `Encodable`.
    func coder(forAny type: Any.Type) -> (any Coder)? {
        if let coder = coders[ObjectIdentifier(type)] { return coder }
        return (type as? any Encodable.Type).map { coder(for: $0) }
    }

    /// The classes with variables of which instances have been encoded.
    private(set) var variableClasses: [AnyClass] = []

    /// Returns true unless all properties of a class's instances are known to be constants.
    private static func mayChange(_ type: AnyClass) -> Bool {
        let fields = TypeMetadata.areReferencesReadable ? TypeMetadata(type).instanceFields : nil
        return fields?.contains { $0.isVariable } ?? true
    }

    /// Begins to encode a value.
    func begin() {
        encoding += 1
        isolated = nil
        unsharedBytes = 0
        hasCut = false
    }

    /// Returns true if a value may be nested at this level. If not, the caller writes `Tree.tooDeep` in its place.
    func hasRoom(at level: Int) -> Bool {
        if level < Tree.depthLimit, StackRoom.isLeft { return true }
        hasCut = true
        return false
    }

    /// Returns an empty writer.
    func writer(in parent: TreeWriter, key: (any CodingKey)?, hint: Hint, depth: Int) -> TreeWriter {
        let writer = idle.popLast() ?? TreeWriter(context: self)
        writer.start(in: parent, key: key, hint: hint, depth: depth)
        return writer
    }

    /// Recycles a writer, unless another reference to it exists.
    func recycle(_ writer: inout TreeWriter) {
        writer.clear()
        if isKnownUniquelyReferenced(&writer), idle.count < maximumIdleCount { idle.append(writer) }
    }

    /// Counts the storage of a text, unless it is that of the previous value.
    func countStorage(of tree: Tree, last: Tree?) {
        guard case .string(let text) = tree, last?.isIdentical(to: tree) != true else { return }
        unsharedBytes += text.utf8.count + 32
    }

    /// Counts the storage of a collection that differs from the previous one.
    func countStorage(of count: Int, stride: Int) {
        unsharedBytes += count * stride + 32
    }

    /// Records that a value requested containers of two kinds: the requests cannot throw.
    func report(conflictAt writer: TreeWriter) {
        guard conflict == nil else { return }
        let description = "A value asked its encoder for containers of two kinds."
        conflict = .invalidValue(
            (),
            EncodingError.Context(codingPath: writer.codingPath, debugDescription: description)
        )
    }

    var hasConflict: Bool { conflict != nil }

    /// Returns the first conflict since the last call.
    func takeConflict() -> EncodingError? {
        guard conflict != nil else { return nil }
        defer { conflict = nil }
        return conflict
    }

    /// Records a value that must not be encoded on this thread: code around it may swallow the error.
    func report(isolated type: Any.Type) -> IsolatedConformance {
        let error = IsolatedConformance(type: type)
        if isolated == nil { isolated = error }
        return error
    }

    /// The error for the first value that must not be encoded on this thread, if there was one.
    var isolatedConformance: IsolatedConformance? { isolated }
}
