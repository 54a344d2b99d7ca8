import Foundation
import Testing

@testable import RewindTree

@Suite struct BorrowedMemoryTests {
    private struct Picture: Encodable {
        var name = "picture"
        var data: Data
    }

    private struct State: Encodable {
        var data: Data
        var optional: Data?
        var list: [Data]
        var pictures: [Picture]
        var table: [String: Picture]
        var set: Set<Data>
        var slice: Picture
    }

    private func fresh(_ value: some Encodable) throws -> Tree {
        var encoder = TreeEncoder()
        return try encoder.encode(value)
    }

    @Test(arguments: [0, 1, 14, 15, 100, 100_000])
    func `Data counts as borrowed where its storage layout is unknown`(count: Int) {
        let data = Data(repeating: 1, count: count)
        #expect(BorrowedMemory.marks != nil)
        #expect(!BorrowedMemory.isUsed(by: data))
        #expect(BorrowedMemory.isUsed(by: data, marks: nil) == (count > 0))
    }

    @Test func `Data in borrowed memory is read again every time`() throws {
        let count = 100
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 1)
        defer { memory.deallocate() }
        let base = try #require(memory.baseAddress)
        let data = Data(bytesNoCopy: base, count: count, deallocator: .none)
        let picture = Picture(data: data)
        let state = State(
            data: data,
            optional: data,
            list: [data],
            pictures: [picture],
            table: ["a": picture],
            set: [data],
            slice: picture
        )
        var encoder = TreeEncoder()
        for byte in 2...5 as ClosedRange<UInt8> {
            #expect(try encoder.encode(state) == fresh(state))
            memory[50] = byte
            #expect(try encoder.encode(state) == fresh(state), "byte \(byte)")
        }
    }

    @Test func `Data that owns its memory is read once`() throws {
        var encoder = TreeEncoder()
        for data in [Data(), Data([1]), Data(repeating: 7, count: 1_000), Data(repeating: 7, count: 1_000)[10..<900]] {
            let pictures = (0..<100).map { _ in Picture(data: data) }
            let tree = try encoder.encode(pictures)
            #expect(try encoder.encode(pictures).isIdentical(to: tree), "\(data)")
        }
    }
}
