import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

/// Causes of random sessions, compared with a model in memory.
@Suite struct CauseOracleTests {
    private static let count = 150

    /// The causes of a session, of which some are missing or form cycles.
    private struct Model {
        var actions: [CauseReference?] = [nil]
        var effects: [(seq: Int, kind: EffectRecord.Kind, name: String, cause: CauseReference?)?] = [nil]

        init(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            for _ in 1...count {
                while random.below(2) == 0 {
                    let isLost = random.below(15) == 0
                    let kind = random.pick([EffectRecord.Kind.effect, .flow, .note])
                    let name = random.pick(["GET /a", "GET /b", "tap", "timer"])
                    effects.append(isLost ? nil : (actions.count - 1, kind, name, cause(&random)))
                }
                actions.append(cause(&random))
            }
        }

        /// Returns an earlier action or effect; rarely a later one, as in a damaged file.
        private func cause(_ random: inout SplitMix64) -> CauseReference? {
            let ahead = random.below(40) == 0 ? 20 : 0
            return switch random.below(4) {
            case 0: nil
            case 1: actions.count + ahead > 1 ? .action(1 + random.below(actions.count - 1 + ahead)) : nil
            default: effects.count + ahead > 1 ? .effect(1 + random.below(effects.count - 1 + ahead)) : nil
            }
        }

        /// Returns the cause of an action or effect; nil if it is not in the session.
        func cause(of event: CauseReference) -> CauseReference?? {
            switch event {
            case .action(let seq): actions.indices.contains(seq) && seq > 0 ? .some(actions[seq]) : nil
            case .effect(let id): effects.indices.contains(id) ? effects[id].map(\.cause) : nil
            }
        }

        /// Returns the chain, and the root if it is known.
        func chain(of event: CauseReference) -> (links: [CauseReference], root: CauseReference?) {
            var links: [CauseReference] = []
            var next: CauseReference? = event
            while let event = next {
                guard !links.contains(event), let cause = cause(of: event) else { return (links, nil) }
                links.append(event)
                next = cause
            }
            guard let last = links.last else { return (links, nil) }
            if case .effect(let id) = last, effects[id]?.kind != .flow { return (links, nil) }
            return (links, last)
        }

        func write(to url: URL) throws {
            let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
            try writer.write { transaction in
                try transaction.setInitialState([:])
                for (seq, cause) in actions.enumerated().dropFirst() {
                    let record = ActionRecord(
                        seq: seq,
                        parent: seq - 1,
                        at: Int64(seq),
                        type: "A\(seq % 3)",
                        patch: Patch([]),
                        cause: cause
                    )
                    try transaction.append(record, state: [:])
                }
                for case (let id, let effect?) in effects.enumerated() {
                    try transaction.append(
                        EffectRecord(
                            id: id,
                            seq: effect.seq,
                            at: Int64(effect.seq),
                            kind: effect.kind,
                            name: effect.name,
                            cause: effect.cause
                        )
                    )
                }
            }
            try writer.close()
        }
    }

    @Test(arguments: Thoroughness.first(3, of: UInt64(1)...30))
    func `Chains, roots, conditions and groups are those of a model`(seed: UInt64) throws {
        let model = Model(seed: seed)
        let folder = TemporaryFolder()
        try model.write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        let session = timeline.session
        let roots = RootNames(of: session)
        for seq in 1...Self.count {
            let expected = model.chain(of: .action(seq))
            let chain = try session.causes(of: .action(seq))
            #expect(chain.links == expected.links)
            #expect((chain.unknown == nil) == (expected.root != nil))
            if let cause = model.actions[seq] { #expect(try roots.root(of: cause) == expected.root) }
        }
        for (expression, isMatch) in Self.conditions(model) {
            let condition = try Condition(expression)
            for seq in 1...Self.count {
                #expect(try timeline.holds(condition, at: seq) == isMatch(seq), "\(expression) \(seq)")
            }
        }
        try expectGroups(model, session)
    }

    @Test(arguments: [CauseReference.action(1), .effect(1)])
    func `Awaited effects are in front of the actions that follow them`(cause: CauseReference) throws {
        let folder = TemporaryFolder()
        try CausedSession.writeAwaiting(in: cause, to: folder.session())
        let session = try Timeline(opening: folder.session()).session
        func below(from first: Int) throws -> [CauseReference] {
            var tree = try CauseTree(of: session)
            try session.forEachAction { action in
                if action.seq >= first { try tree.add(action) }
                return true
            }
            var events: [CauseReference] = []
            try tree.forEach { if $0.depth == 1 { events.append($0.event) } }
            return events
        }
        #expect(try below(from: 1) == [.effect(2), .action(2), .effect(3), .effect(4), .action(4)])
        #expect(try below(from: 4) == [.effect(4), .action(4)])
    }

    private static func conditions(_ model: Model) -> [(String, (Int) -> Bool)] {
        func name(_ seq: Int) -> String? {
            switch model.actions[seq] {
            case nil: nil
            case .action(let cause): cause <= count ? "A\(cause % 3)" : nil
            case .effect(let id): model.effects.indices.contains(id) ? model.effects[id]?.name : nil
            }
        }
        func hasEffect(_ prefix: String, _ seq: Int) -> Bool {
            model.chain(of: .action(seq)).links.contains { link in
                if case .effect(let id) = link { model.effects[id]?.name.hasPrefix(prefix) ?? false } else { false }
            }
        }
        return [
            ("cause() = 'tap'", { name($0) == "tap" }), ("cause() IS NULL", { name($0) == nil }),
            ("cause() LIKE 'A%'", { name($0)?.hasPrefix("A") ?? false }),
            ("effect('GET *')", { hasEffect("GET ", $0) }), ("NOT effect('timer')", { !hasEffect("timer", $0) }),
            ("effect(NULL) = 0 AND NOT effect(1)", { _ in true }),
        ]
    }

    /// Each action occurs once, deeper than its cause and after it.
    private func expectGroups(_ model: Model, _ session: SessionReader) throws {
        var tree = try CauseTree(of: session)
        try session.forEachAction { action in
            try tree.add(action)
            return true
        }
        var path: [CauseReference] = []
        var seen: Set<CauseReference> = []
        try tree.forEach { node in
            #expect(seen.insert(node.event).inserted)
            path.removeSubrange(node.depth...)
            let cause = model.cause(of: node.event) ?? nil
            if let parent = path.last {
                #expect(cause == parent)
            } else if let cause {
                let isMissing = model.cause(of: cause) == nil
                #expect(isMissing || model.chain(of: cause).root == nil)
            }
            #expect(path.isEmpty || node.unknown == nil)
            path.append(node.event)
        }
        #expect(Set((1...Self.count).map { CauseReference.action($0) }).isSubset(of: seen))
    }
}
