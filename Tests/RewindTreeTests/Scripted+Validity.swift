/// A model of the containers of a script. It separates scripts that `JSONEncoder` encodes as documented from those that
/// trap in it, or that it encodes differently (see `TreeEncoder`).
///
/// An object of this class is one slot for a value.
final class ValueSlot {
    private enum Kind { case nothing, scalar, object, array }

    /// The script traps in `JSONEncoder`, or makes it drop or keep the wrong data.
    struct Invalid: Error {}
    /// The script fails as it specifies.
    private struct Failed: Error {}

    private var kind = Kind.nothing
    private var isSingle = false
    private var members: [String: ValueSlot] = [:]

    /// Returns true if `JSONEncoder` encodes the script as documented; the script may fail.
    static func accepts(_ script: Scripted) -> Bool {
        do { try ValueSlot().write(script) } catch is Invalid { return false } catch { return true }
        return true
    }

    /// Returns true if `JSONEncoder` encodes the script as documented and it does not fail.
    static func succeeds(_ script: Scripted) -> Bool {
        do { try ValueSlot().write(script) } catch { return false }
        return true
    }

    private func become(_ kind: Kind) throws {
        if self.kind == .nothing { self.kind = kind }
        if self.kind != kind { throw Invalid() }
    }

    /// A single value, before anything else.
    private func becomeSingle() throws {
        if kind != .nothing || isSingle { throw Invalid() }
    }

    private func write(_ script: Scripted) throws {
        switch script {
        case .bool, .integer, .byte, .double, .text, .null:
            try becomeSingle()
            kind = .scalar
        case .nothing: return
        case .numbers: try becomeArrayOnce()
        case .optional(nil):
            try becomeSingle()
            kind = .scalar
        case .optional(let value?): try single(value)
        case .elements(let values):
            try become(.array)
            try values.forEach(Self.requireSuccess)
        case .table(let table):
            try become(.object)
            for (key, value) in table {
                try Self.requireSuccess(value)
                try set(key, Self.slot(value))
            }
        case .plain:
            try become(.object)
            for key in ["small", "name", "list"] { try set(key, ValueSlot()) }
            for key in ["inner", "optional"] {
                try set(key, Self.slot(.table(["text": .text(""), "numbers": .null])))
            }
        case .keyed(let calls):
            try become(.object)
            try calls.forEach(make)
        case .unkeyed(let calls):
            try become(.array)
            try calls.forEach(make)
        case .single(let value): try single(value)
        case .singleElse(let value, let other):
            do { try single(value) } catch is Failed { try single(other) }
        case .singleThenKeyed(let value, let calls):
            try single(value)
            if kind != .object { throw Invalid() }
            isSingle = false
            try calls.forEach(make)
        case .together(let values): try values.forEach(write)
        case .failing(let value):
            try write(value)
            throw Failed()
        }
    }

    private func becomeArrayOnce() throws {
        if isSingle { throw Invalid() }
        try become(.array)
    }

    /// A failing value must not have encoded anything: `JSONEncoder` would keep it.
    private func single(_ value: Scripted) throws {
        try becomeSingle()
        do {
            try write(value)
        } catch is Failed {
            if kind != .nothing { throw Invalid() }
            throw Failed()
        }
        isSingle = true
        // A single value that encodes nothing leaves the slot free for another.
        if kind == .nothing { throw Invalid() }
    }

    private static func slot(_ script: Scripted) throws -> ValueSlot {
        let slot = ValueSlot()
        try slot.write(script)
        // A value that encodes nothing becomes an empty object.
        if slot.kind == .nothing { slot.kind = .object }
        return slot
    }

    /// Collections release their encoders when an element fails.
    private static func requireSuccess(_ script: Scripted) throws {
        do { _ = try slot(script) } catch { throw Invalid() }
    }

    private func set(_ key: String, _ slot: ValueSlot) throws {
        try check(key)
        members[key] = slot
    }

    /// `JSONEncoder` treats canonically equivalent keys as one.
    private func check(_ key: String) throws {
        guard let index = members.index(forKey: key) else { return }
        if !members[index].key.utf8.elementsEqual(key.utf8) { throw Invalid() }
    }

    private func nested(_ key: String, _ kind: Kind) throws -> ValueSlot {
        try check(key)
        let slot = members[key] ?? ValueSlot()
        if slot.kind == .array, kind == .array, slot.isSingle { throw Invalid() }
        try slot.become(kind)
        members[key] = slot
        return slot
    }

    private func make(_ call: Scripted.KeyedCall) throws {
        switch call {
        case .encode(let key, let value), .encodeConditional(let key, let value): try set(key, try Self.slot(value))
        case .encodeIfPresent(let key, let value):
            if let value { try set(key, try Self.slot(value)) }
        case .encodeNil(let key): try set(key, try Self.slot(.null))
        case .attempt(let key, let value, let other):
            do {
                try set(key, try Self.slot(value))
            } catch is Failed {
                if let other { try set(key, try Self.slot(other)) }
            }
        case .nested(let key, let calls, let others):
            let slot = try nested(key, .object)
            try others.forEach(make)
            try calls.forEach(slot.make)
        case .nestedUnkeyed(let key, let calls, let others):
            let slot = try nested(key, .array)
            try others.forEach(make)
            try calls.forEach(slot.make)
        case .superEncoder(let key, let value): try set(key ?? "super", try Self.superSlot(value))
        }
    }

    private func make(_ call: Scripted.UnkeyedCall) throws {
        switch call {
        case .encode(let value): _ = try Self.slot(value)
        case .encodeNil, .contents: return
        case .attempt(let value, let other):
            do { _ = try Self.slot(value) } catch is Failed { if let other { _ = try Self.slot(other) } }
        case .nested(let calls, let others):
            let slot = try ValueSlot().nested("", .object)
            try others.forEach(make)
            try calls.forEach(slot.make)
        case .nestedUnkeyed(let calls, let others):
            let slot = try ValueSlot().nested("", .array)
            try others.forEach(make)
            try calls.forEach(slot.make)
        case .superEncoder(let value): _ = try Self.superSlot(value)
        }
    }

    private static func superSlot(_ script: Scripted) throws -> ValueSlot {
        let slot = ValueSlot()
        do { try slot.write(script) } catch is Failed {}
        if slot.kind == .nothing { slot.kind = .object }
        return slot
    }
}
