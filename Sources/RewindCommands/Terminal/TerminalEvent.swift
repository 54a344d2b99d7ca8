#if os(macOS) || os(Linux)

/// What somebody does at a terminal.
enum TerminalEvent: Equatable, Sendable {
    enum Key: Hashable, Sendable {
        case up, down, left, right, home, end, pageUp, pageDown
        case enter, tab, escape, backspace, delete
        case character(Character)
        /// A letter with the control key.
        case control(Character)
    }

    enum Mouse: Equatable, Sendable {
        case click, wheelUp, wheelDown
    }

    case key(Key, hasShift: Bool = false)
    /// Cells are counted from 0, from the upper left corner.
    case mouse(Mouse, column: Int, row: Int)
    case pasted(String)
}

/// Makes events of the bytes that a terminal sends: those of xterm, which all others send, too (ECMA-48, xterm's
/// "ctlseqs"). What it does not know is left out.
struct TerminalDecoder {
    /// How long a sequence or a pasted text may get, in bytes.
    private static let mostBytes = 1 << 16
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var isPasting = false

    /// Whether there is a beginning of something that may go on: an escape key alone looks like one.
    var isWaiting: Bool { !bytes.isEmpty }

    /// The events that are complete with these bytes.
    mutating func feed(_ new: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes += new
        var events: [TerminalEvent] = []
        while let event = next() {
            if let event { events.append(event) }
        }
        return events
    }

    /// The events of what is there when nothing has come for a while.
    mutating func finish() -> [TerminalEvent] {
        guard !isPasting, let first = bytes.first else { return [] }
        bytes.removeFirst()
        let rest = bytes
        bytes = []
        guard first == 0x1B else { return feed(rest) }
        return [.key(.escape)] + (rest.isEmpty ? [] : feed(rest))
    }

    /// The next event, nil within where it is none that means anything; nil where the bytes do not suffice.
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

    /// A character, which may come in several bytes.
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
            // The escape key, or one that was pressed together with Alt, which is none of ours.
            bytes.removeFirst()
            return .some(.key(.escape))
        }
    }

    /// A control sequence: parameters, and a final byte.
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
        // The second parameter is 1 and the sum of the keys that are held; shift is 1.
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

#endif
