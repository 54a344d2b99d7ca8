import Foundation
import Subprocess
import TestSupport
import Testing

/// Completion in bash, zsh and fish, typed in a real terminal provided by tmux.
@Suite(
    .ownThreads,
    .serialized,
    .timeLimit(.minutes(10)),
    .enabled(if: Tmux.isThere, "Debian's package tmux is not installed.")
)
struct ShellCompletionTests {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        /// The command without the user's configuration, and the first input.
        var start: (command: String, setup: String) {
            switch self {
            case .bash:
                (
                    "bash --norc --noprofile",
                    "PS1='ready> '; source <(rewind --generate-completion-script bash)"
                )
            case .zsh:
                (
                    "zsh -f",
                    "PROMPT='ready> '; autoload compinit; compinit -u -D; "
                        + "source <(rewind --generate-completion-script zsh); compdef _rewind rewind"
                )
            case .fish:
                (
                    "fish -N",
                    "function fish_prompt; echo -n 'ready> '; end; rewind --generate-completion-script fish | source"
                )
            }
        }

        var isThere: Bool {
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)") }
        }
    }

    private static let table: [(typed: String, completed: String)] = [
        ("rewind log a.rewind :he", "rewind log a.rewind :here"),
        ("rewind goto a.rewind cu", "rewind goto a.rewind cursor"),
        ("rewind log a.rewind 3..@Push", "rewind log a.rewind 3..@PushScreenAction"),
        ("rewind goto a.rewind @ArticleDetailE", "rewind goto a.rewind @ArticleDetailErrorAction"),
        ("rewind log a.rewind 3..:he", "rewind log a.rewind 3..:here"),
        ("rewind show a.rewind /load", "rewind show a.rewind /loading"),
        ("rewind show a.rewind /articleDetail/err", "rewind show a.rewind /articleDetail/error"),
        ("rewind bookmark a.rewind he", "rewind bookmark a.rewind here"),
        ("rewind log a.rewind /navigation/", "rewind log a.rewind /navigation/stack"),
        ("rewind log a.rewind --type Push", "rewind log a.rewind --type PushScreenAction"),
        ("rewind log a.r", "rewind log a.rewind"),
        ("rewind cut a.rewind -o no", "rewind cut a.rewind -o notes.txt"),
        ("rewind scree", "rewind screen"),
    ]

    @Test(arguments: Shell.allCases.filter(\.isThere))
    func `The shell completes points in time, pointers, types, files and commands`(shell: Shell) async throws {
        try await DemoSession.copied { folder in
            try folder.makeFolder("bin")
            try FileManager.default.createSymbolicLink(at: folder.file("bin/rewind"), withDestinationURL: Tool.url)
            try folder.write(Data(), to: "notes.txt")
            _ = try await Tool.run("bookmark", "a.rewind", "here", "12", in: folder)
            let tmux = Tmux(folder: folder)
            let path = "PATH=\(folder.url.path)/bin:$PATH HOME=\(folder.url.path)"
            _ = try await tmux.call("new-session -d -x 120 -y 30 \"\(path) \(shell.start.command)\"")
            do {
                // Input before the first prompt may be lost.
                try await tmux.wait { $0.contains(#/[#%>]\s*$/#) }
                try await tmux.type(shell.start.setup)
                try await tmux.press("Enter")
                try await tmux.wait { $0.contains("\nready>") }
                for (typed, completed) in Self.table {
                    try await tmux.type(typed)
                    try await tmux.press("Tab")
                    try await tmux.wait { shown in
                        shown.split(separator: "\n").last { $0.hasPrefix("ready>") }?
                            .trimmingCharacters(in: .whitespaces) == "ready> \(completed)"
                    }
                    try await tmux.press("C-u", "C-l")
                }
            } catch {
                Issue.record("\(shell): \(error): \((try? await tmux.shown()) ?? "")")
            }
            _ = try? await tmux.call("kill-server")
        }
    }
}
