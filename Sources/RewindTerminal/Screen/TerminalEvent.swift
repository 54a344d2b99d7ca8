/// An input event of a terminal.
package enum TerminalEvent: Equatable, Sendable {
    package enum Key: Hashable, Sendable {
        case up, down, left, right, home, end, pageUp, pageDown
        case enter, tab, escape, backspace, delete
        case character(Character)
        /// A letter with the control key.
        case control(Character)
    }

    package enum Mouse: Equatable, Sendable {
        case click, wheelUp, wheelDown
    }

    case key(Key, hasShift: Bool = false)
    /// Cells are counted from 0, from the upper left corner.
    case mouse(Mouse, column: Int, row: Int)
    case pasted(String)
}

/// Decodes the bytes that a terminal sends: the sequences of xterm, which all others send, too (ECMA-48, xterm's
/// "ctlseqs"). Unknown sequences are skipped.
struct TerminalDecoder {
    /// The maximum length of a sequence or a pasted text, in bytes.
    private static let mostBytes = 1 << 16
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var isPasting = false

    /// True if the bytes so far may be the beginning of a sequence: an escape key alone looks like one.
    var isWaiting: Bool { !bytes.isEmpty }

    /// Returns the events that these bytes complete.
    mutating func feed(_ new: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes += new
        var events: [TerminalEvent] = []
        while let event = next() {
            if let event { events.append(event) }
        }
        return events
    }

    /// Returns the events of the remaining bytes, after a pause in the input.
    mutating func finish() -> [TerminalEvent] {
        guard !isPasting, let first = bytes.first else { return [] }
        bytes.removeFirst()
        let rest = bytes
        bytes = []
        guard first == 0x1B else { return feed(rest) }
        return [.key(.escape)] + (rest.isEmpty ? [] : feed(rest))
    }

    /// Returns the next event; `.some(nil)` for a sequence without meaning, nil if it is incomplete.
    private mutating func next() -> TerminalEvent?? {
        if isPasting { return paste() }
        guard let first = bytes.first else { return nil }
        if first == 0x1B { return escape() }
        if first < 0x20 || first == 0x7F {
            bytes.removeFirst()
            return .some(Self.control(first))
        }
        return character()
    }

    private mutating func paste() -> TerminalEvent?? {
        let end = bytes.indices.first { bytes[$0...].starts(with: Self.pasteEnd) }
        guard let end else {
            if bytes.count > Self.mostBytes { bytes.removeFirst(bytes.count - Self.mostBytes) }
            return nil
        }
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + Self.pasteEnd.count)
        isPasting = false
        return .some(.pasted(text))
    }

    private static func control(_ byte: UInt8) -> TerminalEvent? {
        switch byte {
        case 0x0D, 0x0A: .key(.enter)
        case 0x09: .key(.tab)
        case 0x08, 0x7F: .key(.backspace)
        case 0x01...0x1A: .key(.control(Character(UnicodeScalar(byte + 0x60))))
        default: nil
        }
    }

    /// Decodes a character, which may have several bytes.
    private mutating func character() -> TerminalEvent?? {
        let count: Int =
            switch bytes[0] {
            case 0xF0...0xF4: 4
            case 0xE0...0xEF: 3
            case 0xC2...0xDF: 2
            default: 1
            }
        guard bytes.count >= count else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        bytes.removeFirst(count)
        guard let character = text.first, text.count == 1, character != "\u{FFFD}" else { return .some(nil) }
        return .some(.key(.character(character)))
    }

    private mutating func escape() -> TerminalEvent?? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return sequence()
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            let final = bytes[2]
            bytes.removeFirst(3)
            return .some(Self.key(final: final, numbers: []))
        default:
            // The escape key, or another key with Alt, which is not supported.
            bytes.removeFirst()
            return .some(.key(.escape))
        }
    }

    /// Decodes a control sequence: parameters and a final byte.
    private mutating func sequence() -> TerminalEvent?? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            if bytes.count > 64 { bytes.removeAll() }
            return nil
        }
        let (parameters, final) = (bytes[2..<end], bytes[end])
        bytes.removeFirst(end + 1)
        let isMouse = parameters.first == UInt8(ascii: "<")
        let numbers = (isMouse ? parameters.dropFirst() : parameters)
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        if isMouse { return .some(Self.mouse(numbers, isPress: final == UInt8(ascii: "M"))) }
        if final == UInt8(ascii: "~"), numbers.first == 200 {
            isPasting = true
            return .some(nil)
        }
        return .some(Self.key(final: final, numbers: numbers))
    }

    private static func key(final: UInt8, numbers: [Int]) -> TerminalEvent? {
        // The second parameter is 1 plus the sum of the modifiers; shift is 1.
        let hasShift = numbers.count > 1 && (max(1, numbers[1]) - 1) & 1 != 0
        let key: TerminalEvent.Key? =
            switch (final, numbers.first ?? 0) {
            case (UInt8(ascii: "A"), _): .up
            case (UInt8(ascii: "B"), _): .down
            case (UInt8(ascii: "C"), _): .right
            case (UInt8(ascii: "D"), _): .left
            case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
            case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
            case (UInt8(ascii: "~"), 3): .delete
            case (UInt8(ascii: "~"), 5): .pageUp
            case (UInt8(ascii: "~"), 6): .pageDown
            case (UInt8(ascii: "Z"), _): .tab
            case (UInt8(ascii: "M"), _): .enter
            default: nil
            }
        return key.map { .key($0, hasShift: hasShift || final == UInt8(ascii: "Z")) }
    }

    private static func mouse(_ numbers: [Int], isPress: Bool) -> TerminalEvent? {
        guard numbers.count == 3, isPress, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let mouse: TerminalEvent.Mouse? =
            switch numbers[0] & ~0b11100 {
            case 0: .click
            case 64: .wheelUp
            case 65: .wheelDown
            default: nil
            }
        return mouse.map { .mouse($0, column: numbers[1] - 1, row: numbers[2] - 1) }
    }
}
