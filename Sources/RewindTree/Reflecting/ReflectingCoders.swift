import Foundation

/// The coders of values that are not `Encodable`, by type.
///
/// No instance of a class is read that may change meanwhile, unless the app has named its class: only instances whose
/// stored properties are all constants, and the storage of values that are copied on write. `CustomReflectable`,
/// `Encodable` and collections vouch for their storage, unless it contains a lock, which means that it is shared.
final class ReflectingCoders: CoderSource {
    unowned let context: EncodingContext
    let rules: ReflectionRules
    let layouts = LayoutTable(isReflected: true)
    private var coders = CoderTable()
    private var instances: [ObjectIdentifier: (any Coder)?] = [:]
    /// The values of which only the type is recorded, since the last call of `takeReports()`.
    private var reports: [UnrecordedValue] = []
    private var reported: Set<UnrecordedValue> = []
    /// The number of reported values by type.
    private var reportCounts: [ObjectIdentifier: Int] = [:]
    /// The number of values of a type after which their paths are not determined anymore, which takes longer than writing
    /// a value.
    private static let maximumReports = 200
    /// The objects around the current value.
    private var open: [UnsafeRawPointer] = []
    private var currentBudget = Budget()

    /// The limits on values that lead to any number of others: objects, and mirrors of the app.
    private struct Budget {
        static let objects = 20_000
        static let mirrors = 20_000
        /// The limit on the processor time, which depends less on other processes than the time of day.
        static let microseconds: UInt64 = 500_000
        /// The number of mirrors after which the time is checked.
        static let interval = 64

        /// The number of the encoding.
        var encoding = 0
        var objects = Self.objects
        var mirrors = Self.mirrors
        /// The processor time at the first mirror; nil before it.
        var start: UInt64?
    }

    init(_ context: EncodingContext, _ rules: ReflectionRules) {
        (self.context, self.rules) = (context, rules)
    }

    /// Returns the values of which only the type was recorded, each once.
    func takeReports() -> [UnrecordedValue] {
        defer { reports = [] }
        return reports
    }

    // MARK: Types

    /// Returns the coder of a type.
    func coder(of type: Any.Type) -> any Coder {
        let id = ObjectIdentifier(type)
        if let coder = coders[id] { return coder }
        let own = makeCoder(of: type)
        let coder = rules.representations.isEmpty ? own : representing(type, own)
        coders.insert(coder, for: id)
        return coder
    }

    private func representing(_ type: Any.Type, _ own: any Coder) -> any Coder {
        func make<Value>(_: Value.Type) -> any Coder { RepresentingCoder<Value>(self, own) }
        let metadata = TypeMetadata(type)
        if type is any DirectlyEncodable.Type || metadata.isExistential || !metadata.isCopyable { return own }
        if type == RepresentingMirror.self { return own }
        // A list stays one, whatever else shows its elements.
        return own is any ListCoder || type is any Reflected.Type ? own : make(type)
    }

    private func makeCoder(of type: Any.Type) -> any Coder {
        guard TypeMetadata.isReadable, type != Mirror.self, type != RepresentingMirror.self else {
            return mirror(of: type)
        }
        let metadata = TypeMetadata(type)
        guard metadata.isCopyable else { return UnrecordedCoder(self, type, .noncopyable) }
        if let scalar = ScalarCoders.coder(of: type) { return scalar }
        if let type = type as? any Reflected.Type { return type.makeCoder(in: self) }
        if type is AnyClass { return ObjectCoder(self) }
        if metadata.isEnum, metadata.isForeign, let raw = rawType(of: type) {
            return FieldsCoder(self, type, [TypeMetadata.Field(type: raw, offset: 0, name: "rawValue")])
        }
        if metadata.isExistential { return existential(type, metadata) }
        if metadata.isFunction { return UnrecordedCoder(self, type, .function) }
        if let kind = metadata.cases.map({ _ in StoredObjects.none })
            ?? metadata.fields.map({ _ in StoredObjects.of(type) })
        {
            return contents(of: type, metadata, kind)
        }
        return metadata.isOpaque ? UnrecordedCoder(self, type, .opaque) : mirror(of: type)
    }

    private func contents(of type: Any.Type, _ metadata: TypeMetadata, _ storage: StoredObjects) -> any Coder {
        if let table = OrderedTable(of: type, metadata) { return table.makeCoder(in: self) }
        if storage != .shared, let style = type as? any CustomReflectable.Type {
            if type is any Collection.Type || storage != .copied || !(type is any Encodable.Type) {
                return mirror(of: style)
            }
        }
        if storage == .copied, let type = type as? any Encodable.Type, !ConformanceIsolation.isIsolated(type) {
            return EncodableCoder(self, type)
        }
        if let cases = metadata.cases {
            return cases.isEmpty || !TypeMetadata.areCasesReadable ? mirror(of: type) : EnumCoder(self, type, cases)
        }
        return FieldsCoder(self, type, metadata.fields ?? [])
    }

    /// Returns the type of the raw values of an enum from C, whose cases have no names at run time. In memory, its values
    /// are their raw values. If the binary does not contain the type, it is that of signed integers of the same size.
    private func rawType(of type: Any.Type) -> Any.Type? {
        func raw<Value: RawRepresentable>(_: Value.Type) -> Any.Type { Value.RawValue.self }
        let size = ValueLayout.extent(of: type).size
        if let type = (type as? any RawRepresentable.Type).map({ raw($0) }), type is any FixedWidthInteger.Type,
            ValueLayout.extent(of: type).size == size
        {
            return type
        }
        return [1: Int8.self, 2: Int16.self, 4: Int32.self, 8: Int64.self][size]
    }

    private func existential(_ type: Any.Type, _ metadata: TypeMetadata) -> any Coder {
        func make<Value>(_: Value.Type) -> any Coder { ExistentialCoder<Value>(self) }
        return make(type)
    }

    private func mirror(of type: Any.Type) -> any Coder {
        func make<Value>(_: Value.Type) -> any Coder { MirrorCoder<Value>(self) }
        return make(type)
    }

    // MARK: Values of unknown type

    /// Encodes a value of any type.
    func encode(_ value: Any, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        try withUnsafePointer(to: value as Any) { existential in
            guard let (type, address) = Self.contents(of: existential) else {
                return Encoded(tree: .null, trace: nil)
            }
            return try writer.reflect(at: address, with: coder(of: type), key: key, hint: hint)
        }
    }

    /// Returns the type and the address of the value in an opaque existential; nil for nil.
    static func contents(of existential: UnsafeRawPointer) -> (type: Any.Type, address: UnsafeRawPointer)? {
        guard let type = LayoutTable.type(inExistential: existential) else { return nil }
        if TypeMetadata(type).isInline { return (type, existential) }
        guard let box = existential.load(as: UnsafeRawPointer?.self) else { return nil }
        return (type, TypeMetadata.payload(inBox: box, of: type))
    }

    // MARK: Objects

    /// Returns the class of an object.
    static func objectType(_ object: UnsafeRawPointer) -> AnyClass {
        type(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
    }

    /// Encodes an object, of which only the type is written if it may change.
    func encode(object: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let type: AnyClass = Self.objectType(object)
        guard let coder = instanceCoder(of: type) else {
            return unrecorded(type, .object, in: writer, key: key)
        }
        guard budget.objects > 0, !open.contains(object) else { return Encoded(tree: .string("…"), trace: nil) }
        budget.objects -= 1
        if budget.objects == 0 { context.hasCut = true }
        open.append(object)
        defer { open.removeLast() }
        if rules.followed.contains(ObjectIdentifier(type)) { context.borrowedCount += 1 }
        return try withUnsafePointer(to: object) { pointer in
            let address = coder is FieldsCoder ? object : UnsafeRawPointer(pointer)
            return try writer.reflect(at: address, with: coder, key: key, hint: Hint(tree: hint.tree, trace: nil))
        }
    }

    /// Returns the coder of the instances of a class; nil if they may change.
    private func instanceCoder(of type: AnyClass) -> (any Coder)? {
        let id = ObjectIdentifier(type)
        if let known = instances[id] { return known }
        let coder = makeInstanceCoder(of: type)
        instances[id] = .some(coder)
        return coder
    }

    private func makeInstanceCoder(of type: AnyClass) -> (any Coder)? {
        if let scalar = ScalarCoders.coder(ofClass: type) { return scalar }
        if type is NSArray.Type, !(type is NSMutableArray.Type) { return BridgingCoder<NSArray, [Any]>(self) }
        if type is NSDictionary.Type, !(type is NSMutableDictionary.Type) {
            return BridgingCoder<NSDictionary, [AnyHashable: Any]>(self)
        }
        let isFollowed = rules.followed.contains(ObjectIdentifier(type))
        guard let fields = TypeMetadata.areReferencesReadable ? TypeMetadata(type).instanceFields : nil else {
            return isFollowed ? mirror(of: type) : nil
        }
        guard isFollowed || fields.allSatisfy({ !$0.isVariable }) else { return nil }
        return FieldsCoder(self, type, fields)
    }

    // MARK: Shared values

    /// The values that were taken for objects in the current state; nil if objects are represented when they are found.
    var sharedValues: SharedValues?
    /// The paths of the objects that values are taken for; nil if nobody asks.
    var sharedPaths: Set<[String]>?
    /// The previous encodings of those values, and the ones of this state.
    private var sharedHints: [SharedValues.Key: Hint] = [:]
    private var nextSharedHints: [SharedValues.Key: Hint] = [:]

    /// Encodes the value that was taken for an object; nil if there is none.
    func encodeShared(_ key: SharedValues.Key, in writer: TreeWriter, codingKey: (any CodingKey)?) throws -> Encoded? {
        context.borrowedCount += 1
        sharedPaths?.insert(writer.filterPath(codingKey))
        guard let value = sharedValues?.values[key] else { return nil }
        let hint = nextSharedHints[key] ?? sharedHints[key] ?? .none
        let root = ReflectionRoot<Any>(context)
        let encoded = try withUnsafePointer(to: value as Any) {
            try root.encode($0, in: writer, key: codingKey, hint: hint)
        }
        nextSharedHints[key] = Hint(encoded.trace)
        return Encoded(tree: encoded.tree, trace: nil)
    }

    /// Forgets the values of the previous state.
    func endSharedValues() {
        (sharedHints, nextSharedHints, sharedValues) = (nextSharedHints, [:], nil)
    }

    // MARK: Limits

    /// The rest of the limits for the current value.
    private var budget: Budget {
        get { currentBudget.encoding == context.encoding ? currentBudget : Budget(encoding: context.encoding) }
        set { currentBudget = newValue }
    }

    /// Returns true if another mirror of the app may be visited.
    func hasRoomForMirror() -> Bool {
        var budget = budget
        defer { self.budget = budget }
        if budget.mirrors.isMultiple(of: Budget.interval) {
            let now = Self.processorTime
            let start = budget.start ?? now
            budget.start = start
            if now &- start > Budget.microseconds { budget.mirrors = 0 }
        }
        if budget.mirrors > 0 {
            budget.mirrors -= 1
            return true
        }
        context.hasCut = true
        return false
    }

    /// The processor time of the process in microseconds.
    private static var processorTime: UInt64 { UInt64(truncatingIfNeeded: clock()) }

    /// Returns what is written for a value of which only the type is recorded, and reports it.
    func unrecorded(
        _ type: Any.Type,
        _ reason: UnrecordedValue.Reason,
        in writer: TreeWriter,
        key: (any CodingKey)?
    ) -> Encoded {
        let name = type == Void.self ? "unknown type" : _typeName(type, qualified: false)
        if reportCounts[ObjectIdentifier(type), default: 0] < Self.maximumReports {
            reportCounts[ObjectIdentifier(type), default: 0] += 1
            let value = UnrecordedValue(path: writer.filterPath(key), type: name, reason: reason)
            if reported.insert(value).inserted { reports.append(value) }
        }
        return Encoded(tree: .string("‹\(name): \(reason.rawValue)›"), trace: nil)
    }
}

/// The coder of values of which only the type is recorded.
final class UnrecordedCoder: Coder {
    private unowned let coders: ReflectingCoders
    private let type: Any.Type
    let reason: UnrecordedValue.Reason

    var nests: Bool { false }

    init(_ coders: ReflectingCoders, _ type: Any.Type, _ reason: UnrecordedValue.Reason) {
        self.coders = coders
        self.type = type
        self.reason = reason
    }

    func encode(_: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) -> Encoded {
        coders.unrecorded(type, reason, in: writer, key: key)
    }
}
