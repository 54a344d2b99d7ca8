import Foundation
import TestSupport
import Testing

/// Commands that copy or check a session with effects report them.
@Suite struct EffectCommandTests {
    private let folder = TemporaryFolder()

    init() throws {
        try folder.write(try Data(contentsOf: EffectSession.fixture), to: "a.rewind")
    }

    @Test func `Verify and repair count effects`() async throws {
        let verify = try await Tool.run("verify", "a.rewind", in: folder)
        #expect(verify.output.hasPrefix("ok: 5 actions, 1 snapshot, ") && verify.output.hasSuffix(", 8 effects\n"))
        try SQL.execute("UPDATE effect SET name = 'x' WHERE id = 3", in: folder.session())
        let damaged = try await Tool.run("verify", "a.rewind", in: folder)
        #expect(damaged.output == "the row of effect 3 does not match its hash\n")
        let repair = try await Tool.run("verify", "a.rewind", "--repair", "--output", "b.rewind", in: folder)
        #expect(repair.output.hasSuffix("\n2 rows of effects lost as damaged\n"))
        #expect(try await Tool.run("verify", "b.rewind", in: folder).output.hasSuffix(", 7 effects\n"))
    }

    @Test func `A scrub removes screenshots, and says so`() async throws {
        let scrub = try await Tool.run("scrub", "a.rewind", "--key", "title", in: folder)
        #expect(scrub.output.contains("\nremoved 1 screenshot, which may show them\n"))
        let pictures = "SELECT count(input) FROM effect WHERE kind = 'screenshot'"
        #expect(try SQL.column(pictures, in: folder.session()) == ["0"])
    }

    @Test func `An export to Redux DevTools says that it has no effects`() async throws {
        let export = try await Tool.run("export", "devtools", "a.rewind", "-o", "a.json", in: folder)
        #expect(export.errors == "Note: the file does not contain 8 effects.\n")
    }
}
