/// A coder that encodes values inside its own with the coders of their types.
class ReflectingCoder {
    unowned let coders: ReflectingCoders

    init(_ coders: ReflectingCoders) {
        self.coders = coders
    }
}

/// The coder of a place whose type is a class.
final class ObjectCoder: ReflectingCoder, Coder {
    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        guard let object = value.load(as: UnsafeRawPointer?.self) else { return Encoded(tree: .null, trace: nil) }
        return try coders.encode(object: object, in: writer, key: key, hint: hint)
    }
}

/// The coder of weak references: null once the object is gone, which the bytes do not show.
final class WeakCoder: ReflectingCoder, Coder {
    private struct Reference {
        weak var object: AnyObject?
    }

    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        writer.context.borrowedCount += 1
        guard let object = value.assumingMemoryBound(to: Reference.self).pointee.object else {
            return Encoded(tree: .null, trace: nil)
        }
        return try withExtendedLifetime(object) {
            let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            return try coders.encode(object: address, in: writer, key: key, hint: hint)
        }
    }
}

/// The coder of a place that holds values of different types.
final class ExistentialCoder<Value>: ReflectingCoder, Coder {
    private let kind = TypeMetadata(Value.self).existential

    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        switch kind {
        case .object:
            guard let object = value.load(as: UnsafeRawPointer?.self) else { return Encoded(tree: .null, trace: nil) }
            // The object comes first, as in a place whose type is the class.
            let coder = coders.coder(of: ReflectingCoders.objectType(object))
            return try writer.reflect(at: value, with: coder, key: key, hint: Hint(tree: hint.tree, trace: nil))
        case .opaque:
            guard let (type, address) = ReflectingCoders.contents(of: value) else {
                return Encoded(tree: .null, trace: nil)
            }
            // Optionals of existentials may be nested without limit.
            guard !(type is any OptionalValue.Type) || writer.context.hasRoom(at: writer.level) else {
                return Encoded(tree: Tree.tooDeep, trace: nil)
            }
            var hint = hint
            if let contents = hint.old.flatMap({ ReflectingCoders.contents(of: $0) }), contents.type == type {
                hint.old = contents.address
            } else {
                hint = Hint(tree: hint.tree, trace: nil)
            }
            return try writer.reflect(at: address, with: coders.coder(of: type), key: key, hint: hint)
        case nil:
            guard let error = value.assumingMemoryBound(to: Value.self).pointee as? any Error else {
                return coders.unrecorded(Value.self, .opaque, in: writer, key: key)
            }
            return try coders.encode(error, in: writer, key: key, hint: Hint(tree: hint.tree, trace: nil))
        }
    }
}

/// The coder of values that encode themselves, inside one that does not.
final class EncodableCoder: Coder {
    private unowned let coders: ReflectingCoders
    private let type: Any.Type
    private let coder: any Coder

    var nests: Bool { coder.nests }

    init(_ coders: ReflectingCoders, _ type: any Encodable.Type) {
        (self.coders, self.type) = (coders, type)
        coder = coders.context.coder(for: type)
    }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        do {
            return Encoded(tree: try coder.encode(value, in: writer, key: key, hint: .none).tree, trace: nil)
        } catch let error as IsolatedConformance {
            throw error
        } catch {
            return coders.unrecorded(type, .opaque, in: writer, key: key)
        }
    }
}

/// The coder of values that an app may represent by others.
final class RepresentingCoder<Value>: Coder {
    private unowned let coders: ReflectingCoders
    private let own: any Coder
    private lazy var hasObjects = StoredObjects.of(Value.self) != .none
    /// The representation of the type's values; nil until the first value.
    private var representation: ReflectionRules.Representation??

    var nests: Bool { true }

    init(_ coders: ReflectingCoders, _ own: any Coder) {
        (self.coders, self.own) = (coders, own)
    }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        if case .some(nil) = representation { return try own.encode(value, in: writer, key: key, hint: hint) }
        let original = value.assumingMemoryBound(to: Value.self).pointee as Any
        let known = representation ?? coders.rules.representation(ofValuesLike: original)
        representation = .some(known)
        guard let known else { return try own.encode(value, in: writer, key: key, hint: hint) }
        if hasObjects, coders.sharedValues != nil {
            let shared = SharedValues.key(value, size: MemoryLayout<Value>.size)
            return try coders.encodeShared(shared, in: writer, codingKey: key)
                ?? own.encode(value, in: writer, key: key, hint: hint)
        }
        guard let represented = known.value(original) else {
            return try own.encode(value, in: writer, key: key, hint: hint)
        }
        if let represented = represented as? Value, type(of: represented as Any) == Value.self {
            return try withUnsafePointer(to: represented) {
                try own.encode($0, in: writer, key: key, hint: Hint(tree: hint.tree, trace: nil))
            }
        }
        // A representation may lead to the value again.
        guard writer.context.hasRoom(at: writer.level) else { return Encoded(tree: Tree.tooDeep, trace: nil) }
        return try coders.encode(represented, in: writer, key: key, hint: Hint(tree: hint.tree, trace: nil))
    }
}

/// The coder of immutable collections of Objective-C: those of Swift that they are bridged to.
final class BridgingCoder<Object, Value>: ReflectingCoder, Coder {
    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        guard let value = value.assumingMemoryBound(to: Object.self).pointee as? Value else {
            return coders.unrecorded(Object.self, .object, in: writer, key: key)
        }
        return try coders.encode(value, in: writer, key: key, hint: Hint(tree: hint.tree, trace: nil))
    }
}
