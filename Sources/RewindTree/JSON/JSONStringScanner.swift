/// A scanner of one JSON string, from after its opening quote to after its closing one.
struct JSONStringScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let keepsLoneSurrogates: Bool
    private(set) var position: Int
    /// True if the string contains the escape of one half of a surrogate pair as text.
    private(set) var hasLoneSurrogate = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, keepsLoneSurrogates: Bool = false) {
        self.bytes = bytes
        self.position = position
        self.keepsLoneSurrogates = keepsLoneSurrogates
    }

    mutating func scan() throws(JSONError) -> String {
        let start = position
        try skipPlain()
        if bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return String(decoding: bytes.extracting(start..<position), as: UTF8.self)
        }
        var unescaped = Array(bytes.extracting(start..<position))
        while bytes[position] != UInt8(ascii: "\"") {
            try scanEscape(into: &unescaped)
            let plain = position
            try skipPlain()
            unescaped.append(contentsOf: bytes.extracting(plain..<position))
        }
        position += 1
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// Moves to the next quote or backslash.
    private mutating func skipPlain() throws(JSONError) {
        while true {
            position = bytes.endOfPlain(from: position, isASCII: true)
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            let byte = bytes[position]
            if byte < 0x20 { throw error(.unescapedControlCharacter(byte)) }
            if byte < 0x80 { return }
            try skipMultibyte(byte)
        }
    }

    /// Moves past one scalar of two to four bytes (RFC 3629, section 4).
    private mutating func skipMultibyte(_ lead: UInt8) throws(JSONError) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8)
        }
        guard position + length <= bytes.count else { throw error(.invalidUTF8) }
        for offset in 1..<length {
            guard (offset == 1 ? second : 0x80...0xBF).contains(bytes[position + offset]) else {
                throw error(.invalidUTF8)
            }
        }
        position += length
    }

    private mutating func scanEscape(into unescaped: inout [UInt8]) throws(JSONError) {
        let start = position
        guard start + 1 < bytes.count else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): unescaped.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): unescaped.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): unescaped.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = try scanScalar(from: start) else {
                guard keepsLoneSurrogates else { throw JSONError(offset: start, reason: .loneSurrogate) }
                hasLoneSurrogate = true
                position = start + 6
                return unescaped.append(contentsOf: bytes[start..<position])
            }
            unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: throw JSONError(offset: start, reason: .invalidEscape)
        }
    }

    /// Scans the digits of an escape, and the escape of the other half of a surrogate pair; nil without that.
    private mutating func scanScalar(from start: Int) throws(JSONError) -> Unicode.Scalar? {
        let first = try scanHexadecimal(from: start)
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        let second = position
        position += 2
        let low = try scanHexadecimal(from: second)
        guard (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func scanHexadecimal(from start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw error(.unexpectedEnd) }
            switch bytes[position] {
            case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                value = value << 4 + UInt32(byte - UInt8(ascii: "0"))
            case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
                value = value << 4 + UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
            default: throw JSONError(offset: start, reason: .invalidEscape)
            }
            position += 1
        }
        return value
    }

    private func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(offset: position, reason: reason)
    }
}
