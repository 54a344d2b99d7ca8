import TestSupport

/// Makes random scripts and random changes to them.
struct ScriptMaker {
    var random: SplitMix64
    private var accents = ["caf\u{e9}", "cafe\u{301}"]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns a script that `JSONEncoder` encodes as documented and that does not fail.
    mutating func script() -> Scripted {
        while true {
            let script = value(depth: 2)
            if ValueSlot.succeeds(script) { return script }
        }
    }

    /// Returns a changed script, or sometimes a new one, as scripts would only grow otherwise.
    mutating func changed(_ script: Scripted) -> Scripted {
        if random.chance(10) { return self.script() }
        for _ in 0..<20 {
            let changed = mutation(of: script)
            if ValueSlot.succeeds(changed) { return changed }
        }
        return script
    }

    private mutating func key() -> String {
        if random.chance(5) { accents.reverse() }
        return random.pick(["a", "b", "c", "d", "super", "a key that is stored on the heap", accents[0]])
    }

    private mutating func text() -> String {
        random.pick(["", "x", "caf\u{e9}", "cafe\u{301}", "a text that is stored on the heap", "another such text"])
    }

    private mutating func numbers() -> [Int] {
        Array(0..<random.pick([0, 1, 3, 20]))
    }

    private mutating func list<T>(_ count: Int, _ make: (inout Self) -> T) -> [T] {
        (0..<random.below(count + 1)).map { _ in make(&self) }
    }

    private mutating func plain() -> Scripted.Plain {
        var plain = Scripted.Plain(small: Int8(random.below(3)), name: text())
        if random.chance(30) { plain.inner.text = text() }
        if random.chance(30) { plain.optional = Scripted.Plain.Inner(text: text()) }
        if random.chance(30) { plain.list = list(3) { Scripted.Plain.Inner(text: $0.text(), numbers: $0.numbers()) } }
        return plain
    }

    private mutating func scalar() -> Scripted {
        switch random.below(8) {
        case 0: .bool(random.chance(50))
        case 1, 2: .integer(random.below(5))
        case 3: .byte(UInt8(random.below(3)))
        case 4: .double(random.pick([0.5, -2.25, 1e-9]))
        case 5: .null
        default: .text(text())
        }
    }

    private mutating func value(depth: Int) -> Scripted {
        if depth == 0 { return scalar() }
        let depth = depth - 1
        switch random.below(20) {
        case 0, 1: return scalar()
        case 2: return .nothing
        case 3: return .numbers(numbers())
        case 4: return .optional(random.chance(30) ? nil : value(depth: depth))
        case 5: return .elements(list(4) { $0.value(depth: depth) })
        case 6: return .table(table(depth: depth))
        case 7: return .plain(plain())
        case 8: return .single(value(depth: depth))
        case 9: return .singleElse(failing(depth: depth), value(depth: depth))
        case 10: return .singleThenKeyed(value(depth: depth), keyedCalls(depth: depth))
        case 11: return .together(list(3) { $0.value(depth: depth) })
        case 12, 13, 14: return .unkeyed(unkeyedCalls(depth: depth))
        default: return .keyed(keyedCalls(depth: depth))
        }
    }

    private mutating func failing(depth: Int) -> Scripted {
        .failing(random.chance(30) ? .nothing : value(depth: depth))
    }

    /// Returns a value that mostly fails, deep inside.
    private mutating func fragile(depth: Int) -> Scripted {
        switch random.below(4) {
        case 0: return value(depth: depth)
        case 1 where depth > 0:
            var calls = keyedCalls(depth: depth - 1)
            calls.insert(.encode(key(), fragile(depth: depth - 1)), at: random.below(calls.count + 1))
            return .keyed(calls)
        case 2 where depth > 0:
            var calls = unkeyedCalls(depth: depth - 1)
            calls.insert(.encode(fragile(depth: depth - 1)), at: random.below(calls.count + 1))
            return .unkeyed(calls)
        default: return failing(depth: depth)
        }
    }

    private mutating func table(depth: Int) -> [String: Scripted] {
        Dictionary(list(4) { ($0.key(), $0.value(depth: depth)) }, uniquingKeysWith: { $1 })
    }

    private mutating func keyedCalls(depth: Int) -> [Scripted.KeyedCall] {
        list(4) { $0.keyedCall(depth: depth) }
    }

    private mutating func keyedCall(depth: Int) -> Scripted.KeyedCall {
        let nested = max(depth - 1, 0)
        switch random.below(14) {
        case 0: return .encodeNil(key())
        case 1: return .encodeIfPresent(key(), random.chance(50) ? nil : value(depth: depth))
        case 2: return .encodeConditional(key(), value(depth: depth))
        case 3, 4: return .attempt(key(), fragile(depth: depth), random.chance(50) ? nil : value(depth: depth))
        case 5, 6:
            return .nested(
                key(),
                keyedCalls(depth: nested),
                meanwhile: random.chance(30) ? keyedCalls(depth: nested) : []
            )
        case 7:
            return .nestedUnkeyed(
                key(),
                unkeyedCalls(depth: nested),
                meanwhile: random.chance(30) ? keyedCalls(depth: nested) : []
            )
        case 8: return .superEncoder(random.chance(50) ? nil : key(), fragile(depth: depth))
        default: return .encode(key(), value(depth: depth))
        }
    }

    private mutating func unkeyedCalls(depth: Int) -> [Scripted.UnkeyedCall] {
        list(4) { $0.unkeyedCall(depth: depth) }
    }

    private mutating func unkeyedCall(depth: Int) -> Scripted.UnkeyedCall {
        let nested = max(depth - 1, 0)
        switch random.below(10) {
        case 0: return .encodeNil
        case 1: return .contents(numbers())
        case 2, 3: return .attempt(fragile(depth: depth), random.chance(50) ? nil : value(depth: depth))
        case 4:
            return .nested(
                keyedCalls(depth: nested),
                meanwhile: random.chance(30) ? unkeyedCalls(depth: nested) : []
            )
        case 5:
            return .nestedUnkeyed(
                unkeyedCalls(depth: nested),
                meanwhile: random.chance(30) ? unkeyedCalls(depth: nested) : []
            )
        case 6: return .superEncoder(fragile(depth: depth))
        default: return .encode(value(depth: depth))
        }
    }

    // MARK: Changes

    private mutating func mutation(of script: Scripted) -> Scripted {
        if random.chance(10) { return value(depth: 1) }
        switch script {
        case .integer(let number): return .integer(number + 1)
        case .numbers(var numbers):
            if let index = numbers.indices.randomElement(using: &random) { numbers[index] += 1 } else { numbers = [7] }
            return .numbers(numbers)
        case .optional(let value?): return .optional(random.chance(20) ? nil : mutation(of: value))
        case .elements(let values): return .elements(changedList(values) { $0.mutation(of: $1) })
        case .table(var table):
            let keys = table.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            guard let old = keys.randomElement(using: &random), let value = table.removeValue(forKey: old) else {
                return .table(self.table(depth: 1))
            }
            // Under another key, under a canonically equivalent one, or under the same one.
            let new = random.chance(30) ? key() : old == accents[0] ? accents[random.below(2)] : old
            table.removeValue(forKey: new)
            table[new] = random.chance(30) ? value : mutation(of: value)
            return .table(table)
        case .plain(var plain):
            switch random.below(4) {
            case 0: plain.small &+= 1
            case 1: plain.inner.numbers.append(4)
            case 2: plain.list.append(Scripted.Plain.Inner(text: text()))
            default: plain = self.plain()
            }
            return .plain(plain)
        case .keyed(var calls):
            if random.chance(30) { calls.shuffle(using: &random) }
            return .keyed(changedList(calls) { $0.mutation(of: $1) })
        case .unkeyed(let calls): return .unkeyed(changedList(calls) { $0.mutation(of: $1) })
        case .single(let value): return .single(mutation(of: value))
        case .singleElse(let value, let other): return .singleElse(mutation(of: value), mutation(of: other))
        case .singleThenKeyed(let value, let calls):
            return .singleThenKeyed(mutation(of: value), changedList(calls) { $0.mutation(of: $1) })
        case .together(let values): return .together(changedList(values) { $0.mutation(of: $1) })
        case .failing(let value): return random.chance(50) ? value : .failing(mutation(of: value))
        case .bool, .byte, .double, .text, .null, .nothing, .optional(nil): return scalar()
        }
    }

    private mutating func changedList<T>(_ list: [T], _ change: (inout Self, T) -> T) -> [T] {
        guard let index = list.indices.randomElement(using: &random) else { return list }
        var list = list
        if random.chance(10) {
            list.remove(at: index)
        } else if random.chance(10), list.count < 5 {
            list.insert(list[index], at: random.below(list.count))
        } else {
            list[index] = change(&self, list[index])
        }
        return list
    }

    private mutating func mutation(of call: Scripted.KeyedCall) -> Scripted.KeyedCall {
        switch call {
        case .encode(let key, let value):
            return .encode(random.chance(10) ? self.key() : key, random.chance(90) ? mutation(of: value) : value)
        case .encodeConditional(let key, let value): return .encodeConditional(key, mutation(of: value))
        case .attempt(let key, let value, let other):
            switch value {
            case .failing(let value) where random.chance(50): return .attempt(key, value, other)
            case _ where random.chance(30): return .attempt(key, .failing(value), other)
            default: return .attempt(key, mutation(of: value), other)
            }
        case .nested(let key, let calls, let others):
            return .nested(key, changedList(calls) { $0.mutation(of: $1) }, meanwhile: others)
        case .nestedUnkeyed(let key, let calls, let others):
            return .nestedUnkeyed(key, changedList(calls) { $0.mutation(of: $1) }, meanwhile: others)
        case .superEncoder(let key, let value): return .superEncoder(key, mutation(of: value))
        case .encodeNil, .encodeIfPresent: return keyedCall(depth: 1)
        }
    }

    private mutating func mutation(of call: Scripted.UnkeyedCall) -> Scripted.UnkeyedCall {
        switch call {
        case .encode(let value): return .encode(mutation(of: value))
        case .attempt(let value, let other):
            switch value {
            case .failing(let value) where random.chance(50): return .attempt(value, other)
            case _ where random.chance(30): return .attempt(.failing(value), other)
            default: return .attempt(mutation(of: value), other)
            }
        case .nested(let calls, let others):
            return .nested(changedList(calls) { $0.mutation(of: $1) }, meanwhile: others)
        case .nestedUnkeyed(let calls, let others):
            return .nestedUnkeyed(changedList(calls) { $0.mutation(of: $1) }, meanwhile: others)
        case .superEncoder(let value): return .superEncoder(mutation(of: value))
        case .encodeNil, .contents: return unkeyedCall(depth: 1)
        }
    }
}
