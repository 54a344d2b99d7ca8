import Foundation
import RewindSession
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct NewFileTests {
    private struct Failure: Error {}

    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String {
        folder.url.appending(path: name).path
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    @Test func `The old file stays until the new one is complete`() throws {
        let file = NewFile(argument: path("a.json"))
        try file.write(Array("old".utf8), from: nil, overwrites: false)
        try file.write(from: nil, overwrites: true) { write in
            for piece in ["n", "e", "w"] {
                try write(Array(piece.utf8))
                #expect(try text("a.json") == "old")
            }
        }
        #expect(try text("a.json") == "new")
    }

    @Test(arguments: [false, true])
    func `A failed write leaves nothing`(isThere: Bool) throws {
        let file = NewFile(argument: path("a.json"))
        if isThere { try file.write(Array("old".utf8), from: nil, overwrites: false) }
        #expect(throws: Failure.self) {
            try file.write(from: nil, overwrites: isThere) { write in
                try write(Array("half".utf8))
                throw Failure()
            }
        }
        #expect(try folder.contents == (isThere ? ["a.json"] : []))
        if isThere { #expect(try text("a.json") == "old") }
    }

    @Test func `A file created during the write is not overwritten`() throws {
        let file = NewFile(argument: path("a.json"))
        #expect(throws: CommandError.outputExists(path: file.path)) {
            try file.write(from: nil, overwrites: false) { write in
                try write(Array("mine".utf8))
                try Data("other".utf8).write(to: file.url)
            }
        }
        #expect(try text("a.json") == "other")
        #expect(try folder.contents == ["a.json"])
    }

    @Test func `A recording started during the write is not replaced`() throws {
        let file = NewFile(argument: path("a.rewind"))
        try Data("old".utf8).write(to: file.url)
        var lock: Descriptor?
        #expect(throws: SessionError.beingRecorded(path: file.url.path)) {
            try file.write(from: nil, overwrites: true) { write in
                try write(Array("mine".utf8))
                lock = try Descriptor(opening: path("a.rewind-began"), O_RDWR | O_CREAT)
                #expect(lock?.lock() == true)
            }
        }
        #expect(try text("a.rewind") == "old")
        #expect(try folder.contents == ["a.rewind", "a.rewind-began"])
        lock?.unlock()
    }
}
