import Foundation
import Testing

@testable import RewindInspector

@Suite("The code that the page shows before the first action") struct NewcomerCodeTests {
    @Test func `The README has it, whose code is compiled in its own tests`() throws {
        let page = PageAsset.text("panes/main-pane.js")
        let code = try #require(page.firstMatch(of: /const code = `([^`]+)`;/)).1
        let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            .replacing(#/ +// .*/#, with: "")
        let parts = code.split(separator: "\n\n")
        #expect(parts.count > 1)
        for part in parts { #expect(readme.contains("\n\(part)\n"), "\(part)") }
    }
}
