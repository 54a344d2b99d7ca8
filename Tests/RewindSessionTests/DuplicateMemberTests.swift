import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

@Suite struct DuplicateMemberTests {
    private let folder = TemporaryFolder()

    init() throws {
        try SampleSession(states: [["a": 1], ["a": 2]]).write(to: folder.session())
    }

    @Test(
        arguments: [
            #"[{"op":"remove","op":"replace","path":"/a","value":2}]"#,
            #"[{"op":"replace","path":"/b","path":"/a","value":2}]"#,
            #"[{"op":"replace","path":"/a","value":1,"value":2}]"#,
            #"[{"from":"/b","from":"/a","op":"move","path":"/a"}]"#,
        ]
    )
    func `A patch with a duplicate member is refused`(text: String) throws {
        try SQL.execute("UPDATE action SET patch = ? WHERE seq = 1", [text], in: folder.session())
        let reader = try SessionReader(opening: folder.session())
        let damage = SessionError.damaged(
            path: folder.session().path,
            .malformed(table: "action", column: "patch", row: 1)
        )
        #expect(throws: damage) { try reader.patch(1) }
        #expect(throws: damage) { try reader.action(1) }
    }

    @Test func `A chunk with a duplicate member is refused`() throws {
        try SQL.execute("UPDATE chunk SET body = '{\"a\":1,\"a\":1}'", in: folder.session())
        let reader = try SessionReader(opening: folder.session())
        #expect(
            throws: SessionError.damaged(
                path: folder.session().path,
                .malformed(table: "chunk", column: "body", row: 1)
            )
        ) {
            try reader.snapshot(0)
        }
    }
}
