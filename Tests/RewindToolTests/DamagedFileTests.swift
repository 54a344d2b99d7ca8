import Foundation
import Subprocess
import TestSupport
import Testing

/// The tool on damaged copies of a session: it exits by itself, with output or an error, and uses little memory.
///
/// `REWIND_DAMAGE_COUNT=300` sets the number of damaged copies; the default is a few.
@Suite(.timeLimit(.minutes(60))) struct DamagedFileTests {
    private static let count =
        ProcessInfo.processInfo.environment["REWIND_DAMAGE_COUNT"].flatMap { Int($0) }
        ?? Thoroughness.count(4, orInFull: 12)

    private static let commands =
        [
            "log a.rewind", "show a.rewind end", "show a.rewind 20 /home", "diff a.rewind start end",
            "blame a.rewind /home", "verify a.rewind",
        ] + HelpExample.printing("a.rewind").map(\.text)

    @Test func `A file of which nothing can be saved says so, instead of pointing back`() async throws {
        try await DemoSession.copied { folder in
            try folder.write(try folder.read("a.rewind").prefix(5_000), to: "cut.rewind")
            let verify = try await Tool.run("verify", "cut.rewind", in: folder)
            let hint = "rewind verify cut.rewind --repair --output NEW.rewind"
            #expect(verify.errors.hasSuffix("  \(hint)\n"))
            let repair = try await Tool.shell(hint.replacing("rewind verify", with: "\"$REWIND\" verify"), in: folder)
            #expect(repair.errors.hasSuffix("\nHint: Nothing in it can be saved. Use another copy.\n"))
        }
    }

    @Test func `No command crashes or uses much memory on a damaged file`() async throws {
        // In KB, and for each command separately; a crash is a status above 128.
        let runs = Self.commands.map { "$REWIND \($0) > out 2> err; echo $?" }
        let script = "ulimit -d 300000 2> /dev/null; ulimit -c 0; \(runs.joined(separator: "; "))"
        var random = SplitMix64(seed: 11)
        var statuses: Set<String> = []
        for round in 0..<Self.count {
            try await DemoSession.copied { folder in
                var bytes = try folder.read("a.rewind")
                let ways = (0...random.below(3)).map { _ in Self.damage(&bytes, &random) }
                try folder.write(bytes, to: "a.rewind")
                let answer = try await Tool.shell(script, in: folder)
                #expect(answer.lines.count == Self.commands.count, "round \(round): \(ways)")
                for (command, status) in zip(Self.commands, answer.lines) {
                    #expect(["0", "1", "2"].contains(status), "round \(round), \(command): \(ways)")
                    statuses.insert(String(status))
                }
            }
        }
        #expect(statuses.isSuperset(of: ["0", "2"]))
    }

    /// Damages bytes as disks and transfers may. Returns a description.
    private static func damage(_ bytes: inout Data, _ random: inout SplitMix64) -> String {
        guard bytes.count > 8_192 else { return "nothing" }
        let offset = random.below(bytes.count)
        let page = random.below(bytes.count / 4_096) * 4_096
        switch random.below(7) {
        case 0, 1:
            bytes[offset] ^= 1 << UInt8(random.below(8))
            return "bit at \(offset)"
        case 2:
            bytes[100 + offset % 200] = UInt8(random.below(256))
            return "byte at \(100 + offset % 200)"
        case 3:
            let end = min(bytes.count, offset + random.below(600))
            bytes.replaceSubrange(offset..<end, with: Data(count: end - offset))
            return "zeros at \(offset)"
        case 4:
            let other = random.below(bytes.count / 4_096) * 4_096
            bytes.replaceSubrange(page..<page + 4_096, with: Data(bytes[other..<other + 4_096]))
            return "page at \(page) as that at \(other)"
        case 5:
            bytes[page + random.below(12)] = UInt8(random.below(256))
            return "head of the page at \(page)"
        default:
            guard random.below(4) == 0 else { return "nothing" }
            bytes = bytes.prefix(offset)
            return "cut at \(offset)"
        }
    }
}
