import Foundation
import Testing

/// Expects a text to equal the file `name` in `Fixtures`. If `REWIND_RECORD_FIXTURES` is set, writes the file instead.
///
/// - Throws: An error if the file does not exist or cannot be written.
package func expectSnapshot(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Fixtures/\(name)").standardizedFileURL
    let text = text.trimmingCharacters(in: .newlines) + "\n"
    guard ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] == nil else {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try Data(text.utf8).write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text == recorded, "Not what \(name) has.", sourceLocation: sourceLocation)
}
