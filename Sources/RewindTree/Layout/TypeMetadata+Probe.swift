extension TypeMetadata {
    private struct Probe<Value> {
        let flag: Bool
        let value: Value
        let pair: (UInt8, [Value])
        let choice: Choice?

        enum Choice {
            case nothing
            case value(Value)
            indirect case choice(Choice)
            case object(AnyObject)
        }
    }

    /// True if reading known types gives the expected results. Checked once, before any other type is read.
    static let isReadable: Bool = {
        typealias Subject = Probe<String>
        guard let fields = TypeMetadata(Subject.self).fields, fields.count == 4 else { return false }
        let types: [Any.Type] = [Bool.self, String.self, (UInt8, [String]).self, Subject.Choice?.self]
        let offsets = [
            MemoryLayout<Subject>.offset(of: \.flag), MemoryLayout<Subject>.offset(of: \.value),
            MemoryLayout<Subject>.offset(of: \.pair), MemoryLayout<Subject>.offset(of: \.choice),
        ]
        let elements = TypeMetadata(types[2]).fields
        let payloads = TypeMetadata(Subject.Choice.self).payloads
        return fields.map { ObjectIdentifier($0.type) } == types.map { ObjectIdentifier($0) }
            && fields.map(\.name) == ["flag", "value", "pair", "choice"] && fields.allSatisfy { !$0.isVariable }
            && fields.map { Optional($0.offset) } == offsets
            && elements?.map(\.offset) == [0, MemoryLayout<[String]>.alignment]
            && elements?.map { ObjectIdentifier($0.type) } == [
                ObjectIdentifier(UInt8.self), ObjectIdentifier([String].self),
            ]
            && payloads?.map { ObjectIdentifier($0) }
                == [
                    ObjectIdentifier(String.self), ObjectIdentifier(Subject.Choice.self),
                    ObjectIdentifier(AnyObject.self),
                ]
            && TypeMetadata(AnyObject.self).fields == nil && TypeMetadata(AnyObject.self).payloads == nil
    }()

    /// True if the cases of known enums are read as expected. Checked once, before any other enum is read.
    static let areCasesReadable: Bool = {
        typealias Choice = Probe<String>.Choice
        let metadata = TypeMetadata(Choice.self)
        guard isReadable, metadata.isCopyable, let cases = metadata.cases,
            cases.map(\.name) == ["value", "choice", "object", "nothing"],
            cases.map(\.isIndirect) == [false, true, false, false]
        else { return false }
        func read<Payload>(_ choice: Choice, _ body: (UnsafeRawPointer) -> Payload) -> (Int, Payload) {
            withUnsafePointer(to: choice) { value in
                metadata.withCase(at: value) { ($0, body($1)) }
            }
        }
        let value = read(.value("a text")) { $0.load(as: String.self) }
        let nested = read(.choice(.value("inside"))) { payload in
            metadata.withCase(at: Self.payload(inBox: payload.load(as: UnsafeRawPointer.self), of: Choice.self)) {
                ($0, $1.load(as: String.self))
            }
        }
        return value == (0, "a text") && nested.0 == 1 && nested.1 == (0, "inside") && read(.nothing) { _ in }.0 == 3
    }()

    private class Base {
        var number: Int16 = 7
    }

    private final class Object<Value>: Base {
        let flag = true
        var value: Value
        weak var weak: Base?
        unowned let unowned: Base

        init(_ value: Value, _ base: Base) {
            self.value = value
            weak = base
            unowned = base
        }
    }

    private protocol Held {}
    private protocol Constrained<Value> { associatedtype Value }
    private protocol ConstrainedObject<Value>: AnyObject { associatedtype Value }
    private struct Small: Held { var number = 8 }
    private struct Large: Held { var numbers = (9, 10, 11, 12) }
    private struct Slot { weak var object: AnyObject? }

    /// True if known objects and existentials have the expected layout. Checked once, before any other is read.
    static let areReferencesReadable: Bool = isReadable && areObjectsReadable && areExistentialsReadable

    private static var areObjectsReadable: Bool {
        let base = Base()
        let object = Object("a text", base)
        guard let fields = TypeMetadata(Object<String>.self).instanceFields, fields.count == 5,
            fields.map(\.ownership) == [.strong, .strong, .weak, .other, .strong]
        else { return false }
        let types: [Any.Type] = [Bool.self, String.self, Base?.self, Base.self, Int16.self]
        guard fields.map({ ObjectIdentifier($0.type) }) == types.map({ ObjectIdentifier($0) }) else { return false }
        return withExtendedLifetime((base, object)) {
            let memory = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            return memory.load(as: UnsafeRawPointer.self) == unsafeBitCast(type(of: object), to: UnsafeRawPointer.self)
                && (memory + fields[0].offset).load(as: Bool.self)
                && (memory + fields[1].offset).load(as: String.self) == "a text"
                && (memory + fields[2].offset).assumingMemoryBound(to: Slot.self).pointee.object === base
                && (memory + fields[4].offset).load(as: Int16.self) == 7
        }
    }

    private static var areExistentialsReadable: Bool {
        let word = MemoryLayout<UInt>.size
        guard case .opaque(tables: 1) = TypeMetadata((any Held).self).existential,
            case .opaque(tables: 0) = TypeMetadata(Any.self).existential,
            case .object = TypeMetadata(AnyObject.self).existential,
            TypeMetadata((any Error).self).existential == nil,
            case .opaque = TypeMetadata((any Constrained<Int>).self).existential,
            case .object = TypeMetadata((any ConstrainedObject<Int>).self).existential,
            TypeMetadata(Small.self).isInline, !TypeMetadata(Large.self).isInline, !TypeMetadata(Slot.self).isInline
        else { return false }
        let (small, large, none): (any Held, any Held, (any Held)?) = (Small(), Large(), nil)
        func type(_ bytes: UnsafeRawBufferPointer) -> UInt { bytes.load(fromByteOffset: 3 * word, as: UInt.self) }
        func address(_ type: Any.Type) -> UInt { UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self)) }
        let isSmall = withUnsafeBytes(of: small as any Held) {
            $0.load(as: Int.self) == 8 && type($0) == address(Small.self)
        }
        let isLarge = withUnsafeBytes(of: large as any Held) { bytes in
            bytes.load(as: UnsafeRawPointer.self).load(fromByteOffset: 2 * word, as: Int.self) == 9
                && type(bytes) == address(Large.self) && bytes.count == 5 * word
        }
        return isSmall && isLarge && withUnsafeBytes(of: none) { type($0) == 0 }
    }
}
