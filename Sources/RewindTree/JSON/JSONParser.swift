/// A strict parser of JSON texts (RFC 8259), without recursion.
struct JSONParser {
    /// The handling of members of one object that have the same key.
    enum Duplicates {
        /// The last one wins.
        case lastWins
        /// The text is rejected.
        case refused
    }

    /// A container that is being read.
    private struct Frame {
        let isObject: Bool
        /// The indices of its first key and value in `keys` and `values`.
        let keys: Int
        let values: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let duplicates: Duplicates
    private let isRepairing: Bool
    private(set) var repairs = JSONRepairs()
    private var position = 0
    private var stack: [Frame] = []
    /// The keys and values of all containers on the stack, so that only complete ones are allocated.
    private var keys: [String] = []
    private var values: [Tree] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, duplicates: Duplicates, isRepairing: Bool = false) {
        self.bytes = bytes
        self.duplicates = duplicates
        self.isRepairing = isRepairing
    }

    /// Parses the whole text as one value.
    /// - Complexity: O(n), and sorting for keys that are not in order.
    mutating func parseDocument() throws(JSONError) -> Tree {
        skipSpace()
        while true {
            guard var value = try parseScalarOrOpen() else { continue }
            while let top = stack.last {
                values.append(value)
                guard try closes(isObject: top.isObject) else { break }
                value = try close()
            }
            if stack.isEmpty {
                skipSpace()
                guard position == bytes.count else { throw error(.trailingText) }
                return value
            }
        }
    }

    /// Parses a scalar or an empty container. Returns nil after opening a container with members.
    private mutating func parseScalarOrOpen() throws(JSONError) -> Tree? {
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "\""):
            var hasLoneSurrogate = false
            let text = try parseString(&hasLoneSurrogate)
            if hasLoneSurrogate { noteLoneSurrogate() }
            return .string(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        case UInt8(ascii: "t"): return try parse("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parse("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parse("null", as: .null)
        case let byte: throw error(.unexpectedByte(byte))
        }
    }

    private mutating func open(isObject: Bool) throws(JSONError) -> Tree? {
        guard stack.count < Tree.readableDepth else {
            guard isRepairing else { throw error(.tooDeep) }
            try skipContainer()
            return .tooDeep
        }
        position += 1
        skipSpace()
        stack.append(Frame(isObject: isObject, keys: keys.count, values: values.count))
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        if bytes[position] == UInt8(ascii: isObject ? "}" : "]") {
            position += 1
            return try close()
        }
        if isObject { try parseKey() }
        return nil
    }

    /// Moves past a container, whose content is not checked.
    private mutating func skipContainer() throws(JSONError) {
        var levels = 0
        repeat {
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                var scanner = JSONStringScanner(bytes, at: position + 1, keepsLoneSurrogates: true)
                _ = try scanner.scan()
                position = scanner.position
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): levels += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): levels -= 1
            default: break
            }
            position += 1
        } while levels > 0
    }

    private mutating func noteLoneSurrogate() {
        let place = repairs.first == nil ? place : .root
        repairs.add(.loneSurrogate, at: place)
    }

    /// The place of the current value.
    private var place: Pointer {
        let ends = stack.dropFirst().map { ($0.keys, $0.values) } + [(keys.count, values.count)]
        return Pointer(
            zip(stack, ends).map { frame, end in frame.isObject ? keys[end.0 - 1] : String(end.1 - frame.values) }
        )
    }

    private mutating func close() throws(JSONError) -> Tree {
        let frame = stack.removeLast()
        let values = self.values.removingAll(from: frame.values)
        guard frame.isObject else { return .array(ArrayNode(values)) }
        let keys = self.keys.removingAll(from: frame.keys)
        let node = ObjectNode(keys: keys, values: values)
        guard duplicates == .lastWins || node.keys.count == keys.count else {
            throw JSONError(offset: position - 1, reason: .duplicateMember)
        }
        return .object(node)
    }

    /// Parses the text after a member: the end of its container, or a comma and the start of the next member.
    private mutating func closes(isObject: Bool) throws(JSONError) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        switch bytes[position] {
        case UInt8(ascii: isObject ? "}" : "]"):
            position += 1
            return true
        case UInt8(ascii: ","):
            position += 1
            skipSpace()
            if isObject { try parseKey() }
            return false
        case let byte:
            throw error(.unexpectedByte(byte))
        }
    }

    private mutating func parseKey() throws(JSONError) {
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: "\"") else { throw error(.unexpectedByte(bytes[position])) }
        var hasLoneSurrogate = false
        keys.append(try parseString(&hasLoneSurrogate))
        if hasLoneSurrogate { noteLoneSurrogate() }
        skipSpace()
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: ":") else { throw error(.unexpectedByte(bytes[position])) }
        position += 1
        skipSpace()
    }

    private mutating func parseString(_ hasLoneSurrogate: inout Bool) throws(JSONError) -> String {
        var scanner = JSONStringScanner(bytes, at: position + 1, keepsLoneSurrogates: isRepairing)
        let text = try scanner.scan()
        position = scanner.position
        hasLoneSurrogate = scanner.hasLoneSurrogate
        return text
    }

    private mutating func parse(_ word: StaticString, as value: Tree) throws(JSONError) -> Tree {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            guard bytes[position] == word.utf8Start[index] else { throw error(.unexpectedByte(bytes[position])) }
            position += 1
        }
        return value
    }

    private mutating func parseNumber() throws(JSONError) -> Tree {
        var end = position
        while end < bytes.count, JSONNumber.isNumberByte(bytes[end]) { end += 1 }
        let text = bytes.extracting(position..<end)
        do {
            let value = try JSONNumber.parse(text)
            position = end
            return value
        } catch {
            throw JSONError(offset: position, reason: error)
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(offset: position, reason: reason)
    }
}

extension Array {
    /// Removes the elements from an index to the end, and returns them.
    fileprivate mutating func removingAll(from start: Int) -> [Element] {
        let removed = Array(self[start...])
        removeLast(removed.count)
        return removed
    }
}
