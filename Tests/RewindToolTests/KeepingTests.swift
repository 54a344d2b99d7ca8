import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// The maintenance commands: verify --repair, rebuild, prune and scrub.
@Suite(.timeLimit(.minutes(10))) struct KeepingTests {
    @Test func `A repair saves all sound parts`() async throws {
        try await DemoSession.copied { folder in
            let count = try await DemoSession.actionCount
            let saved = try await Tool.run(["verify", "a.rewind", "--repair", "--output", "b.rewind"], in: folder)
            #expect(saved.status == .exited(0), "\(saved.errors)")
            #expect(saved.output == "saved \(count) actions, up to \(count)\n")
            #expect(try await Tool.run(["verify", "b.rewind"], in: folder).status == .exited(0))
            let usage = try await Tool.run(["verify", "a.rewind", "--repair"], in: folder)
            #expect(usage.status == .exited(64))
        }
    }

    @Test func `A repair that can save nothing fails and leaves no file`() async throws {
        try await Counting.session { folder in
            try await Self.damage("UPDATE action SET duration = 7", in: folder)
            try folder.write(Data("mine".utf8), to: "b.rewind")
            let before = try folder.files()
            for arguments in [["--output", "c.rewind"], ["--output", "b.rewind", "--force"]] {
                let answer = try await Tool.run(["verify", "a.rewind", "--repair"] + arguments, in: folder)
                #expect(answer.status == .exited(2))
                #expect(answer.output == "")
                #expect(
                    answer.errors.contains(
                        " is damaged: none of its actions can be verified, so nothing can be saved."
                    )
                )
                #expect(try folder.files() == before)
            }
        }
        try await Counting.session(0) { folder in
            let empty = try await Tool.run("verify", "a.rewind", "--repair", "-o", "b.rewind", in: folder)
            #expect(empty.status == .exited(0))
            #expect(empty.output == "saved 0 actions, up to 0\n")
        }
    }

    private static func damage(_ sql: String, in folder: TemporaryFolder) async throws {
        let connection = try Connection(writing: folder.file("a.rewind").path)
        try connection.execute(sql)
        try connection.close()
    }

    @Test func `Scrubbed values are in none of the file's bytes`() async throws {
        try await DemoSession.copied { folder in
            #expect(try folder.read("a.rewind").range(of: Data("Swift".utf8)) != nil)
            let scrub = try await Tool.run(["scrub", "a.rewind", "--matching", "Swift"], in: folder)
            #expect(scrub.status == .exited(0), "\(scrub.errors)")
            #expect(scrub.output == "removed 1 text from the whole file\n")
            #expect(try folder.read("a.rewind").range(of: Data("Swift".utf8)) == nil)
            #expect(try await Tool.run(["verify", "a.rewind"], in: folder).status == .exited(0))
            #expect(try folder.files().keys.sorted() == ["a.rewind"])
            let malformed = try await Tool.run(["scrub", "a.rewind", "--matching", "("], in: folder)
            #expect(malformed.status == .exited(2))
            #expect(malformed.errors.hasPrefix("Error: \"(\" is not a regular expression.\nHint: "))
            for arguments in [["scrub", "a.rewind"], ["scrub", "a.rewind", "--dry-run"]] {
                #expect(try await Tool.run(arguments, in: folder).status == .exited(64))
            }
        }
    }

    @Test func `POINTERs, keys and a pattern are removed in one run`() async throws {
        try await DemoSession.copied { folder in
            for (file, output) in [("a.rewind", "b.rewind"), ("a.rewind", nil)] {
                let arguments = ["/home/pageNumber", "--key", "description", "--matching", "http_[0-9]+"]
                let options = output.map { ["--output", $0] } ?? []
                let scrub = try await Tool.run(["scrub", file] + arguments + options, in: folder)
                #expect([.exited(0), .exited(1)].contains(scrub.status), "\(scrub.errors)")
                let name = output ?? file
                #expect(try folder.read(name).range(of: Data("http_500".utf8)) == nil)
                let search = try await Tool.run("search", name, "description", "--in", "key", "--json", in: folder)
                let values = try JSON.lines(search.output)
                #expect(!values.isEmpty)
                #expect(try await Tool.run("verify", name, in: folder).status == .exited(0))
                let page = try await Tool.run("show", name, "12", "/home/pageNumber", in: folder)
                #expect(page.status == .exited(0) && page.output != "2\n")
            }
            #expect(try folder.files().keys.sorted() == ["a.rewind", "b.rewind"])
            let again = try await Tool.run("scrub", "a.rewind", "--key", "id", "--matching", "http_[0-9]+", in: folder)
            #expect(again.errors.hasPrefix("Note: beside the other values, nothing matches http_[0-9]+.\n"))
        }
    }

    @Test func `A POINTER that nothing has leaves the session unchanged by the other targets`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            let scrub = try await Tool.run("scrub", "a.rewind", "--matching", "Swift", "/nowhere", in: folder)
            #expect(scrub.status == .exited(2) && scrub.errors.contains("/nowhere"))
            #expect(try await Tool.run("scrub", "a.rewind", "/home", "--key", "nokey", in: folder).status == .exited(2))
            #expect(try folder.files() == before)
        }
    }

    @Test func `The index can be rebuilt, and old actions can be pruned`() async throws {
        try await DemoSession.copied { folder in
            let rebuild = try await Tool.run(["verify", "a.rewind", "--rebuild"], in: folder)
            #expect(rebuild.status == .exited(0), "\(rebuild.errors)")
            #expect(rebuild.output.contains(/^index rebuilt: [0-9]+ changes of [0-9]+ pointers\n$/))
            let nothing = try await Tool.run(["prune", "a.rewind", "--actions", "1000000"], in: folder)
            #expect(nothing.output.hasPrefix("nothing to prune: up to 256 actions "))
            for arguments in [[], ["--actions", "1", "--bytes", "1"], ["--age", "soon"]] {
                #expect(try await Tool.run(["prune", "a.rewind"] + arguments, in: folder).status == .exited(64))
            }
            #expect(try await Tool.run(["verify", "a.rewind"], in: folder).status == .exited(0))
        }
    }

    @Test func `A text left in a name is shown with its place and a command that masks it`() async throws {
        let folder = TemporaryFolder()
        let file = #"[{"type": "mail/ann.lee@corp.example", "payload": {"email": "ann.lee@corp.example"}}]"#
        try folder.write(Data(file.utf8), to: "a.json")
        _ = try await Tool.run("import", "a.json", in: folder)
        let scrub = try await Tool.run("scrub", "a.rewind", "--key", "email", "-o", "b.rewind", in: folder)
        #expect(scrub.status == .exited(1))
        #expect(scrub.output.hasSuffix("\n  \"ann.lee@corp.example\"  at 1, type\n"), "\(scrub.output)")
        let command = #"rewind scrub b.rewind --matching 'ann\.lee@corp\.example'"#
        #expect(scrub.errors.hasSuffix("\n  \(command)\n"), "\(scrub.errors)")
        let all = try await Tool.shell(command.replacing("rewind scrub", with: "\"$REWIND\" scrub"), in: folder)
        #expect(all.status == .exited(0), "\(all.errors)")
        #expect(try folder.read("b.rewind").range(of: Data("ann.lee".utf8)) == nil)
    }
}
