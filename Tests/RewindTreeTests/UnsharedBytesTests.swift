import RewindTree
import Testing

@Suite struct UnsharedBytesTests {
    private struct Row: Encodable {
        var id: Int
        var text: String
        var tags: [String]
    }

    private struct State: Encodable {
        var rows = (0..<1_000).map { number in
            Row(id: number, text: String(repeating: "text \(number), ", count: 50), tags: ["a", "b"])
        }
        var table = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", $0) })
        var note = String(repeating: "n", count: 10_000)
        var count = 0
    }

    /// The size of the storage of 1,000 rows, in bytes.
    private let rows = 1_000 * MemoryLayout<Row>.stride

    /// Returns the number of unshared bytes after a change of the state.
    private func measure(_ change: (inout State) -> Void) throws -> Int {
        var (state, encoder) = (State(), TreeEncoder())
        _ = try encoder.encode(state)
        #expect(encoder.unsharedBytes > rows + 500 * 24 + 10_000 + 400_000)
        change(&state)
        _ = try encoder.encode(state)
        return encoder.unsharedBytes
    }

    @Test func `A changed number leaves nothing unshared`() throws {
        #expect(try measure { $0.count = 1 } == 0)
        #expect(try measure { _ in } == 0)
    }

    @Test func `A changed element leaves the whole array unshared`() throws {
        let bytes = try measure { $0.rows[500].id = -1 }
        #expect((rows..<rows + 1_000).contains(bytes), "\(bytes)")
    }

    @Test func `A changed text in an element leaves the array and the text unshared`() throws {
        let bytes = try measure { $0.rows[500].text = String(repeating: "x", count: 50_000) }
        #expect((rows + 50_000..<rows + 51_000).contains(bytes), "\(bytes)")
    }

    @Test func `A changed value of a dictionary leaves its table unshared`() throws {
        let bytes = try measure { $0.table["key 7"] = -1 }
        #expect((500 * 24..<2_000 * 24).contains(bytes), "\(bytes)")
    }

    @Test func `A changed text is unshared`() throws {
        let bytes = try measure { $0.note += "!" }
        #expect((10_001..<10_100).contains(bytes), "\(bytes)")
    }
}
