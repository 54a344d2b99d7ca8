import RewindTree

/// Texts with common parts, such as the screens of consecutive states. Common parts are stored once.
///
/// Texts are cut at positions that depend on their contents, not on the distance from the start, so that the pieces
/// after an insertion are the same (content-defined chunking: Muthitacharoen, Chen and Mazières, 2001).
struct SharedTexts {
    /// A stored text, compared by its bytes: canonically equivalent texts differ.
    private enum Stored: Encodable, Hashable {
        case whole([UInt8])
        /// Runs of consecutive pieces: the number of the first piece and the length of each run.
        case pieces([Int])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .whole(let bytes): try container.encode(String(decoding: bytes, as: UTF8.self))
            case .pieces(let runs): try container.encode(runs)
            }
        }
    }

    /// The minimum length of a text that is cut, in bytes.
    private static let shortest = 64
    /// The minimum length of a piece, in bytes; the average is 32 bytes longer.
    private static let shortestPiece = 24

    /// Swaps a byte with its replacement, so that bytes that JSON in a page must escape become rare.
    private static func swapped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""): UInt8(ascii: "'")
        case UInt8(ascii: "'"): UInt8(ascii: "\"")
        case UInt8(ascii: "<"): UInt8(ascii: "`")
        case UInt8(ascii: "`"): UInt8(ascii: "<")
        default: byte
        }
    }

    private var numbers: [Stored: Int] = [:]
    private var pieceNumbers: [[UInt8]: Int] = [:]
    /// The numbers of containers. They are kept, so that no other one gets the same identifier.
    private var values: [ObjectIdentifier: (node: AnyObject, number: Int)] = [:]
    /// The texts and the pieces, each as the elements of a JSON array.
    private(set) var json = DocumentJSON()
    private(set) var pieces = DocumentJSON()

    /// Stores a text and returns its number.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    mutating func store(_ text: String) -> Int {
        let stored = stored(text)
        if let number = numbers[stored] { return number }
        let number = numbers.count
        numbers[stored] = number
        json.append(element: stored)
        return number
    }

    /// Stores a value and returns its number. Equal values have equal numbers.
    ///
    /// The text of a scalar is its JSON; that of an array is the list of the numbers of its elements. The text of an
    /// object begins with a list of one number, that of the list of its keys, and goes on with the numbers of its values.
    ///
    /// - Complexity: Linear in the parts that were not stored before.
    mutating func store(_ value: Tree) -> Int {
        if let node = value.node, let known = values[ObjectIdentifier(node)] { return known.number }
        let list: [String]
        switch value {
        case .array(let array): list = store(array.elements)
        case .object(let object):
            list = ["[\(store(Tree(elements: object.keys.map { .string($0) }).text))]"] + store(object.values)
        case .null, .bool, .integer, .double, .number, .string: return store(value.text)
        }
        let number = store("[\(list.joined(separator: ","))]")
        if let node = value.node { values[ObjectIdentifier(node)] = (node, number) }
        return number
    }

    private mutating func store(_ values: [Tree]) -> [String] {
        values.map { value in StackRoom.growing { String(store(value)) } }
    }

    private mutating func stored(_ text: String) -> Stored {
        let bytes = text.utf8.map(Self.swapped)
        guard bytes.count >= Self.shortest else { return .whole(bytes) }
        var runs: [Int] = []
        for range in Self.cut(bytes) {
            let number = number(of: Array(bytes[range]))
            if let count = runs.last, runs[runs.count - 2] + count == number {
                runs[runs.count - 1] += 1
            } else {
                runs += [number, 1]
            }
        }
        return .pieces(runs)
    }

    private mutating func number(of piece: [UInt8]) -> Int {
        if let number = pieceNumbers[piece] { return number }
        let number = pieceNumbers.count
        pieceNumbers[piece] = number
        pieces.append(element: String(decoding: piece, as: UTF8.self))
        return number
    }

    private static func cut(_ bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var hash: UInt64 = 0
        for index in bytes.indices {
            // Bytes more than 32 positions back have been shifted out of the hash.
            hash = hash &<< 2 &+ UInt64(bytes[index]) &* 0x9e37_79b9_7f4a_7c15
            let isCharacterEnd = index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80
            if hash >> 59 == 0, isCharacterEnd, index + 1 - start >= shortestPiece {
                ranges.append(start..<index + 1)
                start = index + 1
            }
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        return ranges
    }
}

/// JSON embedded in HTML: contains no `<`, so that no text can end the enclosing element.
struct DocumentJSON {
    private(set) var bytes: [UInt8] = []

    /// Appends an element of an array.
    mutating func append(element: some Encodable) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
        append(element)
    }

    mutating func append(_ value: some Encodable) {
        for byte in JSONText.of(value).utf8 {
            if byte == UInt8(ascii: "<") {
                bytes.append(contentsOf: "\\u003c".utf8)
            } else {
                bytes.append(byte)
            }
        }
    }
}
