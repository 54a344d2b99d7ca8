import RewindSession

/// The side files as the dispatching side uses them: the first of several writes that fail is told, and none stops it.
struct SideFiles {
    private let began: BeganLog
    private let options: RecorderOptions
    private var isFailing = false

    init(_ began: BeganLog, _ options: RecorderOptions) {
        self.began = began
        self.options = options
    }

    /// Writes an action that has its place in the session.
    mutating func append(_ line: BeganLine) {
        _ = noted(Result { try began.append(line) })
    }

    /// Has the side files say which place in the session an action got.
    mutating func setSeq(of captured: Captured) {
        guard let place = captured.place else { return }
        _ = noted(Result { try began.setSeq(captured.seq, at: place) })
    }

    /// What was given by a write.
    mutating func noted<Success>(_ result: Result<Success, any Error>) -> Success? {
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
