/// The values of short texts that a session repeats, such as the patches that set a flag.
///
/// A direct-mapped cache. It keeps a value when its text is read for the second time, so that texts that never repeat
/// cost only their hash.
struct ParsedTexts<Value> {
    private struct Slot {
        var hash = 0
        var text: [UInt8] = []
        var value: Value?
    }

    /// The maximum length of a text whose value is kept, in bytes.
    private static var longest: Int { 1 << 10 }

    private var slots = [Slot](repeating: Slot(), count: 1 << 11)

    /// Returns the value of a text, which `parse` returns if it is not known.
    mutating func value(of text: UnsafeRawBufferPointer, _ parse: () throws -> Value) rethrows -> Value {
        guard text.count <= Self.longest else { return try parse() }
        var hasher = Hasher()
        hasher.combine(bytes: text)
        let hash = hasher.finalize()
        let index = hash & (slots.count - 1)
        guard slots[index].hash == hash else {
            slots[index] = Slot(hash: hash)
            return try parse()
        }
        if let value = slots[index].value, text.elementsEqual(slots[index].text) { return value }
        let value = try parse()
        slots[index] = Slot(hash: hash, text: Array(text), value: value)
        return value
    }
}
