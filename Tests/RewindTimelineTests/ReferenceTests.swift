import Foundation
import RewindSession
import TestSupport
import Testing
import RewindTimeline

@Suite("A reference") struct ReferenceTests {
    @Test(
        "is read",
        arguments: [
            ("42", .seq(42), 0), ("0", .seq(0), 0), ("007", .seq(7), 0), ("start", .start, 0), ("end", .end, 0),
            ("cursor", .cursor, 0), ("end~3", .end, 3), ("cursor~1", .cursor, 1), ("end~0", .end, 0),
            ("12~2", .seq(12), 2), (":a", .bookmark("a"), 0), (":before login", .bookmark("before login"), 0),
            (":é~2", .bookmark("é"), 2), ("start~1", .start, 1), ("::", .bookmark(":"), 0), (":42", .bookmark("42"), 0),
            ("-1", .fromEnd(1), 0), ("\u{2212}3", .fromEnd(3), 0), ("-3~2", .fromEnd(3), 2), ("cursor+2", .cursor, -2),
            ("@Push*", .type("Push*"), 0), ("@Push~1", .type("Push"), 1), (":a+b", .bookmark("a+b"), 0),
            (":a+1", .bookmark("a"), -1),
        ] as [(String, Reference.Base, Int)]
    )
    func good(text: String, base: Reference.Base, steps: Int) throws {
        let reference = try Reference(parsing: text)
        #expect(reference.base == base)
        #expect(reference.steps == steps)
        #expect(reference.text == text.replacing("\u{2212}", with: "-"))
    }

    @Test(
        "that makes no sense is refused",
        arguments: [
            "", " ", "-0", "-x", "--1", "@", "@~1", "+1", "end+", "end+x", "1.5", "x", "End", "START", "end~", "end~x",
            "end~-1", "end~+1", "end~1~2", "~", "~1",
            ":", ":~1", "1 ", " 1", "٣", "end~٣", "99999999999999999999", "end~99999999999999999999", "0x10", "1e3",
        ]
    )
    func bad(text: String) {
        #expect(throws: TimelineError.malformedReference(text)) { try Reference(parsing: text) }
    }

    @Test(
        "leads to a seq",
        arguments: [
            ("0", 0), ("6", 6), ("start", 0), ("end", 6), ("cursor", 6), ("end~1", 3), ("end~2", 2), ("end~4", 0),
            ("-1", 6), ("-6", 1), ("-1~1", 3), ("0+1", 1), ("0+4", 6), ("4+1", 5), ("2+2", 6), ("@?", 6), ("@A~1", 3),
            ("5~1", 4), ("5~2", 2), (":fork", 2), (":fork~1", 1), ("start~0", 0), ("3~3", 0),
        ]
    )
    func seq(text: String, seq: Int) throws {
        let timeline = try timeline()
        #expect(try timeline.seq(of: Reference(parsing: text)) == seq)
    }

    @Test(
        "outside of the session is refused",
        arguments: ["7", "1000", "start~1", "end~5", "-8", "end+1", "0+5", "3~4", ":fork~3", ":far"]
    )
    func outOfRange(text: String) throws {
        let timeline = try timeline()
        let reference = try Reference(parsing: text)
        #expect(throws: TimelineError.referenceOutOfRange(text, last: 6)) { try timeline.seq(of: reference) }
    }

    @Test("to a bookmark that is not there is refused") func noBookmark() throws {
        let timeline = try timeline()
        let reference = try Reference(parsing: ":nope~1")
        #expect(throws: TimelineError.noSuchBookmark("nope")) { try timeline.seq(of: reference) }
    }

    @Test("to the cursor follows it") func cursor() throws {
        let url = folder.session()
        _ = try timeline()
        try SessionCursor.move(to: 5, tip: 5, in: url)
        let timeline = try Timeline(opening: url)
        #expect(try timeline.seq(of: Reference(parsing: "cursor")) == 5)
        #expect(try timeline.seq(of: Reference(parsing: "cursor~2")) == 2)
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// 1 - 2 - 3 - 6 with a branch 4 - 5 from 2, and bookmarks on 2 and on nothing.
    private func timeline() throws -> Timeline {
        let url = folder.session()
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3]).write(to: url)
        try SQL.execute("INSERT INTO bookmark VALUES ('fork', 2, NULL, 0), ('far', 99, NULL, 0)", in: url)
        return try Timeline(opening: url)
    }
}
