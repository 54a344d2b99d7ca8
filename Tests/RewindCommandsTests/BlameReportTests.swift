import RewindAnswers
import RewindTree
import Testing
@testable import RewindTimeline

@testable import RewindCommands

@Suite struct BlameReportTests {
    private let session: ListSession

    init() throws {
        session = try ListSession()
    }

    private func lines(_ pointer: Pointer, at seq: Int) throws -> [String] {
        try BlameReport(of: pointer, at: seq, in: Session(session.open())).lines(style: TextStyle(isOn: false))
    }

    @Test func `The first line names the writer, and the others its time, place and doubts`()
        throws
    {
        #expect(
            try lines(["list", "1", "title"], at: 5) == [
                #"action 4 Rename wrote /list/1/title  "First" → "Renamed""#,
                "  at \(ListSession.dayAndTime(4))",
                "  ? or by action 3 before it, whose effect is unknown",
                #"  payload {"title":"Renamed"}"#,
            ]
        )
        #expect(
            try lines(["list", "1", "title"], at: 2) == [
                #"action 1 Add added /list/1/title  "First""#,
                "  at \(ListSession.dayAndTime(1)), dispatched in Flow.swift:12",
                "  then at /list/0/title",
            ]
        )
        #expect(
            try lines(["home", "title"], at: 5) == [
                #"action 5 Forget removed /home/title  "Home""#, "  at \(ListSession.dayAndTime(5))",
            ]
        )
        #expect(
            try lines(["home", "title"], at: 4) == [
                #"/home/title  "Home"  from the initial state; no action wrote it"#
            ]
        )
    }

    @Test func `An object or array has its inner changes and a line for each child`() throws {
        #expect(
            try lines(["list", "1"], at: 5) == [
                #"action 4 Rename changed /list/1  {"id":"a","title":"First"} → {"id":"a","title":"Renamed"}"#,
                "  at \(ListSession.dayAndTime(4))",
                "  ? or by action 3 before it, whose effect is unknown",
                #"  payload {"title":"Renamed"}"#,
                #"  ~ /title  "First" → "Renamed""#,
                "",
                #"   1  \#(ListSession.time(1))  Add            /list/1/id  "a""#,
                #"?  4  \#(ListSession.time(4))  Rename         /list/1/title  "Renamed""#,
            ]
        )
        #expect(
            try lines([], at: 1) == [
                #"action 1 Add changed (root)  {"home":{"title":"Home"},"list":[]} → {2 members}"#,
                "  at \(ListSession.dayAndTime(1)), dispatched in Flow.swift:12",
                #"  + /list/0  "First""#,
                "",
                #"   0                (first state)  /home  {"title":"Home"}"#,
                "   1  \(ListSession.time(1))  Add            /list  [1 item]",
            ]
        )
    }

    @Test func `A value that never existed is an error`() throws {
        #expect(throws: CommandError.neverAnything(["list", "7"], seq: 5, holder: ["list"])) {
            try lines(["list", "7"], at: 5)
        }
    }

    @Test func `The JSON has the write and those of the children`() throws {
        let json = try BlameReport(of: ["list", "1"], at: 5, in: Session(session.open())).json
        let at = Tree.integer(ListSession.at + 4_000_000)
        #expect(
            json == [
                "value": ["id": "a", "title": "Renamed"],
                "write": [
                    "cause": "action", "seq": 4, "pointer": "/list/1", "at": at, "type": "Rename", "status": "done",
                    "old": ["id": "a", "title": "First"], "new": ["id": "a", "title": "Renamed"],
                    "unknown": ["first": 3, "last": 3, "count": 1],
                ],
                "payload": ["title": "Renamed"],
                "children": [
                    [
                        "pointer": "/list/1/id", "value": "a",
                        "write": [
                            "cause": "action", "seq": 1, "pointer": "/list/0/id",
                            "at": .integer(ListSession.at + 1_000_000), "type": "Add", "status": "done",
                            "origin": "Flow.swift:12", "new": "a",
                        ],
                    ],
                    [
                        "pointer": "/list/1/title", "value": "Renamed",
                        "write": [
                            "cause": "action", "seq": 4, "pointer": "/list/1/title", "at": at, "type": "Rename",
                            "status": "done", "old": "First", "new": "Renamed",
                            "unknown": ["first": 3, "last": 3, "count": 1],
                        ],
                    ],
                ],
            ]
        )
    }

    @Test(arguments: [
        (RecordedWrite.UnknownActions(first: 3, last: 3, count: 1), "action 3"),
        (.init(first: 3, last: 5, count: 3), "one of actions 3…5"),
        (.init(first: 3, last: 9, count: 4), "one of 4 actions from 3 to 9"),
    ])
    func `Actions with unknown effects have their own wording`(gap: RecordedWrite.UnknownActions, words: String) {
        #expect(WriteReport.text(of: gap) == words)
    }
}
