import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// No command destroys a session, whatever its output file is.
@Suite(.timeLimit(.minutes(10))) struct KeptSessionTests {
    /// The commands that read `a.rewind` and write a file.
    private static let readers = NewFileTests.commands.filter { $0.command.contains("a.rewind") }.map(\.command)
    /// The commands that change a session.
    private static let changers = [
        "prune FILE --actions 1", "scrub FILE --matching Swift", "verify FILE --rebuild", "undo FILE", "goto FILE 3",
        "bookmark FILE :here 3", "dispatch FILE {\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}",
    ]

    private static func words(_ command: String, on file: String) -> [String] {
        command.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
    }

    /// Returns the options that write to each of these files, without and with --force.
    private static func outputs(_ names: [String]) -> [[String]] {
        names.flatMap { [["-o", $0], ["-o", $0, "--force"]] }
    }

    /// Returns the files of a folder: their bytes and permissions.
    private static func files(in folder: URL) throws -> [String: String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(into: [:]) { files, name in
            let file = folder.appending(path: name)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            let bytes = isFolder ? "" : try Data(contentsOf: file).base64EncodedString()
            files[name] = "\(String(mode, radix: 8)) \(bytes)"
        }
    }

    /// A session and an output that is the same file, or would replace it.
    struct SameFile {
        let session: String
        let output: String
        let isForced: Bool

        /// FOLDER stands for the path of the folder.
        static let all =
            ["a.rewind", "soft.rewind", "hard.rewind", "sub/../a.rewind", "FOLDER/a.rewind"].flatMap { output in
                [false, true].map { SameFile(session: "a.rewind", output: output, isForced: $0) }
            } + [SameFile(session: "soft.rewind", output: "a.rewind", isForced: true)]
    }

    @Test(arguments: Thoroughness.pairs(readers, SameFile.all))
    func `The session that a command reads is refused as its output`(command: String, same: SameFile) async throws {
        try await DemoSession.copied { folder in
            try folder.makeFolder("sub")
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("soft.rewind").path,
                withDestinationPath: "a.rewind"
            )
            try FileManager.default.linkItem(at: folder.file("a.rewind"), to: folder.file("hard.rewind"))
            let before = try Self.files(in: folder.url)
            let output = same.output.replacing("FOLDER", with: folder.url.path)
            let words = command.split(separator: " ").map { $0 == "a.rewind" ? same.session : String($0) }
            let more = ["-o", output] + (same.isForced ? ["--force"] : [])
            let answer = try await Tool.run(words + more, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "")
            let isOther = output == same.session ? "" : "\(same.session), "
            let message = "Error: \(output) is \(isOther)the session to read, and cannot be overwritten.\n"
            #expect(answer.errors.hasPrefix(message), "\(answer.errors)")
            #expect(answer.errors.contains("\nHint: Use another name: --output "))
            #expect(try Self.files(in: folder.url) == before)
        }
    }

    @Test(
        arguments: Thoroughness.pairs(
            NewFileTests.commands.map(\.command),
            outputs(["a.rewind-wal", "other.rewind-began"])
        )
    )
    func `The files beside a session are refused as output`(command: String, output: [String]) async throws {
        try await DemoSession.copied { folder in
            try folder.write(try await DemoSession.bytes, to: "other.rewind")
            let before = try Self.files(in: folder.url)
            let answer = try await Tool.run(NewFileTests.words(command, output), in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.hasPrefix("Error: \(output[1]) belongs to the session "), "\(answer.errors)")
            #expect(try Self.files(in: folder.url) == before)
        }
    }

    @Test(arguments: Thoroughness.pairs(NewFileTests.commands.map(\.command), ["pipe", "/dev/null", "/dev/stdout"]))
    func `A device or a pipe is refused as output`(command: String, output: String) async throws {
        try await DemoSession.copied { folder in
            #expect(mkfifo(folder.file("pipe").path, 0o600) == 0)
            let answer = try await Tool.run(NewFileTests.words(command, ["-o", output, "--force"]), in: folder)
            #expect(answer.status == .exited(2))
            let message = "Error: \(output) is a device or a pipe, not a file.\nHint: "
            #expect(answer.errors.hasPrefix(message), "\(answer.errors)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a.rewind", "pipe"]
            )
        }
        #expect(try !FileManager.default.contentsOfDirectory(atPath: "/dev").contains { $0.hasPrefix("stdout-") })
    }

    /// Calls `body` with a folder in which `live.rewind` appears to be recorded, and `link.rewind` is a link to it.
    private static func recorded(_ body: (TemporaryFolder) async throws -> Void) async throws {
        try await DemoSession.copied { folder in
            try folder.write(try await DemoSession.bytes, to: "live.rewind")
            try folder.write(Data(), to: "live.rewind-began")
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("link.rewind").path,
                withDestinationPath: "live.rewind"
            )
            let lock = try Descriptor(opening: folder.file("live.rewind-began").path, O_RDWR)
            #expect(lock.lock())
            try await body(folder)
            lock.unlock()
        }
    }

    @Test(
        arguments: Thoroughness.pairs(
            NewFileTests.commands.map(\.command),
            outputs(["live.rewind", "link.rewind", "live.rewind-wal"])
        )
    )
    func `A session being recorded is never replaced`(command: String, output: [String]) async throws {
        try await Self.recorded { folder in
            let before = try Self.files(in: folder.url)
            let answer = try await Tool.run(NewFileTests.words(command, output), in: folder)
            #expect(answer.status == .exited(2))
            #expect(
                answer.errors.hasPrefix("Error: \(output[1]) is in use by its app")
                    || answer.errors.hasPrefix("Error: \(output[1]) belongs to the session live.rewind"),
                "\(answer.errors)"
            )
            #expect(try Self.files(in: folder.url) == before)
        }
    }

    @Test(arguments: Thoroughness.pairs(changers, ["live.rewind", "link.rewind"]))
    func `A session being recorded is not changed`(command: String, file: String) async throws {
        try await Self.recorded { folder in
            let before = try Self.files(in: folder.url)
            let answer = try await Tool.run(Self.words(command, on: file), in: folder)
            #expect(answer.status == .exited(2), "\(answer.output)")
            let refusals = ["is in use by its app", "is being recorded", "does not accept travel commands"]
            #expect(refusals.contains { answer.errors.contains($0) }, "\(answer.errors)")
            #expect(try Self.files(in: folder.url) == before)
        }
    }

    @Test(arguments: changers)
    func `A link to a session stays a link when the session is changed`(command: String) async throws {
        try await DemoSession.copied { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("link.rewind").path,
                withDestinationPath: "a.rewind"
            )
            // Unrelated files whose names look like a command's drafts.
            for name in ["a.rewind-new", "a.rewind-draft", "link.rewind-new"] { try folder.write(Data([7]), to: name) }
            let names = try folder.files().keys.sorted()
            let answer = try await Tool.run(Self.words(command, on: "link.rewind"), in: folder)
            #expect(answer.status == .exited(0), "\(answer.errors)")
            #expect(try folder.files().keys.sorted() == names)
            let path = folder.file("link.rewind").path
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "a.rewind")
            #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
        }
    }

    @Test(arguments: Thoroughness.pairs(NewFileTests.commands, [false, true]))
    func `Output files can be read only by their owner`(
        command: (command: String, output: String),
        isThere: Bool
    ) async throws {
        try await DemoSession.copied { folder in
            if isThere {
                try folder.write(Data("old".utf8), to: command.output)
                try folder.setPermissions(0o644, of: command.output)
            }
            let line = "umask 022; exec \"$REWIND\" \(command.command) -o \(command.output) --force"
            let answer = try await Tool.shell(line, in: folder)
            #expect(answer.status == .exited(0), "\(answer.errors)")
            let files = try Self.files(in: folder.url).filter { $0.key != "a.rewind" }
            #expect(files.allSatisfy { $0.value.hasPrefix("600 ") })
        }
    }

    @Test(
        arguments: Thoroughness.pairs(
            NewFileTests.commands.filter { $0.output == "b.rewind" }.map(\.command),
            ["-wal", "-journal", "-began"]
        )
    )
    func `Files left by another session are not applied to a new one`(command: String, ending: String) async throws {
        try await DemoSession.copied { folder in
            try folder.write(Data("old".utf8), to: "b.rewind\(ending)")
            let before = try Self.files(in: folder.url)
            let refused = try await Tool.run(NewFileTests.words(command, ["-o", "b.rewind"]), in: folder)
            #expect(refused.status == .exited(2))
            let message = "Error: b.rewind\(ending) already exists.\nHint: "
            #expect(refused.errors.hasPrefix(message), "\(refused.errors)")
            #expect(try Self.files(in: folder.url) == before)
            let forced = try await Tool.run(NewFileTests.words(command, ["-o", "b.rewind", "--force"]), in: folder)
            #expect(forced.status == .exited(0), "\(forced.errors)")
            #expect(try folder.files().keys.sorted() == ["a.rewind", "b.rewind"])
            #expect(try await Tool.run("verify", "b.rewind", in: folder).status == .exited(0))
        }
    }

    #if os(Linux)
    @Test(.enabled("a file system can be mounted") { SmallDisk.isPossible }, arguments: NewFileTests.commands)
    func `A full disk leaves the old file unchanged`(command: String, output: String) async throws {
        let disk = try SmallDisk()
        let folder = TemporaryFolder()
        let bytes = try await DemoSession.bytes
        try folder.write(bytes, to: "a.rewind")
        try bytes.write(to: disk.url.appending(path: output))
        disk.fill()
        let before = try Self.files(in: disk.url)
        for name in [output, "new-\(output)"] {
            let path = disk.url.appending(path: name).path
            let answer = try await Tool.run(NewFileTests.words(command, ["-o", path, "--force"]), in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.contains("\(path) cannot be written: the disk is full."), "\(answer.errors)")
            #expect(try Self.files(in: disk.url) == before)
        }
    }
    #endif

    @Test(arguments: Thoroughness.pairs(NewFileTests.commands, [20, 40, 60, 80]))
    func `A killed command leaves the old file or the new one`(
        command: (command: String, output: String),
        milliseconds: Int
    ) async throws {
        try await DemoSession.copied { folder in
            let old = try await DemoSession.bytes
            let output = command.output
            try folder.write(old, to: output)
            let script = """
                "$REWIND" \(command.command) -o \(output) --force > /dev/null & writing=$!
                sleep 0.0\(milliseconds); kill -9 $writing 2> /dev/null; wait $writing
                """
            _ = try await Tool.shell(script, in: folder)
            let bytes = try folder.read(output)
            if bytes != old, output == "b.rewind" {
                #expect(try await Tool.run("verify", output, in: folder).status == .exited(0))
            } else if bytes != old {
                let words = NewFileTests.words(command.command, ["-o", output, "--force"])
                let whole = try await Tool.run(words, in: folder)
                #expect(whole.status == .exited(0), "\(whole.errors)")
                #expect(try folder.read(output).count == bytes.count)
            }
            #expect(try folder.read("a.rewind") == old)
        }
    }
}
