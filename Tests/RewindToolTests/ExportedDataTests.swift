import Foundation
import Subprocess
import TestSupport
import Testing

/// The data file of an exported test.
@Suite(.timeLimit(.minutes(10))) struct ExportedDataTests {
    @Test func `A test keeps long values in a file beside it, or inline on standard output`() async throws {
        try await DemoSession.copied { folder in
            let arguments = ["export", "test", "a.rewind", "19..22"]
            let whole = try await Tool.run(arguments, in: folder)
            #expect(whole.output.utf8.count > 100_000)
            let answer = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(answer.output == "FooTests.swift: a test of 4 actions, with FooTests.json\n")
            let source = String(decoding: try folder.read("FooTests.swift"), as: UTF8.self)
            #expect(source.utf8.count < 10_000 && source.contains("        in: \"FooTests.json\""))
            let data = try JSON.object(String(decoding: try folder.read("FooTests.json"), as: UTF8.self))
            #expect(data["start"] is [String: Any])

            // If either file exists, neither is written.
            try FileManager.default.removeItem(at: folder.file("FooTests.swift"))
            let other = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(other.errors.hasPrefix("Error: FooTests.json already exists.\n"))
            #expect(!folder.exists("FooTests.swift"))
            try FileManager.default.removeItem(at: folder.file("FooTests.json"))
            try folder.write(Data(), to: "FooTests.swift")
            _ = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(!folder.exists("FooTests.json"))
            #expect(
                try await Tool.run(arguments + ["-o", "FooTests.swift", "--force"], in: folder).status == .exited(0)
            )
        }
    }
}
