@testable import RewindTree
import TestSupport
import Testing

@Suite struct JSONErrorTests {
    @Test(
        arguments: [
            ("", 0, .unexpectedEnd), ("  ", 2, .unexpectedEnd), ("[", 1, .unexpectedEnd), ("{", 1, .unexpectedEnd),
            ("[1", 2, .unexpectedEnd), ("[1,", 3, .unexpectedEnd), (#"{"a""#, 4, .unexpectedEnd),
            (#"{"a":"#, 5, .unexpectedEnd), (#"{"a":1"#, 6, .unexpectedEnd), (#"{"a":1,"#, 7, .unexpectedEnd),
            ("tru", 3, .unexpectedEnd), (#""abc"#, 4, .unexpectedEnd), (#""\"#, 2, .unexpectedEnd),
            (#""\u12"#, 5, .unexpectedEnd), ("nul1", 3, .unexpectedByte(0x31)), ("[1 2]", 3, .unexpectedByte(0x32)),
            ("[1,]", 3, .unexpectedByte(0x5D)), ("{,}", 1, .unexpectedByte(0x2C)), ("{1:2}", 1, .unexpectedByte(0x31)),
            (#"{"a" 1}"#, 5, .unexpectedByte(0x31)), (#"{"a":1,}"#, 7, .unexpectedByte(0x7D)),
            ("[1}", 2, .unexpectedByte(0x7D)), (#"{"a":1]"#, 6, .unexpectedByte(0x5D)), ("]", 0, .unexpectedByte(0x5D)),
            ("'a'", 0, .unexpectedByte(0x27)), ("\u{FEFF}1", 0, .unexpectedByte(0xEF)),
            ("NaN", 0, .unexpectedByte(0x4E)),
            ("+1", 0, .unexpectedByte(0x2B)), (".5", 0, .unexpectedByte(0x2E)), ("/**/1", 0, .unexpectedByte(0x2F)),
            ("1 2", 2, .trailingText), ("[]]", 2, .trailingText), ("{}x", 2, .trailingText),
            ("nullx", 4, .trailingText),
            ("01", 0, .invalidNumber), ("-", 0, .invalidNumber), ("1.", 0, .invalidNumber), ("1e", 0, .invalidNumber),
            ("1e+", 0, .invalidNumber), ("-01", 0, .invalidNumber), ("1.5.2", 0, .invalidNumber),
            ("[1-2]", 1, .invalidNumber), ("-.5", 0, .invalidNumber),
            ("1e9999999999", 0, .numberOutOfRange), ("1e-99999999999999999999999", 0, .numberOutOfRange),
            (#""\x""#, 1, .invalidEscape), (#""a\u12g4""#, 2, .invalidEscape), (#""\U0041""#, 1, .invalidEscape),
            (#""\ud800""#, 1, .loneSurrogate), (#""\ud800x""#, 1, .loneSurrogate), (#""\udc00""#, 1, .loneSurrogate),
            (#""\ud800\u0041""#, 1, .loneSurrogate), (#""\ud800\n""#, 1, .loneSurrogate),
            ("\"a\nb\"", 2, .unescapedControlCharacter(10)), ("\"\u{0}\"", 1, .unescapedControlCharacter(0)),
        ] as [(String, Int, JSONError.Reason)]
    )
    func `The error for a malformed text has the offset and the reason`(
        text: String,
        offset: Int,
        reason: JSONError.Reason
    ) {
        #expect(throws: JSONError(offset: offset, reason: reason)) { try Tree(parsing: text) }
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80],
            [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]]
    )
    func `Bytes that are not UTF-8 are refused at their offset`(bytes: [UInt8]) {
        let error = JSONError(offset: 2, reason: .invalidUTF8)
        #expect(throws: error) { try Tree(parsing: [0x22, 0x61] + bytes + [0x22]) }
        #expect(throws: error) { try Tree(parsing: [0x22, 0x61] + bytes) }
    }

    @Test func `Every scalar at the edges of its UTF-8 length is accepted`() throws {
        for scalar in "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}".unicodeScalars {
            #expect(try Tree(parsing: "\"\(scalar)\"") == .string(String(scalar)))
        }
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `A text of 260 levels is parsed, and one more is refused`(open: String) throws {
        func text(_ levels: Int) -> String {
            String(repeating: open, count: levels) + "1" + String(repeating: open == "[" ? "]" : "}", count: levels)
        }
        #expect(try Tree(parsing: text(260)).text == text(260))
        #expect(throws: JSONError(offset: 260 * open.utf8.count, reason: .tooDeep)) {
            try Tree(parsing: text(261))
        }
        #expect(throws: JSONError(offset: 260 * open.utf8.count, reason: .tooDeep)) {
            try Tree(parsing: String(repeating: open, count: 1_000_000))
        }
    }

    @Test(arguments: Thoroughness.first(12, of: 0..<50 as Range<UInt64>))
    func `Random bytes do not crash the parser, and any accepted text can be written again`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("[]{}\",:0123456789.eE+-tfn\\u ruelasé\n".utf8) + [0xFF, 0xD8, 0x00]
        for _ in 0..<400 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            if let tree = try? Tree(parsing: bytes) { #expect(try Tree(parsing: tree.text) == tree) }
        }
    }

    @Test(arguments: Thoroughness.first(4, of: 0..<20 as Range<UInt64>))
    func `A text that is cut short anywhere is refused`(seed: UInt64) {
        var maker = TreeMaker(seed: seed)
        let bytes = Array(Tree(elements: [maker.value(depth: 4)]).text.utf8)
        for count in bytes.indices {
            #expect(throws: JSONError.self) { try Tree(parsing: bytes[..<count]) }
        }
    }
}
