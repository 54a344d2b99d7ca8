#if os(macOS) || os(Linux)

/// Texts that have much in common, such as the screens of states that follow each other: what they share is stored once.
///
/// A text is cut where its own bytes say so, not at distances from its beginning, so that behind an insertion the same
/// pieces follow again (content-defined chunking: Muthitacharoen, Chen and Mazières, 2001).
struct SharedTexts {
    /// How a text is stored.
    enum Stored: Encodable, Equatable {
        case whole(String)
        /// The numbers of its pieces.
        case pieces([Int])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .whole(let text): try container.encode(text)
            case .pieces(let numbers): try container.encode(numbers)
            }
        }
    }

    /// From how many bytes on a text is cut.
    private static let shortest = 256
    /// How many bytes a piece has at least; on average it is 256 more.
    private static let shortestPiece = 32

    private var numbers: [String: Int] = [:]
    /// The pieces as the elements of a JSON array.
    private(set) var json = DocumentJSON()

    /// Stores a text.
    ///
    /// - Complexity: O(*n*).
    mutating func store(_ text: String) -> Stored {
        guard text.utf8.count >= Self.shortest else { return .whole(text) }
        var text = text
        let pieces = text.withUTF8 { bytes in Self.cut(bytes).map { String(decoding: bytes[$0], as: UTF8.self) } }
        return .pieces(pieces.map { number(of: $0) })
    }

    private mutating func number(of piece: String) -> Int {
        if let number = numbers[piece] { return number }
        let number = numbers.count
        numbers[piece] = number
        json.append(element: piece)
        return number
    }

    private static func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var hash: UInt64 = 0
        for index in bytes.indices {
            // What is more than 32 bytes ago has left the hash to the left.
            hash = hash &<< 2 &+ UInt64(bytes[index]) &* 0x9e37_79b9_7f4a_7c15
            let isCharacterEnd = index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80
            if hash >> 56 == 0, isCharacterEnd, index + 1 - start >= shortestPiece {
                ranges.append(start..<index + 1)
                start = index + 1
            }
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        return ranges
    }
}

/// JSON inside of a page: no `<` is in it, so that no text can end the element that it stands in.
struct DocumentJSON {
    private(set) var bytes: [UInt8] = []

    /// Appends the elements of an array, one by one.
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

#endif
