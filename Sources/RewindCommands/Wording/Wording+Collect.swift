#if os(macOS) || os(Linux)

import RewindListen

extension Wording {
    /// Returns the message for an error of a server that collects sessions.
    static func failure(of error: CollectError) -> CommandError {
        let variable = CollectKeys.variable
        return switch error {
        case .noKeys(let example):
            CommandError(
                message: "No app has a key.",
                hint: .command("Use a random one, which the app has, too", "export \(variable)=app=\(example)")
            )
        case .malformedKey(let number):
            CommandError(
                message: "Part \(number) of \(variable) is not an app and its key.",
                hint: """
                    A part is APP=KEY: a name of lowercase letters and digits, and at least 32 letters and digits. \
                    Both may contain - and _.
                    """
            )
        case .spoolInUse(let path):
            CommandError(message: "Another server uses the folder \(path).", hint: "Stop it, or use another folder.")
        }
    }

    /// Returns the sentence that is written beside a session that is not stored.
    static func text(for rejection: CollectRejection) -> String {
        switch rejection {
        case .findings(let findings):
            "The session is damaged: \(findings.prefix(20).map(FindingText.text).joined(separator: "; "))."
        case .unreadable(let error): failure(for: error)?.message ?? "\(error)"
        case .tooSlow: "The session takes too long to verify."
        case .refused(let sentence): sentence
        }
    }

    /// Returns the line about an event.
    static func text(for event: CollectEvent) -> String {
        switch event {
        case .stored(let session): "\(session): stored"
        case .rejected(let session, let reason): "\(session): in quarantine. \(reason)"
        case .waiting(let session, let error, let pause):
            "\(session): waits for \(pause.components.seconds) s. \(failure(for: error)?.message ?? "\(error)")"
        }
    }
}

#endif
