import Foundation
import RewindAnswers
import RewindSession
import RewindTree
import TestSupport
import Testing

@Suite struct CauseTests {
    private let folder = TemporaryFolder()

    private func session() throws -> Session {
        try CausedSession.write(to: folder.session())
        return try Session(opening: folder.session())
    }

    private func chain(of count: Int, firstCause: CauseReference? = nil) throws -> Session {
        try CausedSession.writeChain(of: count, to: folder.session(), firstCause: firstCause)
        return try Session(opening: folder.session())
    }

    private func names(_ answer: Why.Answer) -> [String] { answer.links.map(\.name) }

    @Test func `The chain of an action leads to its root`() throws {
        let answer = try session().answer(Why(at: "4"))
        #expect(names(answer) == ["SetError", "GET /items/a1", "TapArticle"])
        #expect((answer.omitted, answer.unknown, answer.write?.seq) == (0, nil, nil))
        #expect(answer.root?.name == "TapArticle")
        #expect(answer.links.map(\.sinceRoot) == [.milliseconds(1_241), .milliseconds(3), .zero])
        #expect(answer.links.map(\.sinceCause) == [.milliseconds(1_238), .milliseconds(3), nil])
        #expect(answer.links[2].date == Date(timeIntervalSince1970: 1_760_000_001))
        guard case .effect(let request) = answer.links[1].event else { return #expect(Bool(false)) }
        #expect((request.id, request.kind, request.status, request.outcomeType) == (2, .effect, .failed, "HTTPError"))
        #expect((request.began, request.ended, request.duration) == (3, 3, .milliseconds(1_237)))
        #expect(request.outcome?["/status"] == 500)
        #expect(request.origin == "QiitaAPI.swift:31")
        #expect(request.cause == .effect(1))
    }

    @Test(arguments: [RecordedCause.action(1), .effect(1)])
    func `The chain has the effect that ended last before an action with the same cause`(cause: RecordedCause) throws {
        try CausedSession.writeAwaiting(in: cause == .action(1) ? .action(1) : .effect(1), to: folder.session())
        let session = try Session(opening: folder.session())
        let answer = try session.answer(Why(at: "4"))
        #expect(names(answer) == ["Loaded", cause == .action(1) ? "Scrolled" : "load"])
        #expect(answer.links.map { $0.after.map(\.name) } == [["GET /4"], []])
        #expect(try session.answer(Why(at: "2")).links[0].after.map(\.name) == ["GET /2"])
    }

    @Test func `The chain of a value begins with the action that wrote it`() throws {
        let session = try session()
        let answer = try session.answer(Why("/detail/error"))
        #expect((answer.write?.seq, answer.write?.new, names(answer).count) == (4, "http_500", 3))
        #expect(names(try session.answer(Why("/loading", at: "4"))) == ["SetLoading", "OpenArticle", "TapArticle"])
        let initial = try session.answer(Why("/detail/error", at: "3"))
        #expect((initial.write?.cause, initial.links.count, initial.unknown) == (.firstState, 0, nil))
        let none = try session.answer(Why("/nothing"))
        #expect((none.write == nil, none.links.count) == (true, 0))
    }

    @Test(
        arguments: [
            ("5", ["Tick", "timer"], UnknownCause.Reason.unknown, nil),
            ("6", ["SetLoading", "GET /items"], .lost, .effect(99)),
            ("effect:3", ["memory warning"], .unknown, nil),
            ("effect:6", ["screenshot", "SetLoading", "GET /items"], .lost, .effect(99)),
        ] as [(PointInTime, [String], UnknownCause.Reason, RecordedCause?)]
    )
    func `A cause that is not known is shown as unknown`(
        reference: PointInTime,
        links: [String],
        reason: UnknownCause.Reason,
        cause: RecordedCause?
    ) throws {
        let answer = try session().answer(Why(at: reference))
        #expect(names(answer) == links)
        #expect((answer.unknown?.reason, answer.unknown?.cause) == (reason, cause))
        #expect(answer.root == nil)
        #expect(answer.links.allSatisfy { $0.sinceRoot == nil })
    }

    @Test func `An action without a cause is a root`() throws {
        let answer = try session().answer(Why(at: "1"))
        #expect((answer.links.count, answer.unknown) == (1, nil))
    }

    @Test func `In a session without causes, the cause of an action is unknown`() throws {
        let without = try chain(of: 1).answer(Why(at: "1"))
        #expect((without.links.count, without.unknown?.reason) == (1, .unknown))
    }

    @Test func `A long chain is shown from both ends`() throws {
        let session = try chain(of: 1_000)
        let answer = try session.answer(Why(limit: 4))
        #expect(names(answer).count == 4)
        #expect(answer.omitted == 996)
        #expect(answer.links.map(\.sinceCause) == [.microseconds(1), .microseconds(1), nil, nil])
        #expect(answer.links.first?.sinceRoot == .microseconds(999))
        #expect(try session.answer(Why()).links.count == Why.defaultLimit)
        #expect(try session.answer(Why(limit: .min)).links.count == 2)
        #expect(try session.answer(Why(at: "3", limit: 3)).omitted == 0)
    }

    @Test func `A cause that its own result caused ends the chain`() throws {
        let answer = try chain(of: 5, firstCause: .action(4)).answer(Why())
        #expect(answer.links.count == 5)
        #expect((answer.unknown?.reason, answer.unknown?.cause) == (.damaged, .action(4)))
    }

    @Test func `References that name no action or effect are refused`() throws {
        let session = try session()
        for reference in ["effect:7", "effect:0", "9", "start"] as [PointInTime] {
            let error = #expect(throws: RecordedSessionError.self) { try session.answer(Why(at: reference)) }
            #expect(error?.code == .outOfRange)
        }
    }

    @Test func `An effect is a point in time`() throws {
        let session = try session()
        #expect(try session.seq(of: "effect:2") == 3)
        #expect(try session.seq(of: "effect:2~2") == 1)
        #expect(try session.seq(of: "effect:2+1") == 4)
        for text in ["effect:", "effect:x", "effect:-1", "effects:1"] {
            #expect(throws: RecordedSessionError.self) { try PointInTime(validating: text) }
        }
    }

    @Test(
        arguments: [
            (Effects(), [1, 2, 4, 5]), (Effects(includesNotes: true), [1, 2, 3, 4, 5, 6]),
            (Effects(failed: true), [2]), (Effects(failed: true, canceled: true), [2, 4]), (Effects(open: true), [5]),
            (Effects(open: true, includesNotes: true), [5]), (Effects(slow: .milliseconds(500)), [1, 2]),
            (Effects(failed: true, slow: .seconds(2)), []), (Effects(slow: .milliseconds(1_242)), [1]),
            (Effects(names: ["GET *"]), [2, 5]), (Effects(names: ["GET *", "t*", "!*a1"]), [4, 5]),
            (Effects(from: "4"), [4, 5]), (Effects(through: "3"), [1, 2]),
            (Effects(from: "effect:4", through: "4"), [4]),
            (Effects(limit: 2), [4, 5]), (Effects(limit: 2, latestFirst: true), [5, 4]), (Effects(limit: -1), []),
            (Effects(latestFirst: true), [5, 4, 2, 1]), (Effects(slow: .seconds(Int64.max)), []),
        ] as [(Effects, [Int])]
    )
    func `Effects are selected`(question: Effects, ids: [Int]) throws {
        #expect(try session().answer(question).effects.map(\.id) == ids)
    }

    @Test func `The JSON of effects and chains has no bytes of images`() throws {
        let session = try session()
        var encoder = TreeEncoder()
        let effects = try #require(try encoder.encodeAlone(session.answer(Effects(includesNotes: true))))
        #expect(!effects.text.contains(CausedSession.image.base64EncodedString()))
        #expect(effects[try Pointer(parsing: "/effects/5/bytes")] == .integer(100))
        #expect(
            effects[try Pointer(parsing: "/effects/3")]?.text
                == #"{"at":1760000002900000,"began":4,"duration":101000000,"ended":5,"ended_at":1760000003001000,"#
                + #""id":4,"kind":"effect","name":"timer","status":"canceled"}"#
        )
        let chain = try #require(try encoder.encodeAlone(session.answer(Why(at: "effect:6"))))
        #expect(!chain.text.contains(CausedSession.image.base64EncodedString()))
        #expect(
            chain[try Pointer(parsing: "/links/1")]?.text
                == #"{"at":1760000005000000,"cause":{"effect":5},"duration":12000,"kind":"action","#
                + #""payload":{"isLoading":false},"seq":6,"since_cause":1000000000,"status":"done","type":"SetLoading"}"#
        )
        #expect(chain.text.hasSuffix(#""unknown":{"cause":{"effect":99},"reason":"lost"}}"#))
    }

    @Test func `A length of time is decoded as text`() throws {
        let flags = #""failed":false,"canceled":false,"open":false,"notes":false,"reverse":false,"name":[]"#
        let decoder = JSONDecoder()
        let question = try decoder.decode(Effects.self, from: Data("{\"slow\":\"1.5s\",\(flags)}".utf8))
        #expect(question.slow == .milliseconds(1_500))
        #expect(throws: RecordedSessionError.self) {
            try decoder.decode(Effects.self, from: Data("{\"slow\":\"fast\",\(flags)}".utf8))
        }
    }
}

/// Questions about a whole session reach its effects.
@Suite struct EffectSearchTests {
    private let folder = TemporaryFolder()

    private func session() throws -> Session {
        try CausedSession.write(to: folder.session())
        return try Session(opening: folder.session())
    }

    @Test(
        arguments: [
            ("Internal", [], ["3 2 outcome /body"]), ("qiita.com", [], ["3 2 input /url"]),
            ("timer", [], ["4 4 effect "]),
            ("free", [.key], ["4 3 input /free"]), ("GET", [.type], ["3 2 effect ", "5 5 effect "]),
            ("swift", [.origin], ["1 1 origin ", "2  origin ", "3 2 origin ", "4  origin "]),
            ("a1", [], ["1 1 input /id", "2  payload /id", "2  patch /detail/id", "3 2 effect ", "3 2 input /url"]),
        ] as [(String, [TextFind.Kind], [String])]
    )
    func `A text is found in effects, in the order of the log`(
        text: String,
        kinds: [TextFind.Kind],
        expected: [String]
    ) throws {
        let finds = try session().answer(Search(text, in: kinds)).finds
        let found = finds.map { "\($0.seq) \($0.effect.map(String.init) ?? "") \($0.part) \($0.pointer)" }
        #expect(found == expected)
    }

    @Test func `A find in an effect has its name and its time, and no image is searched`() throws {
        let session = try session()
        let find = try #require(try session.answer(Search("Internal")).finds.first)
        #expect((find.name, find.type) == ("GET /items/a1", nil))
        #expect(find.date == Date(timeIntervalSince1970: 1_760_000_002.24))
        let image = String(CausedSession.image.base64EncodedString().prefix(20))
        #expect(try session.answer(Search(image)).finds.isEmpty)
        #expect(try session.answer(Search("a1", findsFirst: true)).finds.map(\.effect) == [1, nil, 2])
        #expect(try session.answer(Search("a1", from: "2", through: "2")).finds.map(\.seq) == [2, 2])
        #expect(try session.answer(Search("a1", limit: 2)).hasMore)
    }

    @Test func `Statistics count effects`() throws {
        let effects = try #require(try session().answer(Stats()).effects)
        #expect((effects.count, effects.failed, effects.canceled, effects.open, effects.notes) == (4, 1, 1, 1, 2))
        #expect(effects.unknownCauses == 2)
        #expect(effects.slowest.map(\.name) == ["TapArticle", "GET /items/a1", "timer"])
        #expect(effects.slowest.first?.duration == 1_242_000_000)
    }
}
