import TestSupport
import Testing

@testable import RewindTerminal

@Suite struct TerminalDecoderTests {
    private static let samples: [(String, [TerminalEvent])] = [
        ("a", [.key(.character("a"))]), ("é日", [.key(.character("é")), .key(.character("日"))]),
        ("\r", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7F}", [.key(.backspace)]),
        ("\u{3}", [.key(.control("c"))]), ("\u{1B}[A", [.key(.up)]), ("\u{1B}OB", [.key(.down)]),
        ("\u{1B}[1;2C", [.key(.right, hasShift: true)]), ("\u{1B}[1;5D", [.key(.left)]),
        ("\u{1B}[5~", [.key(.pageUp)]), ("\u{1B}[6~", [.key(.pageDown)]), ("\u{1B}[1~", [.key(.home)]),
        ("\u{1B}[F", [.key(.end)]), ("\u{1B}[3~", [.key(.delete)]), ("\u{1B}[Z", [.key(.tab, hasShift: true)]),
        ("\u{1B}[<0;12;5M", [.mouse(.click, column: 11, row: 4)]), ("\u{1B}[<0;12;5m", []),
        ("\u{1B}[<64;1;1M", [.mouse(.wheelUp, column: 0, row: 0)]),
        ("\u{1B}[<65;3;2M", [.mouse(.wheelDown, column: 2, row: 1)]),
        ("\u{1B}[200~two\nlines\u{1B}[A\u{1B}[201~", [.pasted("two\nlines\u{1B}[A")]),
        ("\u{1B}[99;99;99X", []), ("\u{1B}[?1;2c", []),
    ]

    @Test func `Each key has its event, however its bytes arrive`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<300 {
            let chosen = (0..<random.below(12)).map { _ in random.pick(Self.samples) }
            let bytes = Array(chosen.map(\.0).joined().utf8)
            var (decoder, events): (TerminalDecoder, [TerminalEvent]) = (TerminalDecoder(), [])
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(1 + random.below(5))
                events += decoder.feed(part)
                rest = rest.dropFirst(part.count)
            }
            #expect(events + decoder.finish() == chosen.flatMap(\.1))
            #expect(!decoder.isWaiting)
        }
    }

    @Test func `A lone escape key is reported when nothing follows`() {
        var decoder = TerminalDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.finish() == [.key(.escape)])
        #expect(decoder.feed([0x1B, 0x1B]) == [.key(.escape)])
        #expect(decoder.finish() == [.key(.escape)])
    }

    @Test func `Random bytes are decoded without a crash`() {
        var random = SplitMix64(seed: 2)
        var decoder = TerminalDecoder()
        for _ in 0..<2_000 {
            _ = decoder.feed(
                (0..<random.below(40)).map { _ in UInt8(random.pick([0x1B, 0x5B, 0x3C, 0x3B, 0x7E, random.below(256)]))
                }
            )
            if random.below(4) == 0 { _ = decoder.finish() }
        }
        _ = decoder.feed(Array("\u{1B}[201~".utf8))
        _ = decoder.finish()
        #expect(decoder.feed([0x71]).last == .key(.character("q")))
    }
}
