#if Fleet

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport

@testable import RewindFleet

/// Sessions of a shopping app with planted bugs, as files and in a database:
///
/// - In version 1.2, the first `Pay` after a `Coupon` sets `/cart/status` to `it's "stuck"`.
/// - In version 1.3, `Share` crashes the app in one of twelve cases. Version 1.1 crashes after any action, rarely.
/// - `Coupon` begins a request that fails, and `Share` an upload that ends after the next action.
struct PlantedFleet {
    static let versions = ["1.1", "1.2", "1.3"]
    static let stuck: Tree = "it's \"stuck\""
    static let day: Int64 = 86_400_000_000
    /// The start of the first session.
    static let start: Int64 = 1_790_000_000_000_000

    struct Session {
        let url: URL
        let id: String
        let app: String
        let version: String
        let startedAt: Int64
        let isCrashed: Bool
        /// The seq at which the cart is stuck.
        let stuckAt: Int?
    }

    let address: String
    let database: FleetDatabase
    let folder: TemporaryFolder
    private(set) var sessions: [Session] = []

    /// Stores `count` sessions of about `length` actions, and a few with branches and values of all kinds.
    init(seed: UInt64, count: Int, length: Int) throws {
        guard let cluster = FleetCluster.shared else { throw CocoaError(.executableNotLoadable) }
        folder = TemporaryFolder()
        address = try cluster.createFleet()
        database = try FleetDatabase(address)
        var random = SplitMix64(seed: seed)
        for number in 0..<count {
            sessions.append(try write(number, length: length / 2 + random.below(length), &random))
        }
        for number in 0..<4 {
            let facts = [
                SessionFact.idKey: Self.id(count + number), "app": "Other", "app_version": "x'; DROP TABLE y; --",
                "started_at": String(Self.start + Self.day),
            ]
            let url = folder.session("other\(number).rewind")
            try BranchingSession(seed: seed + UInt64(number), count: 60).write(to: url, facts: facts)
            sessions.append(
                Session(
                    url: url,
                    id: Self.id(count + number),
                    app: "Other",
                    version: "x'; DROP TABLE y; --",
                    startedAt: Self.start + Self.day,
                    isCrashed: false,
                    stuckAt: nil
                )
            )
        }
        for session in sessions { _ = try database.push(session.url) }
    }

    private static func id(_ number: Int) -> String {
        let digits = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(padded.prefix(8))-\(padded.dropFirst(8).prefix(4))-4\(padded.suffix(3))-8000-000000000000"
    }

    private func write(_ number: Int, length: Int, _ random: inout SplitMix64) throws -> Session {
        let version = random.pick(Self.versions)
        let startedAt = Self.start + Int64(number % 5) * Self.day + Int64(number)
        var status: Tree = "empty"
        var (items, total, hasCoupon, stuckAt, user) = ([Tree](), 0, false, nil as Int?, nil as Tree?)
        func state(_ seq: Int) -> Tree {
            var members: [(String, Tree)] = [
                ("cart", ["items": Tree(elements: items), "status": status, "total": .integer(Int64(total))]),
                ("number", .integer(Int64(seq))), ("screen", .string("screen \(seq / 40)")),
            ]
            if let user { members.append(("user", user)) }
            return Tree(members: members)
        }
        var states = [state(0)]
        var types: [String] = []
        var isCrashed = false
        while types.count < length, !isCrashed {
            let seq = types.count + 1
            var type = random.pick(["Add", "Add", "Remove", "Open", "Open", "Pay", "Share", "Login"])
            if random.below(40) == 0 { type = "Coupon" }
            switch type {
            case "Add": items.append(["name": .string("item \(random.below(9))"), "price": .integer(Int64(seq))])
            case "Remove": if !items.isEmpty { items.removeLast() }
            case "Coupon": hasCoupon = true
            case "Login":
                user = random.pick([nil, ["name": "Ann"], "guest", .string(String(repeating: "x", count: 99))])
            case "Pay":
                if hasCoupon, version == "1.2", stuckAt == nil { (status, stuckAt) = (Self.stuck, seq) }
                if stuckAt == nil { status = random.pick(["empty", "paid", .null]) }
                total += items.count
                hasCoupon = false
            case "Share" where version == "1.3": isCrashed = random.below(12) == 0
            default: break
            }
            if version == "1.1", random.below(200) == 0 { isCrashed = true }
            types.append(type)
            states.append(state(seq))
        }
        let url = folder.session("s\(number).rewind")
        var facts = [
            SessionFact.idKey: Self.id(number), "app": "Shop", "app_version": version, "started_at": String(startedAt),
            "device": "iPhone\(15 + number % 3),1", "os": "iOS 18.\(number % 2)",
        ]
        if isCrashed { facts[SessionFact.endedByKey] = SessionFact.endedByCrash }
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        var counts = (effects: 0, outcomes: 0)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for (index, type) in types.enumerated() {
                let record = ActionRecord(
                    seq: index + 1,
                    parent: index,
                    at: startedAt + Int64(index) * 1_000_000,
                    type: type,
                    payload: ["note": .string("\(type) 'n' \(index % 7)"), "path": "a/b\\c ä"],
                    patch: states[index + 1].patch(from: states[index])
                )
                try transaction.append(record, state: states[index + 1])
                try Self.appendEffects(after: index + 1, types, at: record.at, &counts, to: transaction)
            }
        }
        try writer.close()
        return Session(
            url: url,
            id: Self.id(number),
            app: "Shop",
            version: version,
            startedAt: startedAt,
            isCrashed: isCrashed,
            stuckAt: stuckAt
        )
    }

    /// Adds the effects that begin or end after action `seq`, given the types of all actions and the numbers of the
    /// effects and outcomes before.
    private static func appendEffects(
        after seq: Int,
        _ types: [String],
        at time: Int64,
        _ counts: inout (effects: Int, outcomes: Int),
        to transaction: SessionWriter.Transaction
    ) throws {
        func begin(_ name: String, _ kind: EffectRecord.Kind = .effect) throws {
            counts.effects += 1
            try transaction.append(EffectRecord(id: counts.effects, seq: seq, at: time, kind: kind, name: name))
        }
        func end(_ status: OutcomeRecord.Status, _ effect: Int) throws {
            counts.outcomes += 1
            let id = counts.outcomes
            try transaction.append(OutcomeRecord(id: id, effect: effect, seq: seq, at: time, status: status))
        }
        // The upload is always the latest effect.
        if seq > 1, types[seq - 2] == "Share" { try end(.done, counts.effects) }
        switch types[seq - 1] {
        case "Login": try begin("form shown", .note)
        case "Coupon":
            try begin("GET /discount")
            try end(.failed, counts.effects)
        case "Share": try begin("upload", .flow)
        default: break
        }
    }

    // MARK: The truth, from the files

    /// Returns the first seqs at which an expression is true, by id, evaluated at every action.
    func firstSeqs(_ expression: String, where isIncluded: (Session) -> Bool = { _ in true }) throws -> [String: Int] {
        let condition = try Condition(expression)
        var seqs: [String: Int] = [:]
        for session in sessions where isIncluded(session) {
            seqs[session.id] = try read(session) { timeline in
                let holds = try timeline.test(condition)
                return try (timeline.first...timeline.last).first { try holds($0) }
            }
        }
        return seqs
    }

    /// Calls `body` with the timeline of a file.
    func read<T>(_ session: Session, _ body: (Timeline) throws -> T) throws -> T {
        let timeline = try Timeline(opening: session.url)
        defer { timeline.session.close() }
        return try body(timeline)
    }
}

#endif
