import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindSession

@Suite("The side files") struct CrashLogTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func content(_ url: URL) throws -> [[UInt8]] {
        try CrashLog.paths(for: url).map { path in
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            // What is mapped was filled with zeros.
            while bytes.last == 0 { bytes.removeLast() }
            return bytes
        }
    }

    @Test(
        arguments: Thoroughness.first(2, of: 0..<6 as Range<UInt64>)
    )
    func `hold the same, whether they are written to or shared memory`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let urls = [folder.session("file"), folder.session("memory")]
        let media: [CrashLog.Medium] = [.file, .memory]
        let logs = try zip(urls, media).map { try CrashLog(creatingFor: $0, medium: $1) }
        var open: [(seq: Int, positions: [CrashLog.Position])] = []
        var seq = seed % 2 == 0 ? 0 : 99_999_900
        var committed = 0
        for ticket in 1...600 {
            let length = [3, 40, 700, 9_000, 70_000, 400_000][random.below(seed < 3 ? 4 : 6)]
            seq += 1
            let isNumbered = random.below(4) == 0
            let line = CrashLogLine(
                ticket: ticket,
                seq: isNumbered ? seq : nil,
                at: 1_760_000_000_000_000,
                type: "Type\(ticket % 9)",
                coder: .codable,
                payload: .string(String(repeating: "ä", count: length / 2)),
                callSite: ticket % 2 == 0 ? "App/A.swift:\(ticket)" : nil
            )
            let positions = try logs.map { try #require(try $0.append(line)) }
            if !isNumbered { open.append((seq, positions)) }
            while !open.isEmpty, random.below(3) > 0 {
                let ended = open.remove(at: random.below(open.count))
                for (log, position) in zip(logs, ended.positions) { try log.setSeq(ended.seq, at: position) }
            }
            if random.below(5) == 0 {
                committed = min(seq, (open.map(\.seq).min() ?? .max) - 1)
                for log in logs { log.retire(through: committed) }
            }
            if ticket % 100 == 0 { #expect(try content(urls[0]) == content(urls[1])) }
        }
        #expect(try content(urls[0]) == content(urls[1]))
        for log in logs { log.remove() }
        #expect(try folder.contents == [])
    }

    @Test(
        arguments: [1, 9, 10, 12_345_678, 99_999_999, 100_000_000, 9_007_199_254_740_993]
    )
    func `have lines in which the end of a seq is eight bytes at a multiple of eight`(seq: Int) throws {
        var bytes: [UInt8] = []
        CrashLogLine(ticket: 77, seq: seq, at: 1, type: "A", coder: .codable, payload: [1]).write(to: &bytes)
        #expect(bytes.count % 8 == 0 && bytes.last == UInt8(ascii: "\n"))
        let read = try #require(CrashLogLine(parsing: bytes))
        #expect(read.seq == seq && read.ticket == 77 && read.payload == [1])
        guard let word = CrashLogLine.word(seq: seq) else {
            #expect(seq >= 100_000_000)
            return
        }
        let stored = bytes[16..<24].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        #expect(UInt64(littleEndian: word) == stored)
        // Stored into a line that is under way it gives the same line.
        var open: [UInt8] = []
        CrashLogLine(ticket: 77, at: 1, type: "A", coder: .codable, payload: [1]).write(to: &open)
        open.replaceSubrange(16..<24, with: withUnsafeBytes(of: word) { Array($0) })
        #expect(open == bytes)
    }

    @Test func `have a line for each action, of which none is read that was cut anywhere`() throws {
        var lines: [[UInt8]] = []
        for ticket in [1, 99] {
            var bytes: [UInt8] = []
            CrashLogLine(ticket: ticket, at: 1, type: "A", coder: .codable, payload: ["a": [1, 2], "b": "x"])
                .write(to: &bytes)
            lines.append(bytes)
        }
        for count in 1..<lines[1].count - 1 {
            let torn = lines[1][..<count] + lines[0][min(count, lines[0].count)...]
            let read = torn.split(separator: UInt8(ascii: "\n")).compactMap { CrashLogLine(parsing: Array($0)) }
            #expect(read.allSatisfy { $0.payload == ["a": [1, 2], "b": "x"] }, "\(count)")
        }
    }
}
