import Foundation
import Testing

@Suite struct PageTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    /// Returns the lines of code without indentation.
    private static func normalized(_ code: String) -> String {
        code.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    @Test func `Code in the article about RewindStore is compiled and run by a test`() throws {
        let root = Self.here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Sources/RewindStore/RewindStore.docc/RewindStore.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```swift\n").dropFirst()
            .map { Self.normalized($0.components(separatedBy: "\n```")[0]) }
        let files = try FileManager.default.contentsOfDirectory(at: Self.here, includingPropertiesForKeys: nil)
        let code = try files.map { Self.normalized(try String(contentsOf: $0, encoding: .utf8)) }
        #expect(blocks.count == 2)
        for block in blocks { #expect(code.contains { $0.contains("\n\(block)\n") }, "\(block)") }
    }
}
