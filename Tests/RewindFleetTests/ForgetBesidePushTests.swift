#if Fleet

import Foundation
import RewindFleet
import RewindSession
import RewindTree
import TestSupport
import Testing

@Suite(.needsPostgres, .ownThreads, .serialized) struct ForgetBesidePushTests {
    private let folder = TemporaryFolder()

    /// Writes a session with a text in a place that its number decides; all sessions share large values and pointers.
    private func write(_ name: String, _ number: Int, text: String) throws -> URL {
        let url = folder.session(name)
        let shared = Tree.string(String(repeating: "shared \(number % 7) ", count: 300))
        let value = Tree.string(text)
        let last: Tree =
            switch number % 3 {
            case 0: ["shared": shared, "user": ["email": value]]
            case 1: ["shared": shared, "user": ["long": .string(text + String(repeating: "x", count: 2_000))]]
            default: ["shared": shared, "user": Tree(members: [(text, .integer(1))])]
            }
        let states: [Tree] = [["shared": .null], ["shared": shared], last, ["shared": shared, "n": 1]]
        try BranchingSession(states: states).write(to: url, facts: [SessionFact.idKey: UUID().uuidString])
        return url
    }

    /// The spellings of a text that erasing it promises to find, in lower case.
    private func spellings(_ text: String) -> [String] {
        let percent = text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            return character.isLetter || character.isNumber || character == "."
                ? String(character) : "%" + String(byte, radix: 16)
        }
        // Without the characters that also depend on the bytes beside the text.
        let base64 = (0..<3).map { offset in
            let bytes = [UInt8](repeating: 0, count: offset) + Array(text.utf8)
            let whole = String(Data(bytes).base64EncodedString().dropFirst(offset == 0 ? 0 : offset + 1))
            return String(whole.filter { $0 != "=" }.dropLast(bytes.count % 3 == 0 ? 0 : 1))
        }
        return [text, percent.joined()] + base64.map { $0.lowercased() }
    }

    /// Spells a text in a way that a number decides.
    private func spelled(_ text: String, _ number: Int) -> String {
        switch number % 6 {
        case 0: text
        case 1: text.uppercased()
        case 2: "/users?mail=\(text.replacing("@", with: "%40"))&page=1"
        case 3: text.capitalized
        default: Data((String(repeating: "y", count: number / 6 % 3) + text + "!").utf8).base64EncodedString()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `Texts are erased while other sessions are stored, and only they are lost`() throws {
        let cluster = try #require(FleetCluster.shared)
        let address = try cluster.createFleet()
        let fleet = try FleetDatabase(address)
        let rounds = Thoroughness.count(12, orInFull: 200)
        let texts = (0..<rounds).map { "grace.\(10_000 + $0)@forget.example" }
        for (number, text) in texts.enumerated() {
            _ = try fleet.push(write("old\(number).rewind", number, text: spelled(text, number)))
        }
        /// Returns the numbers of the texts that a dump of the database contains in one of their spellings.
        func left() throws -> [Int] {
            let dump = Data(try cluster.dump(address).map { 65...90 ~= $0 ? $0 + 32 : $0 })
            return texts.indices.filter { number in
                spellings(texts[number]).contains { dump.range(of: Data($0.utf8)) != nil }
            }
        }
        #expect(try left() == Array(texts.indices))
        let new = try (0..<2 * rounds).map { try write("new\($0).rewind", $0, text: "kept \($0)") }
        for round in 0..<rounds {
            try Threads(3) { number in
                let fleet = try FleetDatabase(address)
                guard number == 0 else {
                    let url = new[2 * round + number - 1]
                    guard case .stored = try fleet.push(url) else { throw CocoaError(.fileWriteUnknown) }
                    return
                }
                let found = try fleet.sessions(containing: texts[round])
                #expect(found.count == 1, "round \(round)")
                try fleet.erase(found, containing: texts[round])
            }.wait()
        }
        #expect(try left() == [])
        #expect(try fleet.sessions(FleetFilter()).count == new.count)
        for url in new {
            guard case .known(let id) = try fleet.push(url) else { throw CocoaError(.fileReadUnknown) }
            let copy = folder.session("copy.rewind")
            try fleet.pull(fleet.session(id), to: copy)
            try expectEqualRows(copy, url, "\(url.lastPathComponent)")
            try FileManager.default.removeItem(at: copy)
        }
    }
}

#endif
