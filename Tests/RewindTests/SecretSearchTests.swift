import TestSupport
import Testing

@testable import Rewind

@Suite struct SecretSearchTests {
    private let search = SecretSearch { ["authorization", "cookie"].contains($0) }

    private func secrets(in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8(search.ranges)
    }

    @Test(.timeLimit(.minutes(10))) func `The search reads a text once, however long its lines are`() {
        let rest = String(repeating: "a ", count: 300_000)
        let header = "authorization: bearer x "
        let found = secrets(in: String(repeating: header, count: 3_000) + rest)
        #expect(found.count == 3_000)
        #expect(found.allSatisfy { $0.count == 1 && $0.lowerBound % header.utf8.count == 22 })
        #expect(secrets(in: String(repeating: "authorization: bearer ;", count: 3_000) + rest).isEmpty)
        #expect(secrets(in: "eyJ" + String(repeating: ".", count: 500_000)) == [0..<5])
    }

    @Test(arguments: Thoroughness.first(3, of: UInt64(1)...10))
    func `The search in headers agrees with regular expressions`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "authorization:", "authorization: ", "cookie: ", "age: ", "bearer ", "basic ", "digest ", "x ", "yy ", ", ",
            "\" ", "\n", "\r ", "  ",
        ]
        for _ in 0..<100 {
            let text = (0..<random.below(16)).reduce(into: "- ") { text, _ in text += random.pick(parts) }
            #expect(secrets(in: text) == headers(in: text), "\(text)")
        }
    }

    private func headers(in text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = text[...]
        while let header = rest.firstMatch(of: /(?:authorization|cookie): */) {
            rest = rest[header.range.upperBound...]
            let isLine = text[..<header.range.lowerBound].last == "\n"
            var secret: Substring?
            if let scheme = rest.prefixMatch(of: /(?:bearer|basic) +/) {
                let word = rest[scheme.range.upperBound...].prefixMatch(of: /"([^"]*)|([^\s,"]+)/)
                secret = word.flatMap { $0.1 ?? $0.2 }
            } else if let quoted = rest.prefixMatch(of: /"(?:(?:bearer|basic) )?([^"]*)/) {
                secret = quoted.1
            } else if rest.prefixMatch(of: /[^\s,]/) != nil {
                secret = rest.prefixMatch(of: isLine ? /[^\r\n]+/ : /[^\r\n"]+/)?.0
            }
            guard let secret, !secret.isEmpty else { continue }
            let start = text.utf8.distance(from: text.startIndex, to: secret.startIndex)
            ranges.append(start..<start + secret.utf8.count)
            rest = rest[secret.endIndex...]
        }
        return ranges
    }
}
