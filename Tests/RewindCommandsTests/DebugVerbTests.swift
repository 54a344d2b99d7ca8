import TestSupport
import Testing

@testable import RewindCommands

@Suite struct DebugVerbTests {
    @Test func `Each name has one verb, and names from gdb and rr keep their meaning`() {
        let names = DebugVerb.allCases.flatMap { [$0.rawValue] + $0.otherNames }
        #expect(Set(names).count == names.count)
        let expected: [(String, DebugVerb)] = [
            ("s", .step), ("rs", .back), ("reverse-step", .back), ("n", .next), ("rn", .reverseNext),
            ("c", .continue), ("cont", .continue), ("rc", .reverseContinue), ("reverse-cont", .reverseContinue),
            ("b", .break), ("d", .delete), ("i", .info), ("p", .print), ("l", .list), ("wa", .watch),
            ("whe", .when), ("h", .help), ("q", .quit), ("dis", .display), ("/", .search),
        ]
        for (name, verb) in expected { #expect(DebugVerb(named: name) == verb, "\(name)") }
        #expect(DebugVerb(named: "frobnicate") == nil)
        #expect(DebugVerb.nearest(to: "contineu") == "continue")
    }

    @Test func `Each verb is in the help, and no arguments of it end the process`() throws {
        let help = DebugVerb.list(style: TextStyle(isOn: false))
        for verb in DebugVerb.allCases { #expect(help.contains { $0.contains(verb.meaning) }) }
        #expect(help.allSatisfy { $0.count <= 110 })
        let sample = try DebugSample(seed: 5)
        let session = try sample.open()
        let commands = DebugCommands(session, style: TextStyle(isOn: false), width: nil) { _ in }
        var random = SplitMix64(seed: 5)
        let words = [
            "", "1", "-1", "0", "99999999999999999999", "/n", "/list/0/id", "/nowhere", "\"\"", "end", "start~1",
            "@Add",
            ":1", "5..9", "9..5", "at('/n') = 1", "at(", "Add", "日本", "*", "[", "\u{1B}[2J", "cursor+1",
        ]
        for _ in 0..<Thoroughness.count(200, orInFull: 600) {
            let verb = random.pick(DebugVerb.allCases.filter { ![.export, .bookmark].contains($0) })
            let line = ([verb.rawValue] + (0..<random.below(3)).map { _ in random.pick(words) }).joined(separator: " ")
            do {
                _ = try commands.perform(line)
            } catch {
                #expect(Wording.failure(for: error) != nil, "\(line): \(error)")
            }
            #expect((0...sample.last).contains(session.at))
        }
    }
}
