import RewindTree

/// A line of the side files: one dispatched action.
///
///     {"began":57,"at":1760000000000000,"type":"Add","coder":"codable","payload":{},"end":57}
///
/// `began` is the number of the dispatch, and `end` repeats it: in a line that was cut and continues with the rest of
/// an older one, the two differ. After an undo, `"next":9,"parent":4` means that the action, if its seq is 9, starts a
/// branch from the state at 4. `"skipped":8,"from":4` means that action 8, applied to the state at 4, stands for the
/// actions that were excluded right before it. `"in_effect":3` or `"in_action":40` is its cause.
package struct CrashLogLine {
    /// An action by its seq, and the action whose state it is applied to.
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
    /// The time of the dispatch, in microseconds since 1970.
    package let at: Int64
    /// The type name of the action.
    package let type: String
    package let coder: ActionRecord.Coder
    package let payload: Tree?
    /// `file:line` of the dispatch, if the app gave it.
    package let callSite: String?
    /// The branch that the action starts if it is the first one after an undo.
    package let branch: Branch?
    /// The row of the actions that were excluded right before it.
    package let excluded: Branch?
    /// The effect or action in which it was dispatched; nil if unknown.
    package let cause: CauseReference?

    package init(
        ticket: Int,
        at: Int64,
        type: String,
        coder: ActionRecord.Coder,
        payload: Tree?,
        callSite: String? = nil,
        branch: Branch? = nil,
        excluded: Branch? = nil,
        cause: CauseReference? = nil
    ) {
        self.ticket = ticket
        self.at = at
        self.type = type
        self.coder = coder
        self.payload = payload
        self.callSite = callSite
        self.branch = branch
        self.excluded = excluded
        self.cause = cause
    }

    /// Appends the line, including its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append("{\"began\":", Int64(ticket))
        bytes.append(",\"at\":", at)
        bytes.append(literal: ",\"type\":")
        bytes.append(jsonString: type)
        bytes.append(literal: ",\"coder\":")
        bytes.append(jsonString: coder.rawValue)
        if let callSite {
            bytes.append(literal: ",\"origin\":")
            bytes.append(jsonString: callSite)
        }
        if let branch {
            bytes.append(",\"next\":", Int64(branch.next))
            bytes.append(",\"parent\":", Int64(branch.parent))
        }
        if let excluded {
            bytes.append(",\"skipped\":", Int64(excluded.next))
            bytes.append(",\"from\":", Int64(excluded.parent))
        }
        bytes.append(cause)
        if let payload {
            bytes.append(literal: ",\"payload\":")
            payload.write(to: &bytes)
        }
        bytes.endCrashLogLine(of: ticket, from: start)
    }

    /// Reads a line; nil if it is not that of a dispatch.
    init?(_ entry: Tree) {
        guard let ticket = entry.child("began")?.int, entry.child("end")?.int == ticket,
            case .integer(let at)? = entry.child("at"), let type = entry.child("type")?.string,
            let coder = entry.child("coder")?.string.flatMap(ActionRecord.Coder.init)
        else { return nil }
        func branch(_ next: String, _ parent: String) -> Branch? {
            guard let next = entry.child(next)?.int, let parent = entry.child(parent)?.int, 0..<next ~= parent,
                next <= SessionFormat.largestSeq
            else { return nil }
            return Branch(next: next, parent: parent)
        }
        self.init(
            ticket: ticket,
            at: at,
            type: type,
            coder: coder,
            payload: entry.child("payload"),
            callSite: entry.child("origin")?.string,
            branch: branch("next", "parent"),
            excluded: branch("skipped", "from"),
            cause: CauseReference(in: entry)
        )
    }
}

/// A line of the side files: the seq of an action, assigned when its reducer returned.
///
///     {"done":57,"seq":55,"end":57}
///
/// Actions are numbered in the order of their resulting states, which with several threads can differ from the order of
/// the dispatches.
struct CrashLogEnd {
    /// The number of the dispatch.
    let ticket: Int
    let seq: Int

    /// Appends the line, including its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append("{\"done\":", Int64(ticket))
        bytes.append(",\"seq\":", Int64(seq))
        bytes.endCrashLogLine(of: ticket, from: start)
    }
}

extension CrashLogEnd {
    /// Reads a line; nil if it is not that of an end.
    init?(_ entry: Tree) {
        guard let ticket = entry.child("done")?.int, entry.child("end")?.int == ticket,
            let seq = entry.child("seq")?.int, 1...SessionFormat.largestSeq ~= seq
        else { return nil }
        self.init(ticket: ticket, seq: seq)
    }
}

/// The first line of the first side file: the seq of the last action in the session file and its write-ahead log, or
/// that of the first state.
///
///     {"committed":55,"end":55}
///
/// Without it, a session whose write-ahead log is missing would pass for one that has no later actions.
struct CrashLogCommit {
    /// The length of the line, in bytes.
    static let length = 64
    let seq: Int

    /// Appends the line, including its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append("{\"committed\":", Int64(seq))
        bytes.endCrashLogLine(of: seq, from: start, multipleOf: Self.length)
    }
}

extension CrashLogCommit {
    /// Reads a line; nil if it is not that of a commit.
    init?(_ entry: Tree) {
        guard let seq = entry.child("committed")?.int, entry.child("end")?.int == seq else { return nil }
        self.init(seq: seq)
    }
}

extension [UInt8] {
    /// Appends the members of a cause.
    mutating func append(_ cause: CauseReference?) {
        switch cause {
        case .effect(let id): append(",\"in_effect\":", Int64(id))
        case .action(let seq): append(",\"in_action\":", Int64(seq))
        case nil: break
        }
    }

    /// Appends a number after the text before it.
    mutating func append(_ text: StaticString, _ number: Int64) {
        append(literal: text)
        append(decimal: number)
    }

    /// Ends the line that begins at `start` with the number of the dispatch, effect, or action, and with spaces up to a
    /// multiple of `length` bytes, where the next line begins.
    mutating func endCrashLogLine(of ticket: Int, from start: Int, multipleOf length: Int = 8) {
        append(",\"end\":", Int64(ticket))
        append(UInt8(ascii: "}"))
        for _ in 0..<length - 1 - (count - start) % length { append(UInt8(ascii: " ")) }
        append(UInt8(ascii: "\n"))
    }
}

extension CauseReference {
    /// Reads the members of a cause; nil if there is none.
    init?(in entry: Tree) {
        self.init(effect: entry.child("in_effect")?.int, action: entry.child("in_action")?.int)
    }
}
