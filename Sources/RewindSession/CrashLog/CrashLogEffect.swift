import RewindTree

/// A line of the side files: an effect that began, or a note.
///
///     {"effect":3,"at":1760000000000000,"kind":"effect","name":"GET /items","seq":41,"coder":"codable","end":3}
///
/// The input, the cause and the origin follow if there are any. `end` repeats the number of the effect, as in
/// `CrashLogLine`.
extension EffectRecord {
    /// Appends the line, including its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append("{\"effect\":", Int64(id))
        bytes.append(",\"at\":", at)
        bytes.append(literal: ",\"kind\":")
        bytes.append(jsonString: kind.rawValue)
        bytes.append(literal: ",\"name\":")
        bytes.append(jsonString: name)
        bytes.append(",\"seq\":", Int64(seq))
        bytes.append(literal: ",\"coder\":")
        bytes.append(jsonString: coder.rawValue)
        bytes.append(cause)
        if let origin {
            bytes.append(literal: ",\"origin\":")
            bytes.append(jsonString: origin)
        }
        if let input {
            bytes.append(literal: ",\"input\":")
            input.write(to: &bytes)
        }
        bytes.endCrashLogLine(of: id, from: start)
    }

    /// Reads a line; nil if it is not that of an effect.
    init?(_ entry: Tree) {
        guard let id = entry.child("effect")?.int, entry.child("end")?.int == id, id > 0,
            case .integer(let at)? = entry.child("at"), let seq = entry.child("seq")?.int, seq >= 0,
            let kind = entry.child("kind")?.string.flatMap(Kind.init), let name = entry.child("name")?.string,
            let coder = entry.child("coder")?.string.flatMap(ActionRecord.Coder.init)
        else { return nil }
        self.init(
            id: id,
            seq: seq,
            at: at,
            kind: kind,
            name: name,
            coder: coder,
            input: entry.child("input"),
            cause: CauseReference(in: entry),
            origin: entry.child("origin")?.string
        )
    }
}

/// A line of the side files: an effect that ended, without its value.
///
///     {"outcome":5,"effect_ended":3,"at":1760000000000000,"seq":42,"duration":180000000,"status":"done","end":5}
extension OutcomeRecord {
    /// Appends the line, including its line feed.
    func write(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append("{\"outcome\":", Int64(id))
        bytes.append(",\"effect_ended\":", Int64(effect))
        bytes.append(",\"at\":", at)
        bytes.append(",\"seq\":", Int64(seq))
        if let duration { bytes.append(",\"duration\":", duration) }
        bytes.append(literal: ",\"status\":")
        bytes.append(jsonString: status.rawValue)
        bytes.endCrashLogLine(of: id, from: start)
    }

    /// Reads a line; nil if it is not that of an outcome.
    init?(_ entry: Tree) {
        guard let id = entry.child("outcome")?.int, entry.child("end")?.int == id, id > 0,
            let effect = entry.child("effect_ended")?.int, effect > 0, case .integer(let at)? = entry.child("at"),
            let seq = entry.child("seq")?.int, seq >= 0,
            let status = entry.child("status")?.string.flatMap(Status.init)
        else { return nil }
        let duration = entry.child("duration")?.int.map { Int64($0) }
        self.init(id: id, effect: effect, seq: seq, at: at, duration: duration, status: status)
    }
}
