import ArgumentParser
import Foundation
import TestSupport
import Testing

/// The links and the commands in the documents of the repository.
@Suite(.timeLimit(.minutes(10))) struct DocumentationTests {
    private static let repository = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// Returns the paths in the repository of the files below a folder with one of these extensions.
    private static func paths(in folder: String, _ extensions: Set<String>) -> [String] {
        let all = FileManager.default.enumerator(atPath: repository.appending(path: folder).path)?.allObjects
        let names = (all as? [String] ?? []).filter { extensions.contains(URL(filePath: $0).pathExtension) }
        return names.map { "\(folder)/\($0)" }.sorted()
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    // MARK: Links

    /// The articles and the catalogs' first pages.
    private static let articles = paths(in: "Sources", ["md"])

    /// The documents that are read on a code host only.
    private static let hosted = ["README.md"] + paths(in: ".github", ["md"])

    /// Returns the anchors that a code host gives to the headings of a page.
    private static func anchors(of page: URL) throws -> Set<String> {
        let headings = try String(contentsOf: page, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/)
        return Set(
            headings.map { heading in
                let kept = heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                return kept.replacing(" ", with: "-")
            }
        )
    }

    @Test func `The links of documents on a code host lead to a file and a heading in it`() throws {
        try #require(Self.hosted.count > 3)
        var count = 0
        for document in Self.hosted {
            let folder = Self.repository.appending(path: document).deletingLastPathComponent()
            // Code contains no links.
            let text = try Self.text(of: document).replacing(/`[^`\n]*`/, with: "")
            for link in text.matches(of: /\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/) {
                let target = String(link.1 ?? link.2 ?? "")
                guard !target.hasPrefix("https://") else { continue }
                let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let file = folder.appending(path: parts[0]).standardized
                #expect(FileManager.default.fileExists(atPath: file.path), "\(document): \(target)")
                guard parts.count == 2 else { continue }
                #expect(try Self.anchors(of: file).contains(parts[1]), "\(document): \(target)")
                count += 1
            }
            #expect(!text.contains("<doc:") && !text.contains("](doc:"), "\(document)")
        }
        #expect(count > 10)
    }

    /// A code host shows `[Title](doc:Name)` as the title, and `<doc:Name>` as a link to nothing.
    @Test func `Articles link to each other in a way that a code host shows as text`() throws {
        try #require(Self.articles.count > 30)
        for article in Self.articles {
            for line in try Self.text(of: article).split(separator: "\n") where line.contains("<doc:") {
                #expect(line.contains(/^- <doc:\w+>$/), "\(article): \(line)")
            }
            let relative = try Self.text(of: article).firstMatch(of: /\]\([^)#:]+\.md[^)]*\)/)?.0
            #expect(relative == nil, "\(article)")
        }
    }

    @Test func `Each article is in the topics of its catalog`() throws {
        for article in Self.articles {
            let parts = article.split(separator: "/")
            let catalog = parts[parts.count - 2].prefix { $0 != "." }
            let name = parts[parts.count - 1].prefix { $0 != "." }
            let first = parts.dropLast().joined(separator: "/") + "/\(catalog).md"
            // A catalog with one article has no first page.
            guard FileManager.default.fileExists(atPath: Self.repository.appending(path: first).path) else { continue }
            #expect(try name == catalog || Self.text(of: first).contains("- <doc:\(name)>\n"), "\(article)")
        }
    }

    // MARK: Commands

    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?

            /// The options of this command and its subcommands, each with the values that it accepts.
            var options: [(name: String, values: [String]?)] {
                let own = (arguments ?? []).flatMap { argument in
                    (argument.names ?? []).map { ($0.name, argument.allValues) }
                }
                return own + (subcommands ?? []).flatMap(\.options)
            }
        }

        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let names: [Name]?
            let allValues: [String]?
        }

        let command: Command
    }

    private static func help() async throws -> Help.Command {
        let answer = try await Tool.run("--experimental-dump-help", in: TemporaryFolder())
        return try JSONDecoder().decode(Help.self, from: Data(answer.output.utf8)).command
    }

    @Test func `Each value that a document or a message names for an option is one of the option`() async throws {
        let options = try await Self.help().options.filter { $0.values != nil }
        let values = Dictionary(grouping: options, by: \.name).mapValues { Set($0.flatMap { $0.values ?? [] }) }
        try #require(values["color"] == ["auto", "always", "never"] && values["format"] != nil)
        var found: Set<String> = []
        let files = Self.hosted + Self.paths(in: "Sources", ["md", "swift", "js", "html"])
        for file in files + Self.paths(in: "Fixtures", ["txt"]) {
            for use in try Self.text(of: file).matches(of: /--([a-z][a-z-]*)[ =]<?([A-Za-z]+(?:\|[A-Za-z]+)*)/) {
                // `<when>` is a placeholder; `<auto|always|never>` are values.
                let isPlaceholder = use.0.contains("<") && !use.2.contains("|")
                guard !isPlaceholder, !["and", "or"].contains(use.2), let accepted = values[String(use.1)] else {
                    continue
                }
                for value in use.2.split(separator: "|") {
                    #expect(accepted.contains(String(value)), "\(file): \(use.0)")
                }
                found.insert(String(use.1))
            }
        }
        #expect(found.isSuperset(of: ["color", "status"]))
    }

    @Test func `Each option of a command in a document exists`() async throws {
        let commands = try await Self.help().subcommands ?? []
        let names = Dictionary(grouping: commands, by: \.commandName)
        var count = 0
        for document in Self.hosted + Self.articles {
            // Up to the end of the code or of the command.
            for use in try Self.text(of: document).matches(of: /\brewind ([a-z]+)( [^`|;\n]*)?/) {
                guard let command = names[String(use.1)]?.first else { continue }
                // With the trait Fleet, some commands have another option.
                let options = Set(command.options.map(\.name) + ["help", "database"])
                for option in (use.2 ?? "").matches(of: /\ --([a-z][a-z-]*)/) {
                    #expect(options.contains(String(option.1)), "\(document): \(use.0)")
                    count += 1
                }
            }
        }
        #expect(count > 50)
    }

    @Test func `The page "Commands" names each command`() async throws {
        let page = try Self.text(of: "Sources/RewindCommands/RewindCommands.docc/Commands.md")
        let commands = try await Self.help().subcommands ?? []
        try #require(commands.count > 25)
        for name in commands.map(\.commandName) where name != "help" {
            #expect(page.contains(try Regex("`\(name)[` ]")), "\(name)")
        }
    }
}
