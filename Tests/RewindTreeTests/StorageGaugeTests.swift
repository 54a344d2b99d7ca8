import Foundation
import RewindTree
import Testing

@Suite struct StorageGaugeTests {
    private struct Row {
        var id: Int
        var text: String
    }

    private struct Slice {
        var isLoading = false
        var rows = [Row(id: 1, text: "a"), Row(id: 2, text: "b")]
        var numbers: [Int]? = [1, 2, 3]
    }

    private enum Phase {
        case idle, loading(Int), failed(String)
    }

    private struct State {
        var page = 1
        var slice: Slice?
        var inner = Slice()
        var title = "a title of more than fifteen bytes"
        var table: [String: Int] = ["a": 1]
        var tags: Set<Int> = [1, 2]
        var image = Data(repeating: 1, count: 100)
        var phase = Phase.idle
        var tuple = (1, [Row(id: 3, text: "c")])
    }

    private struct Change: Sendable {
        let bytes: Int
        let isOpen: Bool
        let make: @Sendable (inout State) -> Void
    }

    private static let changes: [Change] = [
        Change(bytes: 0, isOpen: false) { _ in },
        Change(bytes: 0, isOpen: false) { $0.page += 1 },
        Change(bytes: 0, isOpen: false) { $0.inner.isLoading.toggle() },
        Change(bytes: 2 * MemoryLayout<Row>.stride, isOpen: true) { $0.inner.rows[0].id += 1 },
        Change(bytes: 3 * MemoryLayout<Int>.stride, isOpen: false) { $0.inner.numbers?[0] += 1 },
        Change(bytes: 0, isOpen: false) { $0.inner.numbers = nil },
        Change(bytes: 0, isOpen: false) { $0.slice = nil },
        Change(bytes: 5 * MemoryLayout<Row>.stride, isOpen: true) {
            $0.slice = Slice(rows: (0..<5).map { Row(id: $0, text: "") }, numbers: nil)
        },
        Change(bytes: 1_032, isOpen: false) { $0.title = String(repeating: "x", count: 1_000) },
        Change(bytes: 0, isOpen: false) { $0.title = "short" },
        Change(bytes: 0, isOpen: false) { $0.tags = [] },
        Change(bytes: 5_000, isOpen: false) { $0.image = Data(repeating: 2, count: 5_000) },
        Change(bytes: 0, isOpen: true) { $0.phase = .failed("x") },
        Change(bytes: MemoryLayout<Row>.stride, isOpen: true) { $0.tuple.1[0].id += 1 },
    ]

    @Test(arguments: changes.indices)
    func `The gauge measures the storage of changed collections and texts`(index: Int) {
        let change = Self.changes[index]
        let gauge = StorageGauge(of: State.self)
        var state = State()
        state.slice = Slice()
        let first = withUnsafePointer(to: state) { gauge.measure($0) }
        #expect(first.bytes > 200 && first.openCount == 1)
        let before = state
        change.make(&state)
        let size = withExtendedLifetime(before) { withUnsafePointer(to: state) { gauge.measure($0) } }
        #expect(size.bytes == change.bytes)
        #expect(size.openCount == (change.isOpen ? 1 : 0))
        #expect(size.unknownCount == (change.isOpen && change.bytes == 0 ? 1 : 0))
        let again = withUnsafePointer(to: state) { gauge.measure($0) }
        #expect(again.bytes == 0 && again.openCount == 0)
    }

    @Test func `A type without readable fields is reported as open`() {
        final class Model { var rows = [1, 2, 3] }
        var (model, gauge) = (Model(), StorageGauge(of: Model.self))
        #expect(withUnsafePointer(to: model) { gauge.measure($0) }.openCount == 1)
        #expect(withUnsafePointer(to: model) { gauge.measure($0) }.openCount == 0)
        let old = model
        model = Model()
        #expect(withExtendedLifetime(old) { withUnsafePointer(to: model) { gauge.measure($0) } }.openCount == 1)
        gauge = StorageGauge(of: Int.self)
        #expect(withUnsafePointer(to: 5) { gauge.measure($0) }.openCount == 0)
        gauge = StorageGauge(of: (any Sendable).self)
        let value: any Sendable = "text"
        #expect(withUnsafePointer(to: value) { gauge.measure($0) }.openCount == 1)
    }
}
