import RewindSession

/// What the recorder's lock keeps of the crash log: which line is whose, and whether the app knows that it fails. The
/// first of several writes that fail is told, and none stops the recording.
struct CrashLogFeed {
    /// Nil where no action is written before its reducer runs.
    private let log: CrashLog?
    private let options: RecorderOptions
    private var isFailing = false

    init(_ log: CrashLog?, _ options: RecorderOptions) {
        self.log = log
        self.options = options
    }

    /// Writes an action that has its number in the session, for which nothing more is to be written.
    mutating func append(_ entry: QueueEntry, payload: Payload?) {
        guard let log, let payload else { return }
        let line = entry.line(payload: payload, seq: entry.seq)
        _ = noted(Result { try log.append(line) })
    }

    /// Notes what came of the writing of an action that was under way then.
    mutating func note(_ written: Result<CrashLog.Position?, any Error>, of entry: QueueEntry) {
        entry.logPosition = noted(written) ?? nil
        // Another thread may have closed the recorder meanwhile, which gave the action its number.
        if entry.seq > 0 { setSeq(of: entry) }
    }

    /// Has the crash log say which number an action got.
    mutating func setSeq(of entry: QueueEntry) {
        guard let log, let position = entry.logPosition else { return }
        _ = noted(Result { try log.setSeq(entry.seq, at: position) })
    }

    private mutating func noted<Success>(_ result: Result<Success, any Error>) -> Success? {
        switch result {
        case .success(let success):
            isFailing = false
            return success
        case .failure(let error):
            if !isFailing { options.tell(.notCrashSafe(reason: RecorderError.text(of: error))) }
            isFailing = true
            return nil
        }
    }
}
