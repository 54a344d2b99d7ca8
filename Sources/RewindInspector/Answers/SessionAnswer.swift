import RewindSession
import RewindTimeline

/// The metadata of a session.
struct SessionAnswer: Encodable, Sendable {
    struct Run: Encodable, Sendable {
        let from, to, parent, depth: Int
    }

    struct Mark: Encodable, Sendable {
        let name: String
        let seq: Int
        let note: String?
    }

    enum Recording: String, Encodable, Sendable {
        case live, closed, suspended, crashed
    }

    /// The maximum number of runs.
    static let mostRuns = 5_000

    let id: Int
    let file: String
    let generation: Int
    let app, appVersion, device, os, startedAt: String?
    var first, last: Int
    var cursor: Int?
    var recording: Recording
    let slices: [String]
    let runs: [Run]
    var bookmarks: [Mark]
    let screen: String
    let indexed: Int
    /// The number of the last effect; 0 if there are none.
    var effects: Int
    /// True if the app recorded what caused anything.
    let causes: Bool
    /// False if no action has a known effect, as in a recording that has only actions.
    let states: Bool
    /// The available exports: `state`, `part`, `html`, `story`, `test`.
    let exports: [String]
    /// True if the session can be re-run with other actions.
    let reruns: Bool
    /// True if bookmarks and the cursor can be changed.
    var changes = false
    /// True if the app that records it can be steered.
    var steering = false
    /// The current position of that app.
    var position: Int?
    /// The time until which that app is waited for, if its connection was lost, in microseconds since 1970.
    var absentUntil: Int64?
    /// True if its screen responds to taps.
    var taps = false
    /// The reason why the session cannot be read completely.
    var gone: FailureAnswer?
    /// In an exported page, the part that it contains and the time of the export, to follow the file name.
    var part: String?
}

extension SessionReader {
    /// Whether the session is being recorded, or how that ended.
    var recording: SessionAnswer.Recording {
        get throws {
            if isLive { return .live }
            if isUnfinished { return .crashed }
            return switch try facts()[SessionFact.endedByKey] {
            case SessionFact.endedByCrash: .crashed
            case SessionFact.endedBySuspension: .suspended
            default: .closed
            }
        }
    }
}
