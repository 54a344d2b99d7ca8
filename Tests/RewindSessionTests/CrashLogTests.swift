import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindSession

@Suite struct CrashLogTests {
    private let folder = TemporaryFolder()

    private func content(_ url: URL) throws -> [[UInt8]] {
        try CrashLog.paths(for: url).map { path in
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            // The mapped part is filled with zeros.
            while bytes.last == 0 { bytes.removeLast() }
            return bytes
        }
    }

    @Test(
        arguments: Thoroughness.first(1, of: 0..<6 as Range<UInt64>)
    )
    func `Side files written through memory or to the file have the same contents`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let urls = [folder.session("file"), folder.session("memory")]
        let media: [CrashLog.Medium] = [.file, .memory]
        let logs = try zip(urls, media).map { try CrashLog(creatingFor: $0, medium: $1) }
        var open: [(seq: Int, ticket: Int)] = []
        var seq = 0
        var committed = 0
        for ticket in 1...Thoroughness.count(200, orInFull: 600) {
            let length = [3, 40, 700, 9_000, 70_000, 400_000][random.below(seed < 3 ? 4 : 6)]
            seq += 1
            let line = CrashLogLine(
                ticket: ticket,
                at: 1_760_000_000_000_000,
                type: "Type\(ticket % 9)",
                coder: .codable,
                payload: .string(String(repeating: "ä", count: length / 2)),
                callSite: ticket % 2 == 0 ? "App/A.swift:\(ticket)" : nil
            )
            for log in logs { log.begin(line) }
            open.append((seq, ticket))
            while !open.isEmpty, random.below(3) > 0 {
                let ended = open.remove(at: random.below(open.count))
                for log in logs { log.end(ended.ticket, seq: ended.seq) }
            }
            if random.below(5) == 0 {
                committed = min(seq, (open.map(\.seq).min() ?? .max) - 1)
                for log in logs { log.retire(through: committed) }
            }
            guard ticket % 20 == 0 else { continue }
            #expect(try content(urls[0]) == content(urls[1]))
            // The actions after those in the session file are complete and unique.
            let missing = SessionRecovery.missing(for: urls[0], after: committed)
            #expect(missing.count(where: { $0.status == .began }) == open.count)
            let ended = Set(committed..<seq).subtracting(open.map { $0.seq - 1 })
            #expect(missing.count(where: { $0.status == .dropped && $0.coder == .codable }) == ended.count)
        }
        #expect(try content(urls[0]) == content(urls[1]))
        for log in logs { log.remove() }
        #expect(try folder.contents == [])
    }

    @Test func `Each action has a line, and a truncated line is ignored`() throws {
        var lines: [[UInt8]] = []
        for ticket in [1, 99] {
            var bytes: [UInt8] = []
            CrashLogLine(ticket: ticket, at: 1, type: "A", coder: .codable, payload: ["a": [1, 2], "b": "x"])
                .write(to: &bytes)
            #expect(bytes.count % 8 == 0 && bytes.last == UInt8(ascii: "\n"))
            lines.append(bytes)
        }
        for count in 1..<lines[1].count - 1 {
            let torn = lines[1][..<count] + lines[0][min(count, lines[0].count)...]
            let read = torn.split(separator: UInt8(ascii: "\n")).compactMap {
                (try? Tree(parsing: Array($0))).flatMap(CrashLogLine.init)
            }
            #expect(read.allSatisfy { $0.payload == ["a": [1, 2], "b": "x"] }, "\(count)")
        }
    }
}
