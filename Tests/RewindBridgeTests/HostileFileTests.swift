import Foundation
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindBridge

/// Files that are damaged or written to do harm: each becomes a sound session, or is refused with a place.
@Suite struct HostileFileTests {
    private let folder = TemporaryFolder()

    /// Imports a file. Returns the error if it is refused.
    @discardableResult
    private func read(_ bytes: [UInt8]) throws -> BridgeError? {
        let session: ForeignSession
        do {
            session = try ForeignSession(parsing: bytes)
        } catch {
            return error
        }
        let url = folder.session("\(UUID().uuidString).rewind")
        defer { try? FileManager.default.removeItem(at: url) }
        _ = try SessionImport.run(session.lifted, from: session.form.rawValue, to: url, time: 0)
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        _ = try timeline.state(at: timeline.cursor())
        try LiftedStateExport(of: timeline, from: 1, to: timeline.last).run(progress: { _ in }) { _ in }
        return nil
    }

    private static let samples: [[UInt8]] =
        [
            LiftedStateTests.example,
            #"{"payload":"[{\"type\":\"A\"},{\"type\":\"B\",\"payload\":{\"$jsan\":\"u\"}}]","preloadedState":"{\"n\":1}"}"#,
            #"[{"action":{"type":"INC","payload":{},"isTypedAction":true},"timestamp":721692800.5}]"#,
            #"[{"action":{"type":"A","payload":"ReSwift_Null","isTypedAction":0},"timestamp":"2022-11-13T02:40:00Z"}]"#,
            #"[{"type":"A"},{"action":{"type":"B","n":1},"timeStamp":690000000.125,"state":{"n":1},"stack":"f"}]"#,
            #"[{"type":"A","x":{"$jsan":"m[[1,{\"$jsan\":\"$[0]\"}]]"}},{"$jsan":"$[0]"}]"#,
        ].map { Array($0.utf8) } + (1...6).map { Array(RandomLiftedState(seed: $0, count: 5).root.text.utf8) }

    private static let pieces = [
        "null", "[]", "{}", "-1", "\"2022-11-13T02:40:00.5Z\"", "\"ReSwift_Null\"", "\"\\udc00\"", "1e999",
        "9223372036854775808", "\"\"", "\"$jsan\"", "{\"$jsan\":\"$\"}",
        "{\"$jsan\":\"$.computedStates\"}", "0", "[0,0,0,0]", "\u{FEFF}", "\\ud800",
        String(repeating: "[", count: 10_000),
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<20)
    func `A damaged file is refused, or becomes a sound session`(part: Int) throws {
        var random = SplitMix64(seed: UInt64(part))
        var refused = 0
        for _ in 0..<Thoroughness.count(10, orInFull: 200) {
            var bytes = random.pick(Self.samples)
            for _ in 0...random.below(3) where !bytes.isEmpty {
                let index = random.below(bytes.count)
                switch random.below(6) {
                case 0: bytes.removeSubrange(index...)
                case 1: bytes[index] ^= 1 << UInt8(random.below(8))
                case 2: bytes.insert(contentsOf: random.pick(Self.pieces), at: index)
                case 3: bytes.removeSubrange(index..<min(bytes.count, index + random.below(20)))
                case 4: Self.replaceValue(in: &bytes, from: index, with: random.pick(Self.pieces))
                default:
                    let other = random.pick(Self.samples)
                    bytes.replaceSubrange(index..., with: other[random.below(other.count)...])
                }
            }
            if try read(bytes) != nil { refused += 1 }
        }
        #expect(refused > 0)
    }

    /// Replaces the next value after a colon, so that the text is often still JSON.
    private static func replaceValue(in bytes: inout [UInt8], from index: Int, with piece: [UInt8]) {
        guard let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let end = bytes[colon...].firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(colon + 1..<end, with: piece)
    }

    @Test func `Deep nesting, long logs, and growing references end in bounded time`() throws {
        func depth(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        func file(state: String, ids: String = "0", extra: String = "") -> [UInt8] {
            let text =
                #"{"actionsById":{"0":{"type":"A"}},"stagedActionIds":[\#(ids)],"computedStates":[\#(state)]\#(extra)}"#
            return Array(text.utf8)
        }
        #expect(try read(file(state: #"{"state":\#(depth(256))}"#)) == nil)
        for levels in [257, 300, 10_000] { #expect(try read(file(state: #"{"state":\#(depth(levels))}"#)) == nil) }
        #expect(try read(Array(depth(10_000).utf8)) == .unusable(["0"], .object))
        #expect(try read(Array("[{\"type\":\"A\",\"x\":\(depth(256))}]".utf8)) == nil)

        var doubling = #"{"v0":{"t":"0123456789"}"#
        for level in 1...60 {
            doubling += #","v\#(level)":{"a":{"$jsan":"$.x.v\#(level - 1)"},"b":{"$jsan":"$.x.v\#(level - 1)"}}"#
        }
        let growing = file(state: #"{"state":{"$jsan":"$.x.v60"}}"#, extra: ",\"x\":\(doubling)}")
        #expect(try read(growing) == .tooLarge(["computedStates", "0", "state"]))
        let cyclic = #"{"state":{"a":{"$jsan":"$.computedStates[0].state"},"b":{"$jsan":"$"}}}"#
        #expect(try read(file(state: cyclic)) == nil)

        let many = Thoroughness.count(20_000, orInFull: 1_000_000)
        let ids = Array(repeating: "0", count: many).joined(separator: ",")
        let states = Array(repeating: #"{"state":{"a":{"$jsan":"$.x"}}}"#, count: many).joined(separator: ",")
        let long = String(repeating: "text ", count: 100)
        #expect(try read(file(state: states, ids: ids, extra: #","x":{"long":"\#(long)"}"#)) == nil)
    }
}
