import RewindTree

/// A line of the side files: one action that was dispatched.
///
///     { "seq":            null,"began":57,"at":1760000000000000,"type":"Add","coder":"codable","payload":{},"end":57}
///
/// `began` counts what was dispatched. Actions get their `seq` in the order in which their states are there, which
/// with several threads can be another; it is filled in where `null` stands, which is why there is room before it. The
/// room begins at a multiple of eight bytes, and lines are filled up with spaces to one, so that the last eight
/// characters of a seq can be stored at once. `end` repeats `began`: a line that was cut and runs on in the rest of an
/// older one has two numbers there. After an undo, `"next":9,"parent":4` says that the action starts a branch, from the
/// state at 4, if its seq is 9. `"skipped":8,"from":4` says that action 8, applied to the state at 4, stands for what was left
/// out right before it.
package struct CrashLogLine {
    /// An action by its seq, and the one whose state it is applied to.
    package struct Branch: Hashable, Sendable {
        let next: Int
        let parent: Int

        package init(next: Int, parent: Int) {
            self.next = next
            self.parent = parent
        }
    }

    /// The number of the dispatch, from 1.
    package let ticket: Int
    /// The number in the session, nil while the action is under way.
    package let seq: Int?
    /// When it was dispatched, in microseconds since 1970.
    package let at: Int64
    /// The name of the action's type.
    package let type: String
    package let coder: ActionRecord.Coder
    package let payload: Tree?
    /// `file:line` of the dispatch, when the app gave it.
    package let callSite: String?
    /// What the action starts, if it is the next one after an undo.
    package let branch: Branch?
    /// What was left out of the recording right before it.
    package let leftOut: Branch?

    package init(
        ticket: Int,
        seq: Int? = nil,
        at: Int64,
        type: String,
        coder: ActionRecord.Coder,
        payload: Tree?,
        callSite: String? = nil,
        branch: Branch? = nil,
        leftOut: Branch? = nil
    ) {
        self.ticket = ticket
        self.seq = seq
        self.at = at
        self.type = type
        self.coder = coder
        self.payload = payload
        self.callSite = callSite
        self.branch = branch
        self.leftOut = leftOut
    }

    /// Where the seq stands in a line, in bytes.
    static let seqOffset = 8
    /// The bytes that a seq takes: more digits than can ever be counted.
    private static let seqWidth = 16

    /// Appends the line, with its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(literal: "{ \"seq\":")
        Self.write(seq: seq, to: &bytes)
        bytes.append(literal: ",\"began\":")
        bytes.append(decimal: Int64(ticket))
        bytes.append(literal: ",\"at\":")
        bytes.append(decimal: at)
        bytes.append(literal: ",\"type\":")
        bytes.append(jsonString: type)
        bytes.append(literal: ",\"coder\":")
        bytes.append(jsonString: coder.rawValue)
        if let callSite {
            bytes.append(literal: ",\"origin\":")
            bytes.append(jsonString: callSite)
        }
        if let branch {
            bytes.append(literal: ",\"next\":")
            bytes.append(decimal: Int64(branch.next))
            bytes.append(literal: ",\"parent\":")
            bytes.append(decimal: Int64(branch.parent))
        }
        if let leftOut {
            bytes.append(literal: ",\"skipped\":")
            bytes.append(decimal: Int64(leftOut.next))
            bytes.append(literal: ",\"from\":")
            bytes.append(decimal: Int64(leftOut.parent))
        }
        if let payload {
            bytes.append(literal: ",\"payload\":")
            payload.write(to: &bytes)
        }
        bytes.append(literal: ",\"end\":")
        bytes.append(decimal: Int64(ticket))
        bytes.append(UInt8(ascii: "}"))
        while (bytes.count - start) % 8 != 7 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a seq, or `null`, behind spaces: always as many bytes.
    static func write(seq: Int?, to bytes: inout [UInt8]) {
        let text = seq.map(String.init) ?? "null"
        for _ in text.utf8.count..<seqWidth { bytes.append(UInt8(ascii: " ")) }
        bytes.append(contentsOf: text.utf8)
    }

    /// The last eight characters of a seq, as they are in memory; nil when it has more, of which the others would have
    /// to be stored too.
    static func word(seq: Int) -> UInt64? {
        guard seq < 100_000_000 else { return nil }
        // The digits come last first, and the last byte in memory is the highest one of a little-endian word.
        var (word, rest) = (UInt64(0), seq)
        for _ in 0..<8 {
            let digit = rest > 0 ? UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10) : UInt8(ascii: " ")
            word = word << 8 | UInt64(digit)
            rest /= 10
        }
        return word.littleEndian
    }

    /// Reads a line; nil when it is not a whole one.
    init?(parsing bytes: [UInt8]) {
        guard let entry = try? Tree(parsing: bytes),
            let ticket = entry["began"]?.int, entry["end"]?.int == ticket, let at = entry["at"]?.int64,
            let type = entry["type"]?.string, let coder = entry["coder"]?.string.flatMap(ActionRecord.Coder.init)
        else { return nil }
        let seq = entry["seq"]?.int
        guard seq.map({ (1...SessionFormat.largestSeq).contains($0) }) ?? (entry["seq"] == .null) else { return nil }
        func branch(_ next: String, _ parent: String) -> Branch? {
            guard let next = entry[next]?.int, let parent = entry[parent]?.int, 0..<next ~= parent,
                next <= SessionFormat.largestSeq
            else { return nil }
            return Branch(next: next, parent: parent)
        }
        self.init(
            ticket: ticket,
            seq: seq,
            at: at,
            type: type,
            coder: coder,
            payload: entry["payload"],
            callSite: entry["origin"]?.string,
            branch: branch("next", "parent"),
            leftOut: branch("skipped", "from")
        )
    }
}

extension Tree {
    fileprivate subscript(key: String) -> Tree? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    fileprivate var int: Int? {
        int64.flatMap(Int.init(exactly:))
    }

    fileprivate var int64: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    fileprivate var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}
