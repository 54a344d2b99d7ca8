/// A value that encodes itself as a script specifies, through any container, and fails where specified.
indirect enum Scripted: Encodable {
    case bool(Bool)
    case integer(Int)
    case byte(UInt8)
    case double(Double)
    case text(String)
    case null
    case nothing
    case numbers([Int])
    case optional(Scripted?)
    case elements([Scripted])
    case table([String: Scripted])
    case plain(Plain)
    case keyed([KeyedCall])
    case unkeyed([UnkeyedCall])
    case single(Scripted)
    /// A single value that fails, and another one in its place.
    case singleElse(Scripted, Scripted)
    /// A single value, and members in a container that is requested afterward.
    case singleThenKeyed(Scripted, [KeyedCall])
    /// Several values that share an encoder, like a class and its superclasses.
    case together([Scripted])
    /// Throws after encoding the value.
    case failing(Scripted)

    /// A value whose parts are all cached by their bytes.
    struct Plain: Encodable {
        struct Inner: Encodable {
            var text = "inner"
            var numbers = [1, 2, 3]
        }

        var small: Int8 = 1
        var name = "a name that does not fit into the string itself"
        var inner = Inner()
        var optional: Inner?
        var list: [Inner] = []
    }

    enum KeyedCall {
        case encode(String, Scripted)
        case encodeIfPresent(String, Scripted?)
        case encodeConditional(String, Scripted)
        case encodeNil(String)
        /// Encodes a value; if it fails, continues with nothing or with another value for that key.
        case attempt(String, Scripted, Scripted?)
        /// Requests a container, encodes something else, and then encodes into the container.
        case nested(String, [KeyedCall], meanwhile: [KeyedCall])
        case nestedUnkeyed(String, [UnkeyedCall], meanwhile: [KeyedCall])
        /// Encodes a value with a super encoder, and continues if it fails.
        case superEncoder(String?, Scripted)
    }

    enum UnkeyedCall {
        case encode(Scripted)
        case encodeNil
        case contents([Int])
        case attempt(Scripted, Scripted?)
        case nested([KeyedCall], meanwhile: [UnkeyedCall])
        case nestedUnkeyed([UnkeyedCall], meanwhile: [UnkeyedCall])
        case superEncoder(Scripted)
    }

    /// The error of a failing value.
    ///
    /// After an error, `JSONEncoder` reuses the encoder of the value for the next one, including its content, unless
    /// the encoder is retained: the error therefore retains it.
    final class Failure: Error {
        /// Only accessed on the thread of its test.
        nonisolated(unsafe) var held: [any Encoder] = []

        /// Releases an encoder, which stores its value when it is deallocated.
        func release(_ encoder: any Encoder) {
            held.removeAll { $0 as AnyObject === encoder as AnyObject }
        }
    }

    /// A value behind a reference.
    private final class Reference: Encodable {
        let value: Scripted

        init(_ value: Scripted) { self.value = value }

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    func encode(to encoder: any Encoder) throws {
        do {
            try write(to: encoder)
        } catch let failure as Failure {
            failure.held.append(encoder)
            throw failure
        }
    }

    private func write(to encoder: any Encoder) throws {
        switch self {
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .byte(let value): try value.encode(to: encoder)
        case .double(let value): try value.encode(to: encoder)
        case .text(let value): try value.encode(to: encoder)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .nothing: return
        case .numbers(let value): try value.encode(to: encoder)
        case .optional(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .elements(let value): try value.encode(to: encoder)
        case .table(let value): try value.encode(to: encoder)
        case .plain(let value): try value.encode(to: encoder)
        case .keyed(let calls):
            var container = encoder.container(keyedBy: AnyKey.self)
            for call in calls { try call.make(in: &container) }
        case .unkeyed(let calls):
            var container = encoder.unkeyedContainer()
            for call in calls { try call.make(in: &container) }
        case .single(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .singleElse(let value, let other):
            var container = encoder.singleValueContainer()
            do { try container.encode(value) } catch { try container.encode(other) }
        case .singleThenKeyed(let value, let calls):
            var single = encoder.singleValueContainer()
            try single.encode(value)
            var container = encoder.container(keyedBy: AnyKey.self)
            for call in calls { try call.make(in: &container) }
        case .together(let values):
            for value in values { try value.encode(to: encoder) }
        case .failing(let value):
            try value.encode(to: encoder)
            throw Failure()
        }
    }

    fileprivate func write(toSuper encoder: any Encoder) {
        do { try encode(to: encoder) } catch { (error as? Failure)?.release(encoder) }
    }

    fileprivate var reference: some Encodable & AnyObject { Reference(self) }
}

extension Scripted.KeyedCall {
    func make(in container: inout KeyedEncodingContainer<AnyKey>) throws {
        switch self {
        case .encode(let key, .bool(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .integer(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .byte(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .double(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .text(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .numbers(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .elements(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .table(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, .plain(let value)): try container.encode(value, forKey: AnyKey(key))
        case .encode(let key, let value): try container.encode(value, forKey: AnyKey(key))
        case .encodeIfPresent(let key, let value): try container.encodeIfPresent(value, forKey: AnyKey(key))
        case .encodeConditional(let key, let value):
            try container.encodeConditional(value.reference, forKey: AnyKey(key))
        case .encodeNil(let key): try container.encodeNil(forKey: AnyKey(key))
        case .attempt(let key, let value, let other):
            do {
                try container.encode(value, forKey: AnyKey(key))
            } catch {
                if let other { try container.encode(other, forKey: AnyKey(key)) }
            }
        case .nested(let key, let calls, let others):
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(key))
            for other in others { try other.make(in: &container) }
            for call in calls { try call.make(in: &nested) }
        case .nestedUnkeyed(let key, let calls, let others):
            var nested = container.nestedUnkeyedContainer(forKey: AnyKey(key))
            for other in others { try other.make(in: &container) }
            for call in calls { try call.make(in: &nested) }
        case .superEncoder(let key, let value):
            value.write(toSuper: key.map { container.superEncoder(forKey: AnyKey($0)) } ?? container.superEncoder())
        }
    }
}

extension Scripted.UnkeyedCall {
    func make(in container: inout any UnkeyedEncodingContainer) throws {
        switch self {
        case .encode(.bool(let value)): try container.encode(value)
        case .encode(.integer(let value)): try container.encode(value)
        case .encode(.byte(let value)): try container.encode(value)
        case .encode(.double(let value)): try container.encode(value)
        case .encode(.text(let value)): try container.encode(value)
        case .encode(.numbers(let value)): try container.encode(value)
        case .encode(.elements(let value)): try container.encode(value)
        case .encode(.table(let value)): try container.encode(value)
        case .encode(.plain(let value)): try container.encode(value)
        case .encode(let value): try container.encode(value)
        case .encodeNil: try container.encodeNil()
        case .contents(let values): try container.encode(contentsOf: values)
        case .attempt(let value, let other):
            do { try container.encode(value) } catch { if let other { try container.encode(other) } }
        case .nested(let calls, let others):
            var nested = container.nestedContainer(keyedBy: AnyKey.self)
            for other in others { try other.make(in: &container) }
            for call in calls { try call.make(in: &nested) }
        case .nestedUnkeyed(let calls, let others):
            var nested = container.nestedUnkeyedContainer()
            for other in others { try other.make(in: &container) }
            for call in calls { try call.make(in: &nested) }
        case .superEncoder(let value):
            value.write(toSuper: container.superEncoder())
        }
    }
}
