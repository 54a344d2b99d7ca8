import Foundation

#if canImport(CoreFoundation)
import CoreFoundation
#endif

/// The coders of values without parts.
enum ScalarCoders {
    /// Returns true if the values of a struct have no meaning in a file: pointers, and what depends on the seed of hashes,
    /// which differs at each launch.
    private static func isMeaningless(_ name: String) -> Bool {
        let pointers = [
            "Swift.Unsafe", "Swift.OpaquePointer", "Swift.AutoreleasingUnsafe", "Swift.CVaListPointer",
            "Swift.ObjectIdentifier", "Swift.Unmanaged<", "Swift.Hasher",
        ]
        if pointers.contains(where: name.hasPrefix) { return true }
        return name.hasSuffix(">.Index") && ["Swift.Set<", "Swift.Dictionary<"].contains(where: name.hasPrefix)
    }

    /// Returns the coder of a type whose values are scalars; nil for other types.
    static func coder(of type: Any.Type) -> (any Coder)? {
        if let type = type as? any DirectlyEncodable.Type { return type.makeCoder() }
        if let coder = known[ObjectIdentifier(type)] { return coder() }
        func number<Value>(_: Value.Type) -> any Coder { ScalarCoder<Value> { Self.number(of: $0) } }
        if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type { return number(type) }
        func metatype<Value>(_: Value.Type) -> any Coder {
            ScalarCoder<Value> { ($0 as? Any.Type).map { .string(Self.name(of: $0)) } ?? .null }
        }
        let metadata = TypeMetadata(type)
        if type is Any.Type.Type || metadata.isMetatype { return metatype(type) }
        guard metadata.isStruct else { return nil }
        return isMeaningless(_typeName(type)) ? ScalarCoder<Void> { _ in .string("‹pointer›") } : nil
    }

    /// Returns the coder of a class whose instances are scalars; nil for other classes.
    static func coder(ofClass type: AnyClass) -> (any Coder)? {
        if type is AnyKeyPath.Type { return ScalarCoder<AnyKeyPath> { .string(text(of: $0)) } }
        if type is NSDecimalNumber.Type { return ScalarCoder<NSDecimalNumber> { $0.decimalValue.tree } }
        if type is NSNumber.Type { return ScalarCoder<NSNumber> { tree(of: $0) } }
        if type is NSMutableString.Type { return nil }
        if type is NSString.Type { return ScalarCoder<NSString> { .string(String(describing: $0)) } }
        if type is NSDate.Type {
            return ScalarCoder<NSDate> { Tree(Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate)) }
        }
        if type is NSURL.Type { return ScalarCoder<NSURL> { .string(($0 as URL).absoluteString) } }
        if type is NSUUID.Type { return ScalarCoder<NSUUID> { .string($0.uuidString) } }
        if type is NSNull.Type { return ScalarCoder<NSNull> { _ in .null } }
        if type is NSError.Type {
            return ScalarCoder<NSError> { ["domain": .string($0.domain), "code": .integer(Int64($0.code))] }
        }
        return nil
    }

    private static let known: [ObjectIdentifier: @Sendable () -> any Coder] = {
        var known: [ObjectIdentifier: @Sendable () -> any Coder] = [:]
        func add<Value>(_ tree: @escaping @Sendable (Value) -> Tree) {
            known[ObjectIdentifier(Value.self)] = { ScalarCoder<Value>(tree) }
        }
        add { (text: Substring) in .string(String(text)) }
        add { (character: Character) in .string(String(character)) }
        add { (scalar: Unicode.Scalar) in .string(String(Character(scalar))) }
        add { (text: StaticString) in .string(text.description) }
        add { (id: UUID) in .string(id.uuidString) }
        add { (text: AttributedString) in .string(Self.text(of: text)) }
        add { (text: AttributedSubstring) in .string(Self.text(of: text)) }
        add { (duration: Duration) in .string(text(of: duration)) }
        add { (number: CGFloat) in Tree(Double(number)) }
        return known
    }()

    private static func number<Value>(of value: Value) -> Tree {
        switch value {
        case let value as any FixedWidthInteger: Tree(integer: value)
        case let value as any BinaryInteger: Int64(exactly: value).map(Tree.integer) ?? .string("\(value)")
        case let value as any BinaryFloatingPoint: tree(of: value)
        default: .null
        }
    }

    private static func tree<Value: BinaryFloatingPoint>(of value: Value) -> Tree {
        let double = Double(value)
        // Wider types have numbers that a double cannot represent.
        guard value.isFinite, Value(double) == value else { return .string("\(value)") }
        // Narrower types have a shorter text, which a double parses as another number.
        return .double(Double("\(value)") ?? double)
    }

    private static func tree(of number: NSNumber) -> Tree {
        #if canImport(CoreFoundation)
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
        #else
        if let value = number as? Bool, UInt8(truncatingIfNeeded: number.objCType.pointee) == UInt8(ascii: "B") {
            return .bool(value)
        }
        #endif
        return switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
        case UInt8(ascii: "d"): Tree(number.doubleValue)
        case UInt8(ascii: "f"): Tree(float: number.floatValue)
        case UInt8(ascii: "Q"): Int64(exactly: number.uint64Value).map(Tree.integer) ?? .string("\(number.uint64Value)")
        default: .integer(number.int64Value)
        }
    }

    /// Returns the seconds with all 18 decimals.
    private static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let fraction = String(attoseconds.magnitude)
        let padded = String(repeating: "0", count: max(0, 18 - fraction.count)) + fraction
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude).\(padded) s"
    }

    /// Returns a text with its attributes in braces, sorted, because their order varies.
    private static func text(of attributed: some AttributedStringProtocol) -> String {
        attributed.runs.map { run in
            let text = String(attributed[run.range].characters)
            let attributes = String(describing: run.attributes).split(separator: "\n\t").dropFirst()
                .map { $0.hasSuffix("\n}") ? $0.dropLast(2) : $0 }
            guard !attributes.isEmpty else { return text }
            return "\(text) {\(withoutAddresses(attributes.sorted().joined(separator: ", ")))}"
        }
        .joined()
    }

    private static func text(of keyPath: AnyKeyPath) -> String {
        withoutAddresses(String(reflecting: keyPath))
    }

    private static func name(of type: Any.Type) -> String {
        withoutAddresses(String(reflecting: type))
    }

    // MARK: Descriptions

    /// Returns the description of a value without addresses; nil if its type does not provide one.
    static func description(of value: Any) -> String? {
        guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
        return withoutAddresses(String(describing: value))
    }

    /// Returns a text in which each hexadecimal address is `0x…`: addresses differ at each launch. Types that are
    /// declared in a function have the address of their context in their names.
    static func withoutAddresses(_ text: String) -> String {
        guard text.contains("0x") || text.contains("$") else { return text }
        return text.replacing(/(0x|unknown context at \$)[0-9a-fA-F]{8,16}/) { "\($0.output.1)…" }
    }
}

/// The coder of values without parts.
final class ScalarCoder<Value>: Coder {
    private let tree: (Value) -> Tree

    var nests: Bool { false }

    init(_ tree: @escaping (Value) -> Tree) {
        self.tree = tree
    }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) -> Encoded {
        let tree = tree(value.assumingMemoryBound(to: Value.self).pointee)
        return Encoded(tree: writer.filtered(tree, key: { key }, hint: hint.tree), trace: nil)
    }
}

extension ReflectingCoders {
    /// Returns the member name for a dictionary key: the description of the key, if its type provides one, otherwise
    /// its whole contents.
    func name(ofKey key: Any, in writer: TreeWriter) throws -> String {
        if let text = key as? String { return text }
        let key = (key as? AnyHashable)?.base ?? key
        let type = type(of: key)
        if !(type is AnyClass), ScalarCoders.coder(of: type) == nil, !(type is any Reflected.Type),
            let text = ScalarCoders.description(of: key), text == String(describing: key)
        {
            return text
        }
        switch try encode(key, in: writer, key: nil, hint: .none).tree {
        case .string(let text): return text
        case let tree: return tree.text
        }
    }
}
