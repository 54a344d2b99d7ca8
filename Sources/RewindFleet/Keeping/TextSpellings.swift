#if Fleet

import Foundation
import RewindTree

/// The spellings under which sessions can contain a text: as it is, in JSON, as part of a pointer, percent-encoded, and
/// in Base64. Letters that have a case are in lower case: ASCII letters, and in some of the spellings all letters.
struct TextSpellings {
    /// The shortest part of a text in Base64 that is searched for, as shorter ones are in many other texts.
    private static let shortestBase64 = 8

    private let all: Set<String>

    init(_ text: String) {
        let cases = Set([text, text.lowercased(), text.uppercased()].map { $0.filter { $0 != "\0" } })
        let plain = cases.flatMap { text in
            let encoded = text.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? text
            let token = text.replacing("~", with: "~0").replacing("/", with: "~1")
            return [text, token, encoded, encoded.replacing("%20", with: "+")]
        }
        let quoted = plain.map { String(Tree.string($0).text.dropFirst().dropLast()) }
        let base64 = cases.flatMap(Self.base64).flatMap {
            [$0, $0.replacing("+", with: "-").replacing("/", with: "_")]
        }
        all = Set((plain + quoted + base64).flatMap { [$0.lowercased(), $0.lowercasedASCII] })
    }

    /// Patterns of LIKE for a text in lower case.
    var patterns: PostgresValue {
        .texts(all.sorted().map { "%" + $0.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%" })
    }

    /// Returns true if a text, in UTF-8, contains one of the spellings.
    ///
    /// - Complexity: O(n).
    func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
        let text = Data(bytes.map(\.lowercasedASCII))
        return all.contains { text.range(of: Data($0.utf8)) != nil }
    }

    /// Returns the characters in Base64 that contain nothing but the text, for each of the three positions at which it can
    /// begin.
    private static func base64(_ text: String) -> [String] {
        (0..<3).compactMap { offset in
            let bytes = [UInt8](repeating: 0, count: offset) + Array(text.utf8)
            let known = (offset * 8 + 5) / 6..<bytes.count * 8 / 6
            let characters = Data(bytes).base64EncodedString().prefix(known.upperBound).dropFirst(known.lowerBound)
            return characters.count >= shortestBase64 ? String(characters) : nil
        }
    }
}

extension CharacterSet {
    /// The characters that RFC 3986 never percent-encodes.
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

extension String {
    fileprivate var lowercasedASCII: String { String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self) }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

#endif
