import RewindTree
import Testing

@testable import RewindCommands

@Suite struct WordingTests {
    @Test(arguments: WordingSample.all)
    func `Every error has its words`(sample: WordingSample) {
        #expect(Wording.failure(for: sample.error) == sample.failure)
    }

    @Test(arguments: WordingSample.all)
    func `A message is one sentence on one line, and a hint follows it`(sample: WordingSample) throws {
        let failure = try #require(Wording.failure(for: sample.error))
        let hint = try #require(failure.hint)
        #expect(failure.message.hasSuffix("."))
        #expect(!failure.message.hasSuffix(".."))
        for text in [failure.message, hint] { #expect(!text.isEmpty && !text.contains("\n")) }
    }

    @Test func `The table has every case of every error`() {
        #expect(Set(WordingSample.all.flatMap(\.cases)) == WordingSample.allCases)
    }

    @Test func `An error of somebody else is left to the argument parser`() {
        struct Foreign: Error {}
        #expect(Wording.failure(for: Foreign()) == nil)
    }

    @Test func `The hint for a value that is not there shows what holds it`() {
        let table: [(holder: [String], command: String)] = [
            (["home"], "rewind show FILE 3 /home"),
            ([], "rewind show FILE 3 \"\""),
            (["a/b"], "rewind show FILE 3 '/a~1b'"),
            (["list", "*"], "rewind show FILE 3 '/list/*'"),
        ]
        for (holder, command) in table {
            let error = CommandError.nothingAt(Pointer(holder + ["x"]), seq: 3, holder: Pointer(holder))
            let failure = Wording.failure(for: error)
            #expect(failure?.hint?.hasSuffix(command) == true)
        }
    }
}
