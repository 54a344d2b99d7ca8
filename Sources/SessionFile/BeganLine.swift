import StateTree

/// A line of the side files: one action that was dispatched.
///
///     {"began":57,"seq":null                ,"at":1760000000000000,"type":"Add","coder":"codable","payload":{},"end":57}
///
/// `began` counts what was dispatched. Actions get their `seq` in the order in which their states are there, which
/// with several threads can be another; it is filled in where `null` stands, which is why there is room behind it.
/// `end` repeats `began`: a line that was cut and runs on in the rest of an older one has two numbers there.
package struct BeganLine {
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
    package let origin: String?

    package init(
        ticket: Int,
        seq: Int? = nil,
        at: Int64,
        type: String,
        coder: ActionRecord.Coder,
        payload: Tree?,
        origin: String? = nil
    ) {
        self.ticket = ticket
        self.seq = seq
        self.at = at
        self.type = type
        self.coder = coder
        self.payload = payload
        self.origin = origin
    }

    /// The bytes that a seq takes: those of the largest number there is.
    private static let seqWidth = 19

    /// Where the seq stands in the line, in bytes.
    var seqOffset: Int {
        #"{"began":,"seq":"#.utf8.count + String(ticket).utf8.count
    }

    /// Appends the line, with its line feed.
    func write(to bytes: inout [UInt8]) {
        bytes.append(literal: "{\"began\":")
        bytes.append(decimal: Int64(ticket))
        bytes.append(literal: ",\"seq\":")
        Self.write(seq: seq, to: &bytes)
        bytes.append(literal: ",\"at\":")
        bytes.append(decimal: at)
        bytes.append(literal: ",\"type\":")
        bytes.append(jsonString: type)
        bytes.append(literal: ",\"coder\":")
        bytes.append(jsonString: coder.rawValue)
        if let origin {
            bytes.append(literal: ",\"origin\":")
            bytes.append(jsonString: origin)
        }
        if let payload {
            bytes.append(literal: ",\"payload\":")
            payload.write(to: &bytes)
        }
        bytes.append(literal: ",\"end\":")
        bytes.append(decimal: Int64(ticket))
        bytes.append(literal: "}\n")
    }

    /// Appends a seq, or `null`, and spaces: always as many bytes.
    static func write(seq: Int?, to bytes: inout [UInt8]) {
        let start = bytes.count
        if let seq { bytes.append(decimal: Int64(seq)) } else { bytes.append(literal: "null") }
        for _ in bytes.count - start..<seqWidth { bytes.append(UInt8(ascii: " ")) }
    }

    /// Reads a line; nil when it is not a whole one.
    init?(parsing bytes: [UInt8]) {
        guard let entry = try? Tree(parsing: bytes),
            let ticket = entry["began"]?.int, entry["end"]?.int == ticket, let at = entry["at"]?.int64,
            let type = entry["type"]?.string, let coder = entry["coder"]?.string.flatMap(ActionRecord.Coder.init)
        else { return nil }
        let seq = entry["seq"]?.int
        guard seq.map({ (1..<Int.max).contains($0) }) ?? (entry["seq"] == .null) else { return nil }
        self.init(
            ticket: ticket,
            seq: seq,
            at: at,
            type: type,
            coder: coder,
            payload: entry["payload"],
            origin: entry["origin"]?.string
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
