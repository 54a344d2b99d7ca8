import Foundation
import Subprocess
import TestSupport
import Testing

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif

/// The Swift code in the README and the articles compiles in apps of every kind.
///
/// The snippets of a page are type-checked as one module, together with `Fixtures/snippets/Common.swift` and the
/// declarations in `Fixtures/snippets/PAGE.swift`. A comment there, `// SNIPPET: ` with the first line of a snippet, is
/// replaced by the snippet. Each of the others becomes the body of a function.
@Suite(
    .enabled(if: isLinux, "The options that the compiler needs on Apple systems are not known."),
    .timeLimit(.minutes(10))
)
struct SnippetTests {
    private struct Snippet {
        let line: Int
        let code: String
        var lines: [String] { code.components(separatedBy: "\n") }
    }

    private struct Page {
        let path: String
        let snippets: [Snippet]
        var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }
    }

    /// A snippet that is not checked.
    private struct Exception {
        let page: String
        /// The beginning of the snippet.
        let code: String
        /// True if the snippet is checked except in Swift 6 code that is isolated to the main actor by default.
        var isOnlyOnMainActor = false
        let reason: Comment
    }

    private static let exceptions = [
        Exception(page: "ReadingSessions", code: ".package(", reason: "These are parts of a manifest."),
        Exception(
            page: "AddingACommand",
            code: "struct SlicesCommand",
            isOnlyOnMainActor: true,
            reason: "As the page says, the report must then be declared nonisolated."
        ),
    ]

    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The pages with snippets.
    private static func pages() throws -> [Page] {
        let files = FileManager.default.enumerator(atPath: repository.appending(path: "Sources").path)
        let articles = (files?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }.sorted()
        return try (["README.md"] + articles.map { "Sources/\($0)" }).compactMap { path in
            let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
            let snippets = text.matches(of: /(?ms)^```swift\n(.*?)\n```$/).map { match in
                Snippet(line: text[..<match.1.startIndex].count { $0 == "\n" } + 1, code: String(match.1))
            }
            return snippets.isEmpty ? nil : Page(path: path, snippets: snippets)
        }
    }

    /// Returns the source of a module with all snippets of a page.
    private static func module(of page: Page, isOnMainActor: Bool) throws -> String {
        let file = repository.appending(path: "Fixtures/snippets/\(page.name).swift")
        var source =
            FileManager.default.fileExists(atPath: file.path)
            ? try String(contentsOf: file, encoding: .utf8)
            : "import Rewind\nimport RewindAnswers\nimport RewindStore\nimport Testing\n"
        for snippet in page.snippets {
            let isException = exceptions.contains {
                $0.page == page.name && snippet.code.hasPrefix($0.code) && (isOnMainActor || !$0.isOnlyOnMainActor)
            }
            // These cannot be in a function.
            let isOutside = { (line: String) in line.contains(/^(@testable )?import |^extension .*\{\}$/) }
            let inside = snippet.lines.map { isOutside($0) ? "" : $0 }
            let code = """
                #sourceLocation(file: "\(page.path)", line: \(snippet.line))
                \(inside.joined(separator: "\n"))
                #sourceLocation()

                """
            source += snippet.lines.filter(isOutside).map { $0 + "\n" }.joined()
            guard let first = inside.first(where: { !$0.isEmpty }) else { continue }
            let place = "// SNIPPET: \(first)\n"
            if source.contains(place) {
                source.replace(place, with: isException ? "" : code)
            } else if !isException {
                source += "@MainActor func snippet\(snippet.line)() async throws {\n\(code)}\n"
            }
        }
        #expect(!source.contains("// SNIPPET"), "Fixtures/snippets/\(page.name).swift")
        return source
    }

    /// The options with which the compiler finds all modules of the package and of its dependencies.
    private static func searchPaths() throws -> [String] {
        let products = Tool.url.deletingLastPathComponent()
        let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        func items(of folder: URL) throws -> [URL] {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
        let targets = try items(of: checkouts).flatMap { (try? items(of: $0.appending(path: "Sources"))) ?? [] }
        let headers = targets.map { $0.appending(path: "include") }
        let maps = try ([repository.appending(path: "Sources/CRewindSQLite")] + headers + items(of: products))
            .map { $0.appending(path: "module.modulemap").path }.filter(FileManager.default.fileExists)
        return ["-I", products.appending(path: "Modules").path] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// Compiles sources without errors and, in Swift 6 mode, without warnings: Swift 5 warns of what Swift 6 infers, such as
    /// that a global function can be shared. A snippet is a part of a function that may not use its values.
    private func compile(_ arguments: [String], in folder: TemporaryFolder, _ name: String) async throws {
        let env = URL(filePath: "/usr/bin/env")
        let answer = try await Tool.run(["swiftc"] + arguments, in: folder, executable: env)
        #expect(answer.status == .exited(0), "\(name): \(answer.errors)")
        guard arguments.contains("6") else { return }
        let warnings = answer.errors.components(separatedBy: "\n").filter { line in
            line.contains(": warning: ") && !line.contains("never used") && !line.contains("never mutated")
        }
        #expect(warnings == [], "\(name)")
    }

    @Test(arguments: Thoroughness.pairs(["5", "6"], [false, true]))
    func `All snippets compile`(version: String, isOnMainActor: Bool) async throws {
        let pages = try Self.pages()
        try #require(pages.count > 10)
        let folder = TemporaryFolder()
        var options = try Self.searchPaths() + ["-swift-version", version, "-I", folder.url.path]
        try folder.write(Data("@_exported import RewindStore".utf8), to: "ReSwift.swift")
        let counter = Self.repository.appending(path: "Tests/OwnTool/Sources/Counter/Counter.swift")
        let others = ["ComposableArchitecture", "Sentry", "FirebaseCrashlytics", "MetricKit"].map { module in
            (module, Self.repository.appending(path: "Fixtures/snippets/\(module).swift"))
        }
        let modules = [("ReSwift", folder.file("ReSwift.swift")), ("Counter", counter)] + others
        for (module, source) in modules {
            let arguments = ["-emit-module", "-enable-testing", "-module-name", module, source.path]
            try await compile(options + arguments, in: folder, module)
        }
        if isOnMainActor {
            options += ["-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances"]
        }
        let common = Self.repository.appending(path: "Fixtures/snippets/Common.swift")
        for page in pages {
            let isException = isOnMainActor && version == "6"
            let source = try Self.module(of: page, isOnMainActor: isException)
            try folder.write(Data(source.utf8), to: "Snippets.swift")
            let arguments = ["-typecheck", "-module-name", "Snippets", "Snippets.swift", common.path]
            try await compile(options + arguments, in: folder, page.path)
        }
    }

    @Test func `Every exception is a snippet`() throws {
        let pages = try Self.pages()
        for exception in Self.exceptions {
            let page = pages.first { $0.name == exception.page }
            #expect(page?.snippets.count { $0.code.hasPrefix(exception.code) } == 1, exception.reason)
        }
    }
}
