import Foundation

/// The layouts of the types found in values.
final class LayoutTable {
    /// True if the values are read, and not watched.
    private let isReflected: Bool
    private var layouts: [ObjectIdentifier: ValueLayout?] = [:]
    private var instances: [ObjectIdentifier: InstanceLayout?] = [:]
    /// The layout requested last: most often, the next one is the same.
    private var last: (type: ObjectIdentifier, layout: ValueLayout?)?

    init(isReflected: Bool = false) {
        self.isReflected = isReflected
    }

    /// Returns the layout of a type; nil if its contents cannot be watched.
    func layout(of type: Any.Type) -> ValueLayout? {
        let id = ObjectIdentifier(type)
        if let last, last.type == id { return last.layout }
        let layout = layouts[id] ?? (isReflected ? ValueLayout(bytesOf: type) : ValueLayout(watching: type))
        layouts[id] = .some(layout)
        last = (id, layout)
        return layout
    }

    /// Returns the layout of the instances of a class; nil if they cannot be watched.
    func instanceLayout(of type: AnyClass) -> InstanceLayout? {
        let id = ObjectIdentifier(type)
        if let known = instances[id] { return known }
        let layout = InstanceLayout(of: type)
        instances[id] = .some(layout)
        return layout
    }

    /// Returns true if two values in memory have the same relevant bytes.
    func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ layout: ValueLayout) -> Bool {
        guard layout.isSame(left, right) else { return false }
        return layout.variables.isEmpty
            || layout.variables.allSatisfy { isSame(left + $0.offset, right + $0.offset, $0.kind) }
    }

    private func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ kind: ObjectReference.Kind) -> Bool {
        switch kind {
        case .existential(let tables): isSameExistential(left, right, tables: tables)
        case .optional(let type):
            type.isNil(at: left) || type.isNil(at: right)
                ? type.isNil(at: left) && type.isNil(at: right)
                : layout(of: type.wrapped).map { isSame(left, right, $0) } ?? false
        case .object, .weak, .collection, .choice, .settings: true
        }
    }

    /// Returns true if two existentials are the same. They hold values of the same type, or are both nil.
    private func isSameExistential(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, tables: Int) -> Bool {
        guard let type = Self.type(inExistential: left) else { return true }
        let word = MemoryLayout<UInt>.size
        guard memcmp(left + 4 * word, right + 4 * word, tables * word) == 0 else { return false }
        guard TypeMetadata(type).isInline else { return memcmp(left, right, word) == 0 }
        return layout(of: type).map { isSame(left, right, $0) } ?? false
    }

    /// Returns the type of the value in an existential; nil for nil.
    static func type(inExistential existential: UnsafeRawPointer) -> Any.Type? {
        let type = existential.load(fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
        return type.map { unsafeBitCast($0, to: Any.Type.self) }
    }
}
