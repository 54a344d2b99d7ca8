import Foundation
import Testing

/// The code in the articles is the code of the tests beside this one, and of those of travel, line by line, so that it is
/// compiled and tested.
@Suite struct ArticleTests {
    private struct Section {
        let title: String
        let blocks: [String]
    }

    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = here.appending(path: "../../..").standardized
    private static let attaching = "Sources/Rewind/Rewind.docc/RecordingAStore.md"
    private static let articles = [
        attaching, "Sources/Rewind/Rewind.docc/WhatIsRecorded.md", "Sources/Rewind/Rewind.docc/ChoosingWhatToRecord.md",
        "Sources/RewindTravel/RewindTravel.docc/RewindTravel.md",
    ]

    private static func sections(of article: String) throws -> [Section] {
        // In the tests, the action protocol belongs to the same module.
        let text = try String(contentsOf: root.appending(path: article), encoding: .utf8)
            .replacingOccurrences(of: "@retroactive ", with: "")
        return text.components(separatedBy: "\n##").dropFirst().map { part in
            let blocks = part.components(separatedBy: "\n```swift\n").dropFirst()
            return Section(
                title: String(part.prefix { $0 != "\n" }),
                blocks: blocks.map { $0.components(separatedBy: "\n```")[0] }
            )
        }
    }

    /// Returns the lines of code without indentation.
    private static func normalized(_ code: String) -> String {
        code.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    @Test(arguments: articles) func `Code in the articles is compiled and run by a test`(article: String) throws {
        let folders = [Self.here, Self.root.appending(path: "Tests/RewindTravelTests/Attachments")]
        let files = try folders.flatMap {
            try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        let code = try files.filter { $0.lastPathComponent != URL(filePath: #filePath).lastPathComponent }
            .map { Self.normalized(try String(contentsOf: $0, encoding: .utf8)) }
        for section in try Self.sections(of: article) {
            for block in section.blocks {
                #expect(code.contains { $0.contains("\n\(Self.normalized(block))\n") }, "\(section.title): \(block)")
            }
        }
    }

    @Test func `Each attachment takes at most ten lines`() throws {
        let sections = try Self.sections(of: Self.attaching)
        let attachments = sections.filter { $0.title.hasPrefix("# ") && !$0.blocks.isEmpty }
        #expect(attachments.count == 15)
        for section in attachments {
            let lines = section.blocks.flatMap { $0.components(separatedBy: "\n") }.filter { !$0.isEmpty }
            #expect(lines.count <= 10, "\(section.title)")
        }
        let all = try Self.articles.dropLast().flatMap(Self.sections)
        #expect(all.count { !$0.blocks.isEmpty } == 19)
    }
}
