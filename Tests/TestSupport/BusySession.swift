import Foundation
import RewindSession
import RewindTree

/// A session of an app that starts many effects: taps start flows, which dispatch actions and start nested requests, of
/// which some fail, are canceled, overlap, or never end.
package struct BusySession {
    package static let start: Int64 = 1_760_000_000_000_000

    private let actions: Int
    private let effects: Int
    private let image: Data
    private var random = SplitMix64(seed: 7)
    private var seq = 0
    private var id = 0
    private var now = Self.start
    private var state: Tree = ["articles": ["isLoading": false, "page": 0], "detail": ["error": .null, "id": .null]]
    private var ends: [(at: Int64, OutcomeRecord)] = []
    private var outcomes = 0

    private static let taps = ["TapArticle", "PullToRefresh", "TapStock", "SelectTab", "記事を検索", "OpenSettings"]
    private static let requests = [
        "GET /api/v2/items?page=2&per_page=20", "GET /api/v2/items/c686397e4a0f4f11683d/comments",
        "PUT /api/v2/items/c686397e4a0f4f11683d/stock", "画像の読み込み 🖼", "debounce 300 ms",
        "com.example.articles.networking.AuthenticatedRequestPipeline.retryWithExponentialBackoff(of:attempts:)",
    ]
    private static let notes = ["memory warning", "did enter background", "deep link opened: /items/日本語"]
    private static let types = [
        "ArticleListSetIsLoadingAction", "ArticleListSetItemsAction", "ArticleDetailSetErrorAction",
        "ArticleDetailSetIdAction", "CommentsAppendAction",
    ]

    package init(actions: Int, effects: Int, image: Data = Data()) {
        (self.actions, self.effects, self.image) = (actions, effects, image)
    }

    /// Writes the session to a new file.
    package mutating func write(to url: URL) throws {
        let facts = ["app": "Articles", "started_at": String(Self.start)]
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { try $0.setInitialState(state) }
        while seq < actions {
            try writer.write { transaction in
                for _ in 0..<500 where seq < actions { try step(transaction) }
            }
        }
        try writer.write { try end(at: now + 300_000, $0) }
        try writer.close()
    }

    private mutating func step(_ transaction: SessionWriter.Transaction) throws {
        let due = seq * effects / actions
        if id < effects, id <= due {
            if random.below(40) == 0 {
                try begin(.note, Self.notes[id % Self.notes.count], nil, transaction)
            } else if !image.isEmpty, random.below(60) == 0 {
                try begin(.screenshot, "screenshot", nil, transaction)
            } else {
                try tap(transaction)
            }
        } else {
            try act(nil, transaction)
        }
    }

    private mutating func tap(_ transaction: SessionWriter.Transaction) throws {
        let flow = try begin(.flow, random.pick(Self.taps), nil, transaction)
        try act(.effect(flow), transaction)
        var parent = flow
        for level in 0..<1 + random.below(random.below(12) == 0 ? 9 : 3) where id < effects {
            let kind = level % 2 == 1 ? EffectRecord.Kind.flow : .effect
            let effect = try begin(kind, random.pick(Self.requests), .effect(parent), transaction)
            for _ in 0..<random.below(4) { try act(.effect(effect), transaction) }
            try finish(effect, after: Int64(20_000 + random.below(900_000)), transaction)
            if random.below(3) > 0 { parent = effect }
        }
        try finish(flow, after: Int64(30_000 + random.below(1_500_000)), transaction)
        for _ in 0..<random.below(3) where seq < actions { try act(.action(seq), transaction) }
        if random.below(3) == 0 { now += Int64(random.below(1_500_000)) }
    }

    @discardableResult
    private mutating func begin(
        _ kind: EffectRecord.Kind,
        _ name: String,
        _ cause: CauseReference?,
        _ transaction: SessionWriter.Transaction
    ) throws -> Int {
        id += 1
        now += Int64(1_000 + random.below(3_000))
        let input: Tree =
            kind == .screenshot
            ? .string(image.base64EncodedString())
            : [
                "url": .string("https://qiita.com/api/v2/items/\(id)"), "headers": ["Accept": "application/json"],
                "attempt": 1,
            ]
        try transaction.append(
            EffectRecord(
                id: id,
                seq: seq,
                at: now,
                kind: kind,
                name: name,
                input: input,
                cause: cause,
                origin: "ArticleList.swift:\(20 + id % 80)"
            )
        )
        return id
    }

    private mutating func finish(_ effect: Int, after delay: Int64, _ transaction: SessionWriter.Transaction) throws {
        let fate = random.below(30)
        if fate < 28 || effect % 50 != 0 { ends.append((now + delay, outcome(of: effect, after: delay, fate))) }
        now += delay / 8
        try end(at: now, transaction)
    }

    /// Ends the effects that are over at a time.
    private mutating func end(at time: Int64, _ transaction: SessionWriter.Transaction) throws {
        for end in ends.filter({ $0.at <= time }).sorted(by: { $0.at < $1.at }) {
            outcomes += 1
            var record = end.1
            (record.id, record.seq) = (outcomes, seq)
            try transaction.append(record)
        }
        ends.removeAll { $0.at <= time }
    }

    private func outcome(of effect: Int, after delay: Int64, _ fate: Int) -> OutcomeRecord {
        var record = OutcomeRecord(id: 0, effect: effect, seq: 0, at: now + delay, duration: delay * 1_000)
        switch fate {
        case 0...2:
            record.status = .failed
            (record.type, record.value) = ("HTTPError", ["status": 500, "body": "Internal Server Error"])
        case 3: record.status = .canceled
        default:
            record.type = "[Article]"
            record.value = ["items": [["id": "a1", "title": "SwiftのReduxを調べる"]], "total": 1]
        }
        return record
    }

    private mutating func act(_ cause: CauseReference?, _ transaction: SessionWriter.Transaction) throws {
        guard seq < actions else { return }
        seq += 1
        now += Int64(500 + random.below(6_000))
        let type = cause == nil ? "ScrollAction" : Self.types[seq % Self.types.count]
        let next: Tree = [
            "articles": ["isLoading": .bool(seq % 2 == 0), "page": .integer(Int64(seq / 10))],
            "detail": ["error": type.contains("Error") ? "http_500" : .null, "id": .string("a\(seq % 7)")],
        ]
        try transaction.append(
            ActionRecord(
                seq: seq,
                parent: seq - 1,
                at: now,
                type: type,
                payload: ["value": .integer(Int64(seq))],
                patch: next.patch(from: state),
                duration: Int64(8_000 + random.below(200_000)),
                cause: cause
            ),
            state: next
        )
        state = next
    }
}
