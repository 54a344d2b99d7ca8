import RewindTree
import Testing
@testable import RewindBridge

@Suite struct LiftedStateTests {
    static let example = """
        {"monitorState":null,"actionsById":{\
        "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},\
        "1":{"type":"PERFORM_ACTION","action":{"type":"ADD","by":5},"timestamp":1700000000001},\
        "2":{"type":"PERFORM_ACTION","action":{"type":"MUL","by":2},"timestamp":1700000000002}},\
        "nextActionId":3,"stagedActionIds":[0,1,2],"skippedActionIds":[],"currentStateIndex":2,\
        "computedStates":[{"state":{"n":0}},{"state":{"n":5}},{"state":{"n":10}}],"isLocked":false,"isPaused":false}
        """

    private func read(_ text: String) throws -> LiftedState {
        try LiftedState(parsing: Array(text.utf8))
    }

    @Test func `An export is read, and written again with the same values`() throws {
        let lifted = try read(Self.example)
        #expect(lifted.staged == [0, 1, 2] && lifted.beginsWithInit && lifted.initialState == ["n": 0])
        #expect(lifted.actions[1] == .init(["type": "ADD", "by": 5], at: 1_700_000_000_001_000))
        #expect(lifted.computed.map { $0?.state } == [["n": 0], ["n": 5], ["n": 10]])
        let written = lifted.tree
        guard case .object(let original) = try Tree(parsing: Self.example) else { throw BridgeError.unknownForm }
        for (key, value) in zip(original.keys, original.values) where key != "monitorState" {
            #expect(written.child(key) == value)
        }
    }

    @Test func `What the importers of Redux DevTools accept is accepted`() throws {
        let lifted = try read(
            """
            \u{FEFF}{"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"}},"7":{"type":"BARE"},
            "8":{"type":"PERFORM_ACTION","action":{"type":"SWIFT"},"timestamp":721692800.5},
            "9":null,"orphan":5},"stagedActionIds":["0",7,8],"nextActionId":2,"skippedActionIds":[0,99],
            "committedState":{"n":1},"computedStates":[null,{"state":{"n":2},"error":"no"},{}]}
            """
        )
        #expect(lifted.actions[7] == .init(["type": "BARE"]))
        #expect(lifted.actions[8]?.at == 1_700_000_000_500_000)
        #expect(lifted.computed == [nil, .init(state: ["n": 2], error: "no"), .init(state: nil)])
        #expect(lifted.initialState == ["n": 1])
        #expect(lifted.nextActionId == 9 && lifted.currentStateIndex == 2 && lifted.unstagedCount == 2)
        #expect(lifted.skipped == [0, 99])
    }

    @Test func `An index that counts filtered actions is that of the last one`() throws {
        for (index, expected) in [("7", 1), ("1", 1), ("-3", 0), ("null", 1)] {
            let text = #"{"actionsById":{"2":{"type":"A"},"5":{"type":"B"}},"stagedActionIds":[2,5],"#
            #expect(try read(text + #""currentStateIndex":\#(index)}"#).currentStateIndex == expected)
        }
    }

    @Test(arguments: [
        (
            #"{"action":{"type":"App.Increase","value":5},"timestamp":690000000.125,"stack":"at f"}"#,
            1_668_307_200_125_000
        ),
        (#"{"action":{"type":"App.Increase","value":5},"timeStamp":690000000.125}"#, 1_668_307_200_125_000),
        (
            #"{"type":"PERFORM_ACTION","action":{"type":"App.Increase","value":5},"timestamp":"2022-11-13T02:40:00.125Z"}"#,
            1_668_307_200_125_000
        ),
        (
            #"{"action":{"type":"App.Increase","value":5},"timestamp":"2022-11-13T04:40:00+02:00"}"#,
            1_668_307_200_000_000
        ),
    ])
    func `An action is lifted with or without a type, and its time is a number or a text`(text: String, at: Int64)
        throws
    {
        let lifted = try read(#"{"actionsById":{"1":\#(text)},"stagedActionIds":[1]}"#)
        #expect(lifted.actions[1]?.value == ["type": "App.Increase", "value": 5])
        #expect(lifted.actions[1]?.at == at)
        let bare: Tree = ["action": ["type": "x"], "other": 1]
        #expect(try read(#"{"actionsById":{"1":\#(bare.text)},"stagedActionIds":[1]}"#).actions[1]?.value == bare)
    }

    @Test func `A skipped first action has the state before it`() throws {
        let lifted = try read(
            #"""
            {"actionsById":{"1":{"type":"A"},"2":{"type":"B"}},"stagedActionIds":[1,2],"skippedActionIds":[1],
            "computedStates":[{"state":{"n":0}},{"state":{"n":2}}]}
            """#
        )
        #expect(lifted.initialState == ["n": 0])
    }

    @Test(
        arguments: [
            ("", BridgeError.syntax(.unexpectedEnd, line: 1, column: 1, within: .root)),
            ("{\n \"a\": x}", .syntax(.unexpectedByte(0x78), line: 2, column: 7, within: .root)),
            ("{}", .unusable(["actionsById"], .object)),
            (#"{"actionsById":{}}"#, .unusable(["stagedActionIds"], .array)),
            (#"{"actionsById":{},"stagedActionIds":[0]}"#, .unusable(["stagedActionIds", "0"], .knownActionId)),
            (
                #"{"actionsById":{},"stagedActionIds":[9223372036854775808]}"#,
                .unusable(["stagedActionIds", "0"], .actionId)
            ),
            (#"{"actionsById":{"0":5},"stagedActionIds":[0]}"#, .unusable(["actionsById", "0"], .object)),
            (
                #"{"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"A"},"timestamp":1e300}},"stagedActionIds":[0]}"#,
                .unusable(["actionsById", "0", "timestamp"], .time)
            ),
        ]
    )
    func `An error names the place`(text: String, error: BridgeError) {
        #expect(throws: error) { try read(text) }
    }
}

@Suite struct JsanDocumentTests {
    private func value(_ text: String) throws -> Tree {
        var document = try JsanDocument(parsing: Array(text.utf8))
        return try document.value(document.root, at: .root)
    }

    private func text(_ value: Tree) -> String {
        var bytes: [UInt8] = []
        var form = JsanForm()
        value.write(to: &bytes, in: &form)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (#"{"a":{"b":1},"c":{"$jsan":"$.a"},"d":{"$jsan":"$.c"}}"#, #"{"a":{"b":1},"c":{"b":1},"d":{"b":1}}"#),
            (#"{"x y":[[],{"q\"]":7}],"r":{"$jsan":"$[\"x y\"][1][\"q\\\"]\"]"}}"#, #"{"r":7,"x y":[[],{"q\"]":7}]}"#),
            (#"{"a":{"b":{"$jsan":"$.a"}}}"#, #"{"a":{"b":{"$jsan":"$.a"}}}"#),
            (#"[{"$jsan":"$"},{"$jsan":"$.nothing"},{"$jsan":"$[x"}]"#, nil),
            (#"[{"$jsan":"d1700000000000"},{"$jsan":"u"},{"$jsan":["user"]},{"$jsan":5}]"#, nil),
        ] as [(String, String?)]
    )
    func `A reference is the value that it leads to, and other special values stay`(text: String, expected: String?)
        throws
    {
        #expect(try value(text).text == expected ?? text)
    }

    @Test func `A Map is opened, and written again as it was`() throws {
        let written = #"{"$jsan":"m[[\"a\",{\"x\":1}],[\"b\",{\"$jsan\":\"l[1,2]\"}]]"}"#
        let map = try value(written)
        #expect(map.text == #"{"$jsan":"m","value":[["a",{"x":1}],["b",{"$jsan":"l","value":[1,2]}]]}"#)
        #expect(text(map) == written)
    }

    @Test func `A value that references make too large is refused, and parts that are too deep are cut off`() throws {
        var doubling = #"{"v0":{"t":"0123456789"}"#
        for level in 1...60 {
            doubling += #","v\#(level)":{"a":{"$jsan":"$.v\#(level - 1)"},"b":{"$jsan":"$.v\#(level - 1)"}}"#
        }
        #expect(throws: BridgeError.tooLarge(.root)) { try value(doubling + "}") }
        let chain = (1...5_000).map { #""v\#($0)":{"$jsan":"$.v\#($0 + 1)"}"# }.joined(separator: ",")
        let chained = try value("{\(chain)}")
        #expect(chained.child("v1") == .tooDeep && chained.fits(at: 4))
        let deep = try value(String(repeating: "[", count: 258) + String(repeating: "]", count: 258))
        #expect(deep[Pointer(Array(repeating: "0", count: 256))] == .tooDeep)
    }
}
