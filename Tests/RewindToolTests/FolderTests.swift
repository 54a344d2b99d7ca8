import Foundation
import Testing

/// The order of the folders in each target: a folder uses only folders that do not use it, not even through others.
@Suite struct FolderTests {
    private static let sources = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "Sources")

    @Test func `No two folders of a target use each other`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        let examples = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path + "/Examples")
        let targets = folders.filter { $0 != "Examples" } + examples.map { "Examples/\($0)" }
        #expect(targets.count > 15)
        for target in targets {
            let files = try Self.files(of: target, "swift")
            #expect(Folders(swift: files).circle.isEmpty, "\(target)")
        }
    }

    @Test func `No two folders of the page use each other`() throws {
        let files = try Self.files(of: "RewindInspectorPage/Page", "js")
        let folders = Folders(javaScript: files)
        #expect(folders.circle.isEmpty)
        #expect(folders.uses.count > 100)
        let below: [String: Set<String>] = ["connection": [], "core": ["connection"], "parts": ["core"]]
        #expect(folders.uses.allSatisfy { below[$0.from]?.contains($0.to) != false })
    }

    /// Lower the number when there are fewer: answers belong into `RewindAnswers`.
    @Test(arguments: [("RewindCommands", 145), ("RewindInspector", 35)])
    func `The tool does not reach further into the reading core`(target: String, most: Int) throws {
        func prefixed(_ target: String) throws -> [String: String] {
            Dictionary(uniqueKeysWithValues: try Self.files(of: target, "swift").map { ("\(target)/\($0)", $1) })
        }
        let core = try prefixed("RewindTimeline").filter { !$0.key.hasPrefix("RewindTimeline/Public") }
        let files = core.merging(try prefixed(target)) { $1 }
        let uses = Folders(swift: files).uses.filter { $0.from.hasPrefix(target) && $0.to.hasPrefix("RewindTimeline") }
        #expect(uses.count <= most)
        #expect(uses.count > most / 2)
    }

    @Test func `An arrow back through another folder is found, in Swift and in JavaScript`() {
        var swift = [
            "Low/Number.swift": "/// See ``Screen``.\nstruct Number { let text = \"Screen \\\"Screen\" }",
            "Middle/Row.swift": "package final class Row {\n    let number: Number\n}",
            "High/Screen.swift": "enum Screen {\n    static let rows: [Row] = []\n}",
            "High/Pixel.swift": "@MainActor struct Pixel { let screen: Screen.Type }",
            "Other/Row+Text.swift": "extension Row {\n    func text(of number: Number) -> String { \"\" }\n}",
        ]
        #expect(Folders(swift: swift).circle.isEmpty)
        swift["Low/Number.swift"]? += "\nextension Number { var screen: Screen.Type { Screen.self } }"
        #expect(
            Folders(swift: swift).circle.map(\.description) == [
                "High/Screen.swift uses Row of Middle", "Low/Number.swift uses Screen of High",
                "Middle/Row.swift uses Number of Low",
            ]
        )
        // This file uses its own type.
        swift["Low/Number.swift"]? += "\nprivate protocol Screen {}"
        #expect(Folders(swift: swift).circle.isEmpty)

        var page = [
            "low/number.js": "// import '../high/screen.js';\nexport const number = 1;",
            "middle/row.js": "import { number } from '../low/number.js';",
            "high/screen.js": "import {\n    row,\n} from '../middle/row.js';\nimport './pixel.js';",
            "high/pixel.js": "", "main.js": "import './high/screen.js';",
        ]
        #expect(Folders(javaScript: page).circle.isEmpty)
        page["low/number.js"]? += "\nimport '../high/pixel.js';"
        #expect(
            Folders(javaScript: page).circle.map(\.description) == [
                "high/screen.js uses row.js of middle", "low/number.js uses pixel.js of high",
                "middle/row.js uses number.js of low",
            ]
        )
    }

    /// Returns the texts of all files with an ending, by their paths in `folder`.
    private static func files(of folder: String, _ ending: String) throws -> [String: String] {
        let root = sources.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".\(ending)") }.map { path in
                (path, try String(contentsOf: root.appending(path: path), encoding: .utf8))
            }
        )
    }
}

/// The uses of names and files between folders.
private struct Folders {
    /// A file that uses a name or a file of another folder.
    struct Use: Hashable, CustomStringConvertible {
        let file: String
        let name: String
        let to: String

        var from: String { Folders.folder(of: file) }
        var description: String { "\(file) uses \(name) of \(to)" }
    }

    private(set) var uses: Set<Use> = []

    /// Reads Swift files. A use is the name of a type that one file declares, and not the user itself.
    init(swift files: [String: String]) {
        let codes = files.mapValues { Self.replacing(#"(?:""".*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*)"#, in: $0) }
        let modifiers = #"(?:(?:@\w+(?:\([^)]*\))?|public|package|final|indirect)\s+)*"#
        let declaration = #"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)"#
        var owners: [String: Set<String>] = [:]
        for (file, code) in codes {
            for name in Self.matches("^" + modifiers + declaration, in: code) { owners[name, default: []].insert(file) }
        }
        for (file, code) in codes {
            let names = Set(Self.matches(#"\b([A-Z]\w+)"#, in: code)).subtracting(Self.matches(declaration, in: code))
            for name in names {
                if let files = owners[name], files.count == 1, let owner = files.first { add(file, name, owner) }
            }
        }
    }

    /// Reads modules of JavaScript.
    init(javaScript files: [String: String]) {
        for (file, code) in files {
            for path in Self.matches(#"^(?:import|export)\s(?:[^;']*\sfrom\s)?\s*'(\.[^']+)'"#, in: code) {
                let other = URL(filePath: "/" + Self.folder(of: file)).appending(path: path).standardized
                add(file, other.lastPathComponent, String(other.path.dropFirst()))
            }
        }
    }

    private mutating func add(_ file: String, _ name: String, _ owner: String) {
        let use = Use(file: file, name: name, to: Self.folder(of: owner))
        if use.from != use.to { uses.insert(use) }
    }

    /// The uses between folders that form a circle, sorted; empty if there is an order of the folders.
    var circle: [Use] {
        var rest = uses
        while true {
            let (users, used) = (Set(rest.map(\.from)), Set(rest.map(\.to)))
            let next = rest.filter { used.contains($0.from) && users.contains($0.to) }
            if next.count == rest.count { return rest.sorted { $0.description < $1.description } }
            rest = next
        }
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    private static func matches(_ pattern: String, in text: String) -> [String] {
        expression(pattern).matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    private static func replacing(_ pattern: String, in text: String) -> String {
        let range = NSRange(text.startIndex..., in: text)
        return expression(pattern).stringByReplacingMatches(in: text, range: range, withTemplate: "\"\"")
    }

    private static func expression(_ pattern: String) -> NSRegularExpression {
        do {
            return try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines, .dotMatchesLineSeparators])
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
