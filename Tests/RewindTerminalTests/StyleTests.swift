import Testing

@testable import RewindTerminal

@Suite struct StyleTests {
    private static let paints: [(name: String, code: Int, paint: @Sendable (TextStyle, String) -> String)] = [
        ("added", 32, { $0.added($1) }),
        ("removed", 31, { $0.removed($1) }),
        ("name", 36, { $0.name($1) }),
        ("faint", 2, { $0.faint($1) }),
        ("strong", 1, { $0.strong($1) }),
        ("warning", 33, { $0.warning($1) }),
    ]

    @Test func `An enabled style puts its code before the text and a reset after it`() {
        for (name, code, paint) in Self.paints {
            #expect(paint(TextStyle(isOn: true), "text") == "\u{1B}[\(code)mtext\u{1B}[0m", "\(name)")
        }
    }

    @Test func `A disabled style leaves a text unchanged, and an empty text is never colored`() {
        for (name, _, paint) in Self.paints {
            #expect(paint(TextStyle(isOn: false), "text") == "text", "\(name)")
            #expect(paint(TextStyle(isOn: true), "") == "", "\(name)")
        }
    }
}
