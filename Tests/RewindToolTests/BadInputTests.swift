import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct BadInputTests {
    @Test(arguments: Thoroughness.every(2, of: BadInput.files + BadInput.wishes + BadInput.outputs))
    func `An impossible command prints an error and changes nothing, and the command in its hint can be run`(
        input: BadInput
    ) async throws {
        try await DemoSession.copied { folder in
            try input.prepare(folder)
            let before = try folder.files()
            let answer = try await Tool.run(input.arguments, in: folder)
            #expect(answer.status == .exited(input.status))
            #expect(answer.output == "")
            #expect(answer.errors == (try await Self.filledIn(input.errors, before, folder)))
            #expect(try folder.files() == before)
            for command in Hint.commands(in: answer.errors) {
                let next = try await Tool.shell(command.replacing(#/^rewind /#, with: "\"$REWIND\" "), in: folder)
                // A truncated file may have nothing left to save, which is reported.
                let isNothing = next.errors.contains(", so nothing can be saved.\nHint: ")
                #expect([.exited(0), .exited(1)].contains(next.status) || isNothing, "\(command): \(next.errors)")
            }
        }
    }

    /// Replaces the placeholders in `text` with values that only a run provides.
    private static func filledIn(
        _ text: String,
        _ contents: [String: Data?],
        _ folder: TemporaryFolder
    ) async throws -> String {
        let last = try await DemoSession.actionCount
        let whole = (contents["a.rewind"] ?? nil)?.count ?? 0
        let cut = (contents["b.rewind"] ?? nil)?.count ?? 0
        return text.replacing("FOLDER", with: folder.url.path)
            .replacing("LAST", with: "\(last)")
            .replacing("CUT", with: "\(cut)")
            .replacing("WHOLE", with: "\(whole)")
    }

    @Test func `The error for an unknown option suggests a similar one`() async throws {
        try await DemoSession.copied { folder in
            for (option, text) in [
                ("--tpye", "Unknown option '--tpye'. Did you mean '--type'?"),
                ("--elephant", "Unknown option '--elephant'"),
            ] {
                let answer = try await Tool.run("log", "a.rewind", option, "A", in: folder)
                #expect(answer.status == .exited(64))
                #expect(answer.errors.hasPrefix("Error: \(text)"))
                #expect(answer.errors.contains("Did you mean") == text.contains("Did you mean"))
            }
            let help = try await Tool.run("help", "nope", in: folder)
            #expect(help.status == .exited(64))
            #expect(help.errors.hasPrefix("Error: No command nope."))
        }
    }

    @Test(arguments: Thoroughness.every(2, of: HelpExample.onSession("nope.rewind")))
    func `Every command reports a missing file`(example: HelpExample) async throws {
        let folder = TemporaryFolder()
        let answer = try await Tool.shell("\"$REWIND\" \(example.text)", in: folder)
        #expect(answer.status == .exited(2))
        #expect(answer.output == "")
        #expect(answer.errors.hasPrefix("Error: No file \(folder.url.path)/nope.rewind.\nHint: "))
        #expect(try folder.files().isEmpty)
    }

    @Test(arguments: [
        ["log", "a.rewind", "--nonsense"], ["log", "a.rewind", "--limit", "many"],
        ["show", "a.rewind", "1", "/home", "more"], ["undo", "a.rewind", "-n", "x"], ["goto", "a.rewind"],
        ["diff", "a.rewind", "1", "2", "3"], ["diff", "a.rewind", "--format", "html"],
        ["log", "a.rewind", "--color", "red"], ["log", ""], ["demo", "--output", ""],
        ["log", "a.rewind", "--graph", "--type", "A*"], ["log", "a.rewind", "--graph", "/home"],
        ["log", "a.rewind", "--follow", "1..2"], ["log", "a.rewind", "--follow", "--patch"],
        ["verify", "a.rewind", "--rebuild", "--repair", "-o", "b.rewind"],
        ["log", "a.rewind", "1..2", "3..4"], ["demo", "--seed", "3"],
        ["log", "a.rewind", "--around", "3", "1..2"], ["blame", "a.rewind", "12"],
        ["log", "a.rewind", "--type", "[a"], ["log", "a.rewind", "--type", "!"], ["travel", "undo"],
    ])
    func `Wrong usage is status 64 and names the help in three lines`(arguments: [String]) async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(64))
            #expect(answer.output == "")
            #expect(answer.errors.hasPrefix("Error: "))
            #expect(answer.errors.contains("\nHint: See the usage:\n  rewind help \(arguments[0])"))
            #expect(answer.errors.split(separator: "\n").count == 3)
            #expect(try folder.files() == before)
        }
    }

    @Test(
        .enabled(if: getuid() != 0, "The superuser may do anything."),
        arguments: [
            "log secret.rewind", "demo --output closed/b.rewind",
        ]
    )
    func `The error for missing permissions names the file`(arguments: String) async throws {
        try await DemoSession.copied { folder in
            try folder.write(try folder.read("a.rewind"), to: "secret.rewind")
            try folder.makeFolder("closed")
            try folder.setPermissions(0o000, of: "secret.rewind")
            try folder.setPermissions(0o555, of: "closed")
            defer { try? folder.setPermissions(0o755, of: "closed") }
            let answer = try await Tool.run(arguments.split(separator: " ").map(String.init), in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "")
            #expect(answer.errors.contains(" cannot be opened: permission denied.\nHint: "))
        }
    }

    @Test func `The error for damage inside a session does not quote its contents`() async throws {
        try await DemoSession.copied { folder in
            var bytes = try folder.read("a.rewind")
            let payload = try #require(bytes.range(of: Data("{\"isLoading\":true}".utf8)))
            bytes.replaceSubrange(payload, with: Data("{\"isLoading\":SECRE".utf8))
            try folder.write(bytes, to: "a.rewind")
            for arguments in [["log", "a.rewind", "--json"], ["verify", "a.rewind"]] {
                let answer = try await Tool.run(arguments, in: folder)
                #expect(answer.status == .exited(2), "\(arguments)")
                #expect(!answer.errors.contains("SECRE") && !answer.output.contains("SECRE"), "\(arguments)")
            }
            let log = try await Tool.run("log", "a.rewind", "--json", in: folder)
            #expect(log.errors.contains("a.rewind is damaged: payload in row "))
            #expect(log.errors.contains("\nHint: List the damage:\n  rewind verify a.rewind"))
            let verify = try await Tool.run("verify", "a.rewind", in: folder)
            #expect(verify.output.contains(/^the row of action [0-9]+ does not match its hash\n/))
            #expect(
                verify.errors.hasPrefix("Hint: Save everything that is intact:\n  rewind verify a.rewind --repair ")
            )
            let json = try JSON.object(try await Tool.run("verify", "a.rewind", "--json", in: folder).output)
            #expect(Set(json.keys) == ["ok", "findings"])
        }
    }

    @Test(arguments: [1, 4, 9])
    func `The check reports a page of zeros`(page: Int) async throws {
        try await DemoSession.copied { folder in
            var bytes = try folder.read("a.rewind")
            bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
            try folder.write(bytes, to: "a.rewind")
            let verify = try await Tool.run("verify", "a.rewind", "--json", in: folder)
            #expect(verify.status == .exited(2))
            #expect(
                verify.errors.hasPrefix("Hint: Save everything that is intact:\n  rewind verify a.rewind --repair ")
            )
            let json = try JSON.object(verify.output)
            #expect(json["ok"] as? Bool == false)
            #expect((json["findings"] as? [String])?.isEmpty == false)
        }
    }

    @Test func `A copy of a recording without its side files is reported`() async throws {
        let folder = TemporaryFolder()
        let script = """
            "$REWIND" demo --actions 100000 --output live.rewind > /dev/null & recording=$!
            until { [ "$(wc -c < live.rewind-wal)" -gt 100000 ]; } 2> /dev/null; do sleep 0.01; done
            kill -9 $recording
            cp live.rewind copy.rewind
            "$REWIND" log copy.rewind; "$REWIND" verify copy.rewind
            """
        let answer = try await Tool.shell(script, in: folder)
        #expect(answer.status == .exited(2))
        #expect(answer.errors.hasPrefix("Note: the recording was not closed, "))
        #expect(
            answer.output.hasSuffix(
                "the recording was not closed, and its -wal and -began files are gone; the latest actions may be "
                    + "missing\n"
            )
        )
    }
}
