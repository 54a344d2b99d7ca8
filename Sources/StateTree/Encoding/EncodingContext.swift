/// What the writers of one encoder share.
final class EncodingContext {
    @exclusivity(unchecked) private var coders = CoderTable()
    @exclusivity(unchecked) private var conflict: EncodingError?
    @exclusivity(unchecked) private var idle: [TreeWriter] = []
    @exclusivity(unchecked) private var room = StackRoom(size: 0)
    /// Whether something that is nested too deeply was left out.
    @exclusivity(unchecked) private(set) var hasCut = false
    let emptyShape: Shape
    let filter: (any TreeFilter)?
    /// Whether values are retained for the next encoding.
    @exclusivity(unchecked) var isRemembering = true

    /// So many levels are encoded without a look at the stack.
    static let freeLevels = 16

    init(filter: (any TreeFilter)?) {
        self.filter = filter
        emptyShape = Shape.makeRoot(filter: filter)
    }

    /// The coder of a type.
    func coder<T: Encodable>(for type: T.Type) -> any Coder {
        let id = ObjectIdentifier(type)
        if let coder = coders[id] { return coder }
        let coder = (type as? any SpeciallyEncodable.Type)?.makeCoder() ?? PlainCoder<T>()
        coders.insert(coder, for: id)
        return coder
    }

    /// The coder of a type that may not be `Encodable`; nil when it is not.
    func coder(forAny type: Any.Type) -> (any Coder)? {
        if let coder = coders[ObjectIdentifier(type)] { return coder }
        return (type as? any Encodable.Type).map { coder(for: $0) }
    }

    /// Begins to encode a value, for which so many bytes of stack may be used.
    func begin(stackSize: Int) {
        hasCut = false
        room = StackRoom(size: stackSize)
    }

    /// Whether a value may be inside of so many others; if not, the marker for that has to be written.
    func hasRoom(at level: Int) -> Bool {
        if level < Tree.depthLimit, room.isLeft { return true }
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
        if isKnownUniquelyReferenced(&writer), idle.count < 64 { idle.append(writer) }
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
}
