import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

@Suite struct FitTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws {
        var session = ListSession(startingWith: ListState(items: [Item(id: 0, title: "zero")]))
        for id in 1...3 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        session.dispatch(Rename(id: 2, title: "two"))
        session.dispatch(Select(id: 2))
        session.dispatch(Edit.toggle(id: 2))
        timeline = try session.timeline(in: folder)
    }

    private func fit<State: Codable & SendableMetatype>(
        _ state: State.Type,
        _ actions: [any (Decodable & SendableMetatype).Type]
    ) throws -> SessionFit {
        let app = RegisteredApp(reducer: { (state: State, _: any ListAction) in state }, actions: actions)
        return try FitCheck.run(timeline, with: app)
    }

    private static let state = SessionFit.Subject.state

    @Test func `A session of the same version fits`() throws {
        let fit = try FitCheck.run(timeline, with: listApp)
        #expect((fit.verdict, fit.findings) == (.fine, []))
        #expect((fit.actions, fit.reflected, fit.unregistered) == (6, ["Select": 1], [:]))
        let fewer = try self.fit(ListState.self, [Insert.self, Rename.self])
        #expect((fewer.verdict, fewer.unregistered) == (.fine, ["Edit.toggle": 1]))
    }

    @Test func `Added and missing members are a risk, and are listed once for each type`() throws {
        let fit = try fit(Newer.State.self, [Newer.Insert.self, Newer.Rename.self, Edit.self])
        #expect(fit.verdict == .risky)
        let insert = SessionFit.Subject.action(type: "Insert")
        #expect(
            Set(fit.findings) == [
                SessionFit.Finding(subject: Self.state, remark: .filled(["items", "*", "color"]), seq: 0),
                SessionFit.Finding(subject: Self.state, remark: .filled(["theme"]), seq: 0),
                SessionFit.Finding(subject: Self.state, remark: .ignored(["counts"]), seq: 0),
                SessionFit.Finding(subject: Self.state, remark: .changed(["revision"]), seq: 0),
                SessionFit.Finding(subject: insert, remark: .filled(["item", "color"]), seq: 1),
                SessionFit.Finding(subject: .action(type: "Rename"), remark: .ignored(["title"]), seq: 4),
            ]
        )
    }

    @Test func `A value that does not decode makes a re-run impossible, and the report names its field`() throws {
        let fit = try fit(Other.State.self, [Other.Insert.self, Other.Rename.self, Edit.self])
        #expect(fit.verdict == .impossible)
        let reasons = fit.findings.compactMap { finding -> String? in
            guard case .undecodable(let failure) = finding.remark else { return nil }
            return "\(finding.subject) \(finding.seq) \(failure.pointer) \(failure.reason)"
        }
        #expect(
            reasons == [
                #"state 0 /revision otherKind(expected: "String", found: "number")"#,
                #"action(type: "Insert") 1 /item/id refused(kind: "number")"#,
                #"action(type: "Rename") 4 /name missing"#,
            ]
        )
    }

    @Test func `A case that was renamed is named, with the number of its actions and the first of them`() throws {
        var session = ListSession(startingWith: ListState())
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        for id in [1, 1, 2, 1] { session.dispatch(Edit.toggle(id: id)) }
        session.dispatch(Edit.clear)
        let timeline = try session.timeline(in: TemporaryFolder())
        let app = RegisteredApp(
            reducer: { (state: ListState, _: any ListAction) in state },
            actions: [Insert.self, Renamed.Edit.self]
        )
        let fit = try FitCheck.run(timeline, with: app)
        #expect(fit.verdict == .impossible)
        let failure = DecodingFailure(at: .root, .unknownCase("toggle", of: "Edit"))
        #expect(fit.findings.map(\.remark) == [.undecodable(failure)])
        #expect(fit.findings.map(\.seq) == [2])
        #expect(fit.unusable == ["Edit": 4])
        #expect(failure.problem == "is toggle, a case that Edit does not have")
        let kinds = ["object", "array", "string", "number"].map { kind in
            DecodingFailure(at: .root, .refused(kind: kind)).problem
        }
        #expect(kinds.map { $0.prefix(9) } == ["is an obj", "is an arr", "is a stri", "is a numb"])
    }

    @Test(arguments: [2, 137, 300, 511, 512])
    func `The first state that does not decode is named, not the first that is stored whole`(first: Int) throws {
        var session = ListSession(startingWith: ListState(items: [Item(id: 0, title: "zero")]))
        for seq in 1...600 { session.dispatch(Rename(id: 0, title: seq < first ? "old" : "new")) }
        let timeline = try session.timeline(in: TemporaryFolder())
        let app = RegisteredApp(
            reducer: { (state: Renamed.State, _: any ListAction) in state },
            actions: [Rename.self]
        )
        let findings = try FitCheck.run(timeline, with: app).findings
        let finding = try #require(findings.first { $0.remark.isImpossible })
        #expect(finding.seq == first)
        guard case .undecodable(let failure) = finding.remark else {
            Issue.record("\(finding)")
            return
        }
        #expect(failure.pointer == ["items", "0", "title"])
    }

    @Test func `A reducer that does not accept the registered types makes a re-run impossible`() throws {
        let fit = try fit(ListState.self, [Insert.self, Foreign.self])
        #expect(fit.verdict == .impossible)
        #expect(
            fit.findings == [
                SessionFit.Finding(
                    subject: .action(type: "Rename"),
                    remark: .notAnAction("ListAction"),
                    seq: 4
                )
            ]
        )
    }

    @Test func `Masks are distinguished from other texts that do not decode`() throws {
        let url = folder.session("masked.rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(.null)
            let payload: Tree = ["id": "‹masked 012·345·678·9ab›", "title": "‹masked 012·345·678·9ab›"]
            try transaction.append(ActionRecord(seq: 1, parent: 0, at: 0, type: "Rename", payload: payload), state: nil)
        }
        try writer.close()
        let fit = try FitCheck.run(Timeline(opening: url), with: listApp)
        guard case .undecodable(let failure) = fit.findings.first?.remark else {
            Issue.record("\(fit.findings)")
            return
        }
        #expect((failure.pointer, failure.isMasked) == (["id"], true))
    }

    @Test(arguments: [1, 4_000_000_000_000_000_000, .max / 2])
    func `A damaged file with extreme numbers is checked`(seq: Int) throws {
        let url = folder.session("numbers.rewind")
        var session = ListSession(startingWith: ListState())
        session.dispatchWithoutEffect(Rename(id: 1, title: "one"), status: .dropped)
        session.records[0].seq = seq
        try session.write(to: url)
        let fit = try FitCheck.run(Timeline(opening: url), with: listApp)
        #expect((fit.verdict, fit.actions) == (.fine, 1))
    }

    @Test func `Types with the same name are refused`() {
        let app = RegisteredApp(reducer: listReducer, actions: [Insert.self, Insert.self, Newer.Insert.self])
        #expect(throws: ReplayError.ambiguousType("Insert")) { try FitCheck.run(timeline, with: app) }
    }

    @Test func `A session without a first state is refused if the reducer cannot make one`() throws {
        let url = folder.session("empty.rewind")
        try ListSession().write(to: url)
        let app = RegisteredApp(reducer: { (state: ListState, _: any ListAction) in state }, actions: [])
        #expect(throws: ReplayError.noFirstState) { try FitCheck.run(Timeline(opening: url), with: app) }
        #expect(try FitCheck.run(Timeline(opening: url), with: listApp).verdict == .fine)
    }
}

@Suite struct ActionTypesTests {
    @Test(
        arguments: [
            ("Insert", "Insert"), ("Edit", "Edit"), ("Edit.toggle", "Edit"), ("Edit.marking.one", "Edit"),
            ("T.Home", "T.Home"), ("T.Home.row", "T.Home"), ("T.Home.Inner", "T.Home.Inner"),
            ("T.Home.Inner.tap", "T.Home.Inner"), ("T.Home.InnerRow", "T.Home"), ("T.row", nil), ("Inserted", nil),
            ("", nil), (".", nil), ("edit.toggle", nil),
        ]
    )
    func `An action type is found by the longest name`(name: String, type: String?) throws {
        let types = try ActionTypes<Any>([Insert.self, Edit.self, Home.self, Home.Inner.self], userInfo: [:])
        // The enclosing type has a longer name here.
        let prefix = "ActionTypesTests"
        func spelled(_ name: String) -> String { name.hasPrefix("T.") ? prefix + name.dropFirst() : name }
        #expect(types.type(of: spelled(name)) == type.map(spelled))
    }

    private struct Home: Codable { struct Inner: Codable {} }
}

private struct Foreign: Codable, RecordedUnderOtherType {
    static var recordedType: Any.Type { Rename.self }
}

/// A version of the app with both added and removed members.
private enum Newer {
    struct State: Codable {
        var items: [Item]
        var selected: Int?
        var revision: Double
        var theme = "light"

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = try container.decode([Item].self, forKey: .items)
            selected = try container.decodeIfPresent(Int.self, forKey: .selected)
            revision = try container.decode(Double.self, forKey: .revision)
            theme = try container.decodeIfPresent(String.self, forKey: .theme) ?? "light"
        }
    }

    struct Item: Codable {
        var id: Int
        var title: String
        var isDone: Bool
        var color = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            title = try container.decode(String.self, forKey: .title)
            isDone = try container.decode(Bool.self, forKey: .isDone)
            color = try container.decodeIfPresent(Int.self, forKey: .color) ?? 0
        }
    }

    struct Insert: ListAction, Codable, RecordedUnderOtherType {
        var item: Item
        var index: Int
        static var recordedType: Any.Type { RewindReplayTests.Insert.self }
    }

    struct Rename: ListAction, Codable, RecordedUnderOtherType {
        var id: Int
        static var recordedType: Any.Type { RewindReplayTests.Rename.self }
    }
}

/// A version of the app without some cases.
private enum Renamed {
    enum Edit: ListAction, Codable, RecordedUnderOtherType {
        case switched(id: Int)
        case clear
        static var recordedType: Any.Type { RewindReplayTests.Edit.self }
    }

    enum Title: String, Codable { case zero, old }

    struct State: Codable {
        struct Item: Codable { var title: Title }
        var items: [Item]
    }
}

/// A different app.
private enum Other {
    struct State: Codable {
        var revision: String
    }

    enum Kind: Int, Codable { case nine = 9 }

    struct Insert: ListAction, Codable, RecordedUnderOtherType {
        struct Item: Codable { var id: Kind }
        var item: Item
        static var recordedType: Any.Type { RewindReplayTests.Insert.self }
    }

    struct Rename: ListAction, Codable, RecordedUnderOtherType {
        var name: String
        static var recordedType: Any.Type { RewindReplayTests.Rename.self }
    }
}
