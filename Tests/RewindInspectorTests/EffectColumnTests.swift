import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads) struct EffectColumnTests {
    private let folder = TemporaryFolder()

    private func session() async throws -> InspectedSession {
        let app = InspectedApp()
        let session = InspectedSession(id: 0, url: folder.session(), file: "a.rewind", app: app)
        try await session.adopt(ColumnReader.reading(folder.session(), of: app))
        return session
    }

    @Test func `Each action is in the group of its first known cause`() async throws {
        var busy = BusySession(actions: 400, effects: 160)
        try busy.write(to: folder.session())
        let session = try await session()
        let (columns, effects) = (try #require(await session.columns), try #require(await session.effects))
        let filter = ListFilter("", hidden: [], foldsNoise: true, groupsByCause: true)
        let list = try #require(try await session.entries(filter))
        var members: [Int] = []
        for (index, entry) in list.entries.enumerated() {
            let group = list.members(of: entry, in: columns, limit: .max)
            #expect(group.count == Int(entry.count) && group == group.sorted())
            for seq in group {
                #expect(list.index(of: seq, in: columns) == index)
                // The answers follow the causes in the file, one by one.
                let chain = try await session.causes(of: seq, limit: 1_000)
                switch chain.links.last?.event {
                case .effect(let effect)?: #expect(effects.effects[Int(entry.root)].id == effect.id)
                case .action(let action)?: #expect(entry.root < 0 && Int(entry.first) == action.seq)
                case nil: Issue.record("\(seq) has no chain")
                }
                let owners = chain.links.compactMap(\.effect)
                #expect(entry.root < 0 || owners.last?.id == effects.effects[Int(entry.root)].id)
            }
            members += group
        }
        #expect(members.sorted() == Array(1...400))
        #expect(list.folded > 100)
    }

    @Test func `An effect is below the one in which it began, and beside no other one`() async throws {
        var busy = BusySession(actions: 900, effects: 400)
        try busy.write(to: folder.session())
        let effects = try #require(await session().effects).effects
        var lastEnds: [Int32: Int64] = [:]
        for effect in effects where effect.kind.ends {
            if effect.parent >= 0 { #expect(effects[Int(effect.parent)].row < effect.row) }
            #expect(lastEnds[effect.row] ?? .min <= effect.at)
            lastEnds[effect.row] = effect.end?.at ?? .max
        }
        #expect(effects.contains { $0.end == nil } && effects.contains { $0.depth > 2 })
    }

    @Test(arguments: [TimeAxis.Kind.actions, .time], [20, 200, 4_000])
    func `No failure is lost in columns`(kind: TimeAxis.Kind, columnCount: Int) async throws {
        var busy = BusySession(actions: 3_000, effects: 1_500)
        try busy.write(to: folder.session())
        let session = try await session()
        let effects = try #require(await session.effects).effects
        let answer = try #require(await session.spans(kind, from: nil, to: nil, columnCount: columnCount))
        let shown = Dictionary(grouping: answer.spans, by: \.status).mapValues(\.count)
        #expect(
            shown[.failed, default: 0] + answer.columns.reduce(0) { $0 + $1.failed }
                == effects.count { $0.end?.status == .failed }
        )
        #expect(
            shown[.canceled, default: 0] + answer.columns.reduce(0) { $0 + $1.canceled }
                == effects.count { $0.end?.status == .canceled }
        )
        let counted = answer.columns.reduce(0) { $0 + $1.counts.reduce(0, +) }
        #expect(answer.spans.count + counted == effects.count { $0.kind.ends })
        #expect(answer.spans.count <= columnCount && answer.columns.count <= columnCount)
        #expect(answer.notes.reduce(0) { $0 + $1.count } == effects.count { !$0.kind.ends })
        for span in answer.spans { #expect(span.x <= span.end && span.row < answer.rows) }
    }

    @Test func `Effects are the same whether they are read at once or as they are recorded`() async throws {
        let url = folder.session()
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        try writer.write { try $0.setInitialState(CausedSession.states[0]) }
        let live = try await session()
        for seq in 1...CausedSession.actions.count {
            try writer.write { transaction in
                let action = CausedSession.actions[seq - 1]
                try transaction.append(action, state: CausedSession.states[seq])
                for effect in CausedSession.effects where effect.seq == seq { try transaction.append(effect) }
                for outcome in CausedSession.outcomes where outcome.seq == seq { try transaction.append(outcome) }
            }
            let isOther = try await live.refresh()
            #expect(!isOther)
        }
        await live.close()
        try writer.close()
        log.remove()
        let (grown, read) = (try #require(await live.effects), try #require(await session().effects))
        #expect(grown.effects.map(\.id) == [1, 2, 3, 4, 5, 6])
        #expect(grown.roots == read.roots && grown.depths == read.depths)
        #expect(grown.effects.map(\.row) == read.effects.map(\.row))
        #expect(grown.effects.map { $0.end?.at } == read.effects.map { $0.end?.at })
        #expect(grown.effects.map { $0.end?.status } == [.done, .failed, nil, .canceled, nil, nil])
    }

    @Test func `A server answers questions about effects`() async throws {
        try CausedSession.write(to: folder.session())
        try await SampleServer.run([folder.session()]) { server in
            try await server.indexed(6)
            #expect(try server.json("/api/0")["effects"] as? Int == 6)
            let answer = try server.json("/api/0/effect?id=2")
            let effect = try #require(answer["effect"] as? [String: Any])
            #expect(effect["name"] as? String == "GET /items/a1" && effect["status"] as? String == "failed")
            #expect(answer["actions"] as? [Int] == [4])
            #expect((answer["outcome"] as? [String: Any])?["count"] as? Int == 2)
            #expect(try server.get("/api/0/effect?id=99").isWithoutAnswer)
            #expect(try server.get("/api/0/screenshot?id=2").isWithoutAnswer)
            let image = try server.json("/api/0/screenshot?id=6")
            #expect(image["jpeg"] as? String == CausedSession.image.base64EncodedString())
            let screen = try server.json("/api/0/screen?at=6")
            #expect((screen["screenshot"] as? [String: Any])?["id"] as? Int == 6)
            #expect(try server.json("/api/0/screen?at=5")["screenshot"] == nil)
            let chain = try server.json("/api/0/answers/why?at=4")
            let links = chain["links"] as? [[String: Any]]
            #expect(links?.map { $0["kind"] as? String } == ["action", "effect", "flow"])
            let rows = try #require(try server.json("/api/0/rows?group=1&from=0")["rows"] as? [[String: Any]])
            #expect(rows.map { ($0["group"] as? [String: Any])?["seqs"] as? [Int] } == [nil, [2, 3, 4], [5], [6]])
            let actions = try server.json("/api/0/actions?seq=5&seq=2&seq=77")["rows"] as? [[String: Any]]
            #expect(actions?.map { $0["seq"] as? Int } == [5, 2])
        }
    }
}
