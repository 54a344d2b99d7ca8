import Foundation
import Subprocess
import TestSupport
import Testing

/// The shell completions, from the script that the tool generates.
@Suite(.timeLimit(.minutes(10)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
struct CompletionTests {
    /// Returns bash's completions of the last word; words are separated by spaces.
    private static func offers(_ line: String, in folder: TemporaryFolder) async throws -> [String] {
        let script = """
            PATH="$PWD/bin:$PATH"
            source bin/rewind.bash
            COMP_WORDS=(\(line.hasSuffix(" ") ? line + "''" : line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMPREPLY=()
            _rewind rewind "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let answer = try await Tool.run(["-c", script], in: folder, executable: URL(fileURLWithPath: "/bin/bash"))
        #expect(answer.errors == "", "\(line)")
        return answer.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func `Commands, sessions, points in time, types, pointers and files are completed`()
        async throws
    {
        try await DemoSession.copied { folder in
            try folder.makeFolder("bin")
            try FileManager.default.createSymbolicLink(at: folder.file("bin/rewind"), withDestinationURL: Tool.url)
            let script = try await Tool.run("--generate-completion-script", "bash", in: folder)
            try folder.write(Data(script.output.utf8), to: "bin/rewind.bash")
            try folder.write(Data(), to: "notes.txt")
            _ = try await Tool.run("bookmark", "a.rewind", "here", "12", in: folder)
            let before = try folder.read("a.rewind")
            let table: [(line: String, offers: [String])] = [
                ("rewind scr", ["screen", "scrub"]),
                ("rewind log ", ["a.rewind", "bin"]),
                ("rewind inspect ", ["a.rewind", "bin"]),
                ("rewind ls ", ["bin"]),
                ("rewind cut a.rewind -o ", ["a.rewind", "bin", "notes.txt"]),
                ("rewind log a.rewind --rev", ["--reverse"]),
                ("rewind goto cu", ["cursor"]),
                ("rewind goto :he", [":here"]),
                ("rewind show @ArticleDetailErr", ["@ArticleDetailErrorAction"]),
                ("rewind history /loading/", ["/loading/isLoading"]),
                ("rewind dispatch Loading", ["LoadingAction"]),
                ("rewind show 'a.rewind' /load", ["/loading"]),
                ("rewind show a.rew", ["a.rewind"]),
                ("rewind show a.rewind /load", ["/loading"]),
                ("rewind show a.rewind /loading/", ["/loading/isLoading"]),
                ("rewind log a.rewind /navigation/", ["/navigation/stack"]),
                ("rewind goto a.rewind cu", ["cursor"]),
                ("rewind dispatch a.rewind --at @Loading", ["@LoadingAction"]),
                ("rewind log a.rewind --type Loading", ["LoadingAction"]),
                ("rewind log a.rewind 3..cu", ["3..cursor"]),
                ("rewind log a.rewind end~10", ["end~10d", "end~10h", "end~10min", "end~10ms", "end~10s"]),
                ("rewind log a.rewind start..end~10m", ["start..end~10min", "start..end~10ms"]),
            ]
            for (line, expected) in table {
                #expect(try await Self.offers(line, in: folder).sorted() == expected, "\(line)")
            }
            #expect(try await Self.offers("rewind show a.rewind ", in: folder).contains(":here"))
            #expect(try folder.read("a.rewind") == before)
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Every shell's script calls the tool and completes files`(shell: String) async throws {
        let folder = TemporaryFolder()
        let script = try await Tool.run("--generate-completion-script", shell, in: folder)
        #expect(script.status == .exited(0) && script.output.contains("rewind"))
        #expect(script.output.contains("---completion"))
    }

    @Test func `The help of all commands is available as JSON, from which man pages are made`() async throws {
        let folder = TemporaryFolder()
        let dump = try await Tool.run("--experimental-dump-help", in: folder)
        let command = try #require(try JSON.object(dump.output)["command"] as? [String: Any])
        let names = (command["subcommands"] as? [[String: Any]])?.compactMap { $0["commandName"] as? String }
        #expect(Set(["demo", "ls", "log", "dispatch", "prune"]).isSubset(of: names ?? []))
    }
}
