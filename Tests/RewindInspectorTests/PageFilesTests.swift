import Foundation
import Testing

/// The page's files in the binary. `REWIND_RECORD_FIXTURES=1 swift test --filter PageFilesTests` writes their list.
@Suite struct PageFilesTests {
    private static let target = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "Sources/RewindInspectorPage")

    @Test func `The list of embedded files is that of the folder`() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.target.appending(path: "Page").path)
            .filter { $0.contains(".") }.sorted()
        var lines = [""]
        for name in names {
            if lines[lines.count - 1].count + name.count > 100 { lines.append("") }
            lines[lines.count - 1] += name + " "
        }
        let list = """
            // Written by PageFilesTests.
            #include "RewindInspectorPage.h"

            static const char names[] =
            \(lines.map { "    \"\($0)\"" }.joined(separator: "\n"));

            static const unsigned char files[] = {
            \(names.map { "#embed \"Page/\($0)\" suffix(, 0, )" }.joined(separator: "\n"))
            };

            const char *rewind_page_names(void) { return names; }
            const char *rewind_page_files(void) { return (const char *)files; }

            """
        let file = Self.target.appending(path: "RewindInspectorPage.c")
        if ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil {
            try Data(list.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == list)
    }
}
