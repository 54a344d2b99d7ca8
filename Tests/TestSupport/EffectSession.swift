import Foundation
import RewindSession
import RewindTree

/// The session in `Fixtures/sessions/effects.rewind`: nested effects, of which one fails, one is canceled, and one is
/// under way at the end; a note and a screenshot.
package enum EffectSession {
    /// The fixture, which has format version 2.
    package static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/sessions/effects.rewind")

    private static let start: Int64 = 1_760_000_000_000_000

    private static let items = Tree(
        elements: (1...20).map { number in
            let title = Tree.string("Article \(number), with a title that is long enough for a chunk of its own")
            return ["id": .integer(Int64(number)), "title": title]
        }
    )

    /// A picture with one pixel.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB4iG8MwAAAABJRU5ErkJggg=="

    private static let states: [Tree] = [
        ["items": [], "loading": false, "ticks": 0], ["items": [], "loading": true, "ticks": 0],
        ["error": "offline", "items": [], "loading": true, "ticks": 0],
        ["error": "offline", "items": items, "loading": false, "ticks": 0],
        ["error": "offline", "items": items, "loading": false, "selected": 7, "ticks": 0],
        ["error": "offline", "items": items, "loading": false, "selected": 7, "ticks": 1],
    ]

    private static let actions: [(type: String, payload: Tree, cause: CauseReference?)] = [
        ("SetLoading", ["isLoading": true], .effect(1)), ("ShowError", ["text": "offline"], .effect(2)),
        ("SetItems", ["items": items], .effect(2)), ("Select", ["id": 7], nil), ("Tick", [:], .effect(8)),
    ]

    private static let effects = [
        EffectRecord(id: 1, seq: 0, at: at(0), kind: .flow, name: "tap Reload", origin: "ListView.swift:31"),
        EffectRecord(id: 2, seq: 1, at: at(1), kind: .flow, name: "loadItems", cause: .effect(1)),
        EffectRecord(id: 3, seq: 1, at: at(2), name: "GET /items", input: ["page": 1], cause: .effect(2)),
        EffectRecord(id: 4, seq: 1, at: at(3), name: "GET /user", input: ["name": "é"], cause: .effect(2)),
        EffectRecord(id: 5, seq: 1, at: at(4), kind: .note, name: "spinner shown", input: [:], cause: .action(1)),
        EffectRecord(id: 6, seq: 3, at: at(9), kind: .screenshot, name: "list", input: .string(picture)),
        EffectRecord(id: 7, seq: 3, at: at(10), name: "search", coder: .reflected, input: "a", origin: "Find.swift:8"),
        EffectRecord(id: 8, seq: 4, at: at(11), name: "timer", input: ["seconds": 1], cause: .action(4)),
    ]

    private static let outcomes = [
        outcome(1, of: 4, after: 1, .failed, "URLError", ["code": -1009]),
        outcome(2, of: 3, after: 2, .done, "Array<Item>", items),
        outcome(3, of: 2, after: 3, .done, "()", nil),
        outcome(4, of: 1, after: 3, .done, "()", nil),
        outcome(5, of: 7, after: 4, .canceled, nil, nil),
    ]

    private static func at(_ step: Int64) -> Int64 { start + 10_000 * step }

    private static func outcome(
        _ id: Int,
        of effect: Int,
        after seq: Int,
        _ status: OutcomeRecord.Status,
        _ type: String?,
        _ value: Tree?
    ) -> OutcomeRecord {
        OutcomeRecord(
            id: id,
            effect: effect,
            seq: seq,
            at: at(Int64(4 + id)),
            duration: Int64(id) * 1_000_000,
            status: status,
            type: type,
            value: value
        )
    }

    /// The texts of all rows of effects, as ``SessionReader/effectLines()`` returns them.
    package static var lines: [String] { effects.map(\.line) + outcomes.map(\.line) }

    /// The causes of the actions, in order.
    package static var causes: [CauseReference?] { actions.map(\.cause) }

    /// Writes the session to a new file.
    package static func write(to url: URL) throws {
        let facts = [
            SessionFact.idKey: "6F1C54A0-8A86-4E0B-9D8C-2D1C7B0F5A11", "app": "Effects", "started_at": "\(start)",
        ]
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for seq in states.indices {
                if seq > 0 {
                    let action = actions[seq - 1]
                    let record = ActionRecord(
                        seq: seq,
                        parent: seq - 1,
                        at: at(Int64(2 * seq)),
                        type: action.type,
                        payload: action.payload,
                        patch: states[seq].patch(from: states[seq - 1]),
                        duration: 5_000,
                        cause: action.cause
                    )
                    try transaction.append(record, state: states[seq])
                }
                for effect in effects where effect.seq == seq { try transaction.append(effect) }
                for outcome in outcomes where outcome.seq == seq { try transaction.append(outcome) }
            }
        }
        try writer.close(endedAt: at(13))
    }
}

extension SQL {
    /// Makes a closed session one of format version 1, without its effects and causes.
    package static func makeVersion1(_ url: URL) throws {
        let connection = try Connection(path: url.path)
        try connection.execute(
            """
            DROP TABLE outcome;
            DROP TABLE effect;
            DROP INDEX action_of_effect;
            DROP INDEX action_of_action;
            ALTER TABLE action DROP COLUMN cause_effect;
            ALTER TABLE action DROP COLUMN cause_action;
            DELETE FROM session WHERE key = 'effects_end';
            PRAGMA user_version = 1;
            """
        )
        try connection.close()
    }
}
