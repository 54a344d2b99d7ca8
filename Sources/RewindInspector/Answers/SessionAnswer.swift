#if os(macOS) || os(Linux)

import RewindSession

/// What there is to know of a session before anything in it is looked at.
struct SessionAnswer: Encodable, Sendable {
    struct TypeCount: Encodable, Sendable {
        let name: String
        let count: Int
        let noise: Bool
    }

    struct Run: Encodable, Sendable {
        let from, to, parent, depth: Int
    }

    struct Mark: Encodable, Sendable {
        let name: String
        let seq: Int
        let note: String?
    }

    enum Recording: String, Encodable, Sendable {
        case live, closed, crashed
    }

    /// How many types are told.
    static let mostTypes = 500
    /// How many runs.
    static let mostRuns = 5_000

    let id: Int
    let file: String
    let generation: Int
    let app, appVersion, device, os, startedAt, stateType, recorderVersion: String?
    var first, last: Int
    var cursor: Int?
    var recording: Recording
    let slices: [String]
    let types: [TypeCount]
    let runs: [Run]
    var bookmarks: [Mark]
    let screen: String
    let indexed: Int
    /// What of it can be kept in a file: `state`, `part`, `test`.
    let exports: [String]
    /// Whether it can be re-run with other actions.
    let reruns: Bool
    /// Whether its bookmarks and its cursor can be changed.
    var changes = false
    /// Whether the app that records it can be told to travel.
    var steering = false
    /// Where that app is.
    var position: Int?
    /// Whether its screen can be used.
    var taps = false
    /// Of an exported page: which part of the session it has, and since when, behind the name of the file.
    var part: String?
}

#endif
