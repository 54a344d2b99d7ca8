import Foundation
import RewindSession
import RewindTree

/// A small session with causes: a tap opens an article, whose request fails.
///
/// | action, effect | cause |
/// |---|---|
/// | 1 `AppStarted` | – |
/// | effect 1, flow `TapArticle` | – |
/// | 2 `OpenArticle` | effect 1 |
/// | 3 `SetLoading` | action 2 |
/// | effect 2 `GET /items/a1`, fails | effect 1 |
/// | 4 `SetError` | effect 2 |
/// | effect 3, note `memory warning` | – |
/// | effect 4 `timer`, canceled | unknown |
/// | 5 `Tick` | effect 4 |
/// | effect 5 `GET /items`, open | effect 99, lost |
/// | 6 `SetLoading` | effect 5 |
/// | effect 6, screenshot | action 6 |
package enum CausedSession {
    /// The time of the first action, in microseconds since 1970.
    package static let start: Int64 = 1_760_000_000_000_000
    /// The bytes of the screenshot.
    package static let image = Data([UInt8](0..<100))

    package static let actions: [ActionRecord] = {
        var state = states[0]
        return zip(
            1...,
            [
                (0, "AppStarted", [:], nil, nil),
                (1_000_200, "OpenArticle", ["id": "a1"], "ArticleList.swift:22", .effect(1)),
                (1_000_300, "SetLoading", ["isLoading": true], nil, .action(2)),
                (2_241_000, "SetError", ["error": "http_500"], "ArticleDetail.swift:40", .effect(2)),
                (3_000_000, "Tick", [:], nil, .effect(4)),
                (5_000_000, "SetLoading", ["isLoading": false], nil, .effect(5)),
            ] as [(Int64, String, Tree, String?, CauseReference?)]
        ).map { seq, action in
            let record = ActionRecord(
                seq: seq,
                parent: seq - 1,
                at: start + action.0,
                type: action.1,
                payload: action.2,
                patch: states[seq].patch(from: state),
                duration: 12_000,
                origin: action.3,
                cause: action.4
            )
            state = states[seq]
            return record
        }
    }()

    /// The state at each seq.
    package static let states: [Tree] = [
        ["detail": ["id": .null, "error": .null], "loading": false, "ticks": 0],
        ["detail": ["id": .null, "error": .null], "loading": false, "ticks": 0],
        ["detail": ["id": "a1", "error": .null], "loading": false, "ticks": 0],
        ["detail": ["id": "a1", "error": .null], "loading": true, "ticks": 0],
        ["detail": ["id": "a1", "error": "http_500"], "loading": true, "ticks": 0],
        ["detail": ["id": "a1", "error": "http_500"], "loading": true, "ticks": 1],
        ["detail": ["id": "a1", "error": "http_500"], "loading": false, "ticks": 1],
    ]

    package static let effects: [EffectRecord] = [
        EffectRecord(
            id: 1,
            seq: 1,
            at: start + 1_000_000,
            kind: .flow,
            name: "TapArticle",
            input: ["id": "a1"],
            origin: "ArticleList.swift:20"
        ),
        EffectRecord(
            id: 2,
            seq: 3,
            at: start + 1_003_000,
            name: "GET /items/a1",
            input: ["url": "https://qiita.com/api/v2/items/a1"],
            cause: .effect(1),
            origin: "QiitaAPI.swift:31"
        ),
        EffectRecord(id: 3, seq: 4, at: start + 2_500_000, kind: .note, name: "memory warning", input: ["free": 12]),
        EffectRecord(id: 4, seq: 4, at: start + 2_900_000, name: "timer"),
        EffectRecord(id: 5, seq: 5, at: start + 4_000_000, name: "GET /items", cause: .effect(99)),
        EffectRecord(
            id: 6,
            seq: 6,
            at: start + 5_100_000,
            kind: .screenshot,
            name: "screenshot",
            input: ["jpeg": .string(image.base64EncodedString())],
            cause: .action(6)
        ),
    ]

    package static let outcomes: [OutcomeRecord] = [
        OutcomeRecord(
            id: 1,
            effect: 2,
            seq: 3,
            at: start + 2_240_000,
            duration: 1_237_000_000,
            status: .failed,
            type: "HTTPError",
            value: ["status": 500, "body": "Internal Server Error"]
        ),
        OutcomeRecord(id: 2, effect: 1, seq: 4, at: start + 2_242_000, duration: 1_242_000_000),
        OutcomeRecord(id: 3, effect: 4, seq: 5, at: start + 3_001_000, duration: 101_000_000, status: .canceled),
    ]

    /// Writes the session to a new file.
    package static func write(to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Articles"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for action in actions { try transaction.append(action, state: states[action.seq]) }
            for effect in effects { try transaction.append(effect) }
            for outcome in outcomes { try transaction.append(outcome) }
        }
        try writer.close()
    }

    /// Writes a session of `count` actions, each caused by the one before it, in states that do not change.
    package static func writeChain(of count: Int, to url: URL, firstCause: CauseReference? = nil) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([:])
            for seq in 1...count {
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: start + Int64(seq),
                    type: "Next",
                    patch: Patch([]),
                    cause: seq > 1 ? .action(seq - 1) : firstCause
                )
                try transaction.append(record, state: [:])
            }
        }
        try writer.close()
    }

    /// Writes a session of actions that await requests in one task, whose cause is `cause`: action 1 or flow 1.
    ///
    /// Action 2 follows request 2, and action 4 follows the failed request 3 and then request 4.
    package static func writeAwaiting(in cause: CauseReference, to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([:])
            try transaction.append(EffectRecord(id: 1, seq: 0, at: start, kind: .flow, name: "load"))
            for seq in 1...4 {
                let isCaused = seq % 2 == 0
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: start + Int64(seq),
                    type: isCaused ? "Loaded" : "Scrolled",
                    patch: Patch([]),
                    cause: isCaused ? cause : nil
                )
                try transaction.append(record, state: [:])
                guard seq < 4 else { break }
                let request = EffectRecord(id: seq + 1, seq: seq, at: record.at, name: "GET /\(seq + 1)", cause: cause)
                try transaction.append(request)
                let status: OutcomeRecord.Status = seq == 2 ? .failed : .done
                try transaction.append(OutcomeRecord(id: seq, effect: seq + 1, seq: seq, at: record.at, status: status))
            }
        }
        try writer.close()
    }
}
