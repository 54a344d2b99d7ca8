import RewindTree
import Testing
import RewindTimeline

@testable import RewindCommands

@Suite struct NearestPointersTests {
    private let session: ListSession

    init() throws {
        session = try ListSession()
    }

    private static let table: [(pointer: Pointer, nearest: [Pointer], holder: Pointer)] = [
        (["home", "titel"], [["home", "title"]], ["home"]),
        (["home", "Title"], [["home", "title"]], ["home"]),
        (["list", "1", "titles"], [["list", "1", "title"]], ["list", "1"]),
        (["hoem", "title"], [["home", "title"]], []),
        (["hoem", "titel"], [["home", "title"]], []),
        (["hoem", "nothing"], [["home"]], []),
        (["title"], [["home", "title"], ["list", "1", "title"]], []),
        (["List"], [["list"]], []),
        (["list", "0", "id", "x"], [], ["list", "0", "id"]),
        (["completely", "different"], [], []),
    ]

    @Test(arguments: table)
    func `The nearest pointers continue from the missing part or have similar names`(
        pointer: Pointer,
        nearest: [Pointer],
        holder: Pointer
    ) throws {
        let found = try NearestPointers(in: session.open())
        let pointers = try found.pointers(to: pointer)
        #expect(pointers.count <= 3)
        #expect(pointers == nearest)
        #expect(found.holder(of: pointer) == holder)
    }

    @Test func `A pointer without a value in any state is an error, and other missing values are noted`() throws {
        let timeline = try session.open()
        func error(_ pointer: Pointer) throws -> CommandError {
            try MissingPointer.error(for: pointer, at: 0, in: timeline) {
                .nothingAt(pointer, seq: 0, holder: $0, elsewhere: $1)
            }
        }
        #expect(
            try error(["home", "titel"])
                == .noSuchPointer(["home", "titel"], nearest: [["home", "title"]], holder: ["home"])
        )
        #expect(
            try error(["list", "1", "title"])
                == .nothingAt(["list", "1", "title"], seq: 0, holder: ["list"], elsewhere: 5)
        )
        #expect(
            try error(["home", "title"])
                == .nothingAt(["home", "title"], seq: 0, holder: ["home", "title"], elsewhere: 0)
        )
        #expect(try error(["list", "7"]) == .nothingAt(["list", "7"], seq: 0, holder: ["list"]))
        #expect(throws: Never.self) { try MissingPointer.check([["list", "7"], ["home", "title"]], in: timeline) }
        #expect(throws: CommandError.noSuchPointer(["hoem"], nearest: [["home"]], holder: [])) {
            try MissingPointer.check([["home"], ["hoem"]], in: timeline)
        }
    }

    @Test func `Similarity ignores case and limits the number of different letters`() {
        let table: [(String, String, Int?)] = [
            ("title", "title", 0), ("Title", "tITLE", 0), ("titel", "title", 1), ("titl", "title", 1),
            ("title", "id", nil), ("a", "b", nil), ("ab", "ax", 1), ("articleLst", "articleList", 1),
            ("articleDetial", "articleDetail", 1), ("", "a", nil), ("é", "e", nil),
        ]
        for (text, word, distance) in table { #expect(NearestWord.distance(from: text, to: word) == distance) }
    }
}
