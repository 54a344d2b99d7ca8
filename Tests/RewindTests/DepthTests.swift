import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// A linked list, nested as deeply as it is long, with values too long to be stored inline.
private final class Link: Codable {
    let text: String
    private(set) var next: Link?

    init(_ text: String, _ next: Link?) {
        (self.text, self.next) = (text, next)
    }

    /// Releases the links in a loop: the default recursion would overflow the stack.
    deinit {
        var rest = next.take()
        while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
    }

    static func list(_ count: Int, _ text: String = "t") -> Link? {
        (0..<count).reduce(nil) { list, _ in Link(text, list) }
    }
}

/// The same as a reflected class.
private final class Node {
    let number: Int
    var next: Node?
    weak var previous: Node?
    var first: Node?

    init(_ number: Int) { self.number = number }

    deinit {
        var rest = next.take()
        while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
    }
}

private struct DeepState: Encodable {
    var count = 0
    var list: Link?
}

private struct Push: Action, Codable { var list: Link? }

/// Not `Codable`.
private struct Look: Action { var node: Node? }

private indirect enum Nested: Action, Codable {
    case end
    case more(Nested)
}

@Suite struct DepthTests {
    private let folder = TemporaryFolder()

    /// Records on a thread with a small stack. Returns the seqs that were reported as too deep.
    private func record(_ durability: Durability, actions: @escaping @Sendable () -> [any Action]) throws -> [Int] {
        let url = folder.session()
        let told = Told()
        try onStack {
            let reducer: Reducer<DeepState> = { action, state in
                var state = state ?? DeepState()
                state.count += 1
                if let push = action as? Push { state.list = push.list }
                return state
            }
            var options = RecorderOptions(durability)
            options.following(Node.self)
            options.onProblem = { if case .nestedTooDeeply(let seq) = $0 { told.add(seq) } }
            let recorder = try Recorder<DeepState>(recordingTo: url, options: options)
            let store = Store(reducer: reducer, state: DeepState(), middleware: [recorder.middleware()])
            for action in actions() { store.dispatch(action) }
            recorder.close()
        }
        return told.wait()
    }

    /// Safe to share because every access happens under `lock`.
    private final class Told: @unchecked Sendable {
        private let lock = NSLock()
        private var seqs: [Int] = []

        func add(_ seq: Int) { lock.withLock { seqs.append(seq) } }

        /// Returns the reports, some time after the first one.
        func wait() -> [Int] {
            _ = eventually { lock.withLock { !seqs.isEmpty } }
            Thread.sleep(forTimeInterval: 0.1)
            return lock.withLock { seqs }
        }
    }

    private func marker(at path: Pointer, _ tree: Tree) -> Bool {
        tree[path] == .string("‹nested too deeply›")
    }

    @Test(arguments: [Durability.crashSafe, .buffered])
    func `An action of 100,000 levels is cut and reported once, and the others are exact`(durability: Durability) throws
    {
        let told = try record(durability) {
            [
                Push(list: Link.list(3)), Push(list: Link.list(100_000)), Push(list: Link.list(100_000, "u")),
                Push(list: nil),
            ]
        }
        #expect(told == [2])
        let url = folder.session()
        let states = try onStack {
            let timeline = try Timeline(opening: url)
            #expect(try SessionCheck.run(timeline.session).findings == [])
            #expect(throws: Never.self) { for seq in 1...4 { _ = try timeline.session.type(of: seq) } }
            #expect(try timeline.patch(from: 1, to: 2) != nil)
            #expect(try timeline.session.payload(of: 2)?.levels ?? 0 <= Tree.depthLimit)
            return try (0...4).map { try timeline.state(at: $0) }
        }
        let found = try #require(states)
        #expect(found[1] == ["count": 1, "list": ["text": "t", "next": ["text": "t", "next": ["text": "t"]]]])
        for seq in 2...3 {
            #expect(found[seq][["count"]] == .integer(Int64(seq)))
            // The state is one level, and each level below it is one link.
            #expect(found[seq].levels == Tree.depthLimit)
            let last = Pointer(["list"] + Array(repeating: "next", count: Tree.depthLimit - 1))
            #expect(marker(at: last, found[seq]))
        }
        #expect(found[4] == ["count": 4])
    }

    @Test func `Values of 256 levels of chunks are recorded and read on a small stack`() throws {
        let text = String(repeating: "a long text ", count: 100)
        let told = try record(.crashSafe) {
            // The payload is encoded on the app's stack and has a lower limit.
            [Push(list: nil), Push(list: Link.list(255, text)), Push(list: nil)]
        }
        let url = folder.session()
        try onStack {
            let timeline = try Timeline(opening: url)
            #expect(try SessionCheck.run(timeline.session).findings == [])
            let state = try timeline.state(at: 2)
            #expect(state.levels == Tree.depthLimit)
            #expect(state[Pointer(["list"] + Array(repeating: "next", count: 254) + ["text"])] == .string(text))
            #expect(throws: Never.self) { for seq in 1...3 { _ = try timeline.session.type(of: seq) } }
            #expect(try timeline.patch(from: 1, to: 2) != nil)
            #expect(try timeline.patch(from: 2, to: 1) != nil)
        }
        let session = try SessionReader(opening: url)
        var finds = 0
        try session.forEachFind(of: TextPattern("long text")) { _ in
            finds += 1
            return true
        }
        #expect(finds >= 255)
        #expect(told == [] || told == [2])
    }

    @Test func `A reflection is limited in depth and follows no cycle`() throws {
        let told = try record(.crashSafe) {
            let nodes = (0..<100_000).map { Node($0) }
            for (node, next) in zip(nodes, nodes.dropFirst()) {
                (node.next, next.previous) = (next, node)
            }
            for node in nodes.prefix(1_000) { node.first = nodes[0] }
            let ring = Node(1)
            ring.next = ring
            let actions: [any Action] = [Look(node: nodes[0]), Look(node: ring), Look(node: nil)]
            return actions
        }
        #expect(told == [1])
        let timeline = try Timeline(opening: folder.session())
        let payload = try #require(try timeline.session.payload(of: 1))
        #expect(payload.levels > 16 && payload.levels <= Tree.depthLimit)
        #expect(payload.text.contains("‹nested too deeply›"))
        let ring = try #require(try timeline.session.payload(of: 2))
        #expect(ring[["node", "next"]] == .string("…"))
        #expect(try timeline.session.payload(of: 3) == ["node": .null])
    }

    @Test func `The name of an action that contains itself again and again is bounded`() throws {
        let told = try record(.crashSafe) {
            [(0..<50_000).reduce(Nested.end) { nested, _ in .more(nested) }.leaked()]
        }
        #expect(told == [1])
        let timeline = try Timeline(opening: folder.session())
        let type = try #require(try timeline.session.action(1)?.type)
        #expect(type.hasSuffix("Nested" + String(repeating: ".more", count: 16)))
    }
}

extension Nested {
    /// Returns the value after leaking it: releasing it would overflow the stack.
    fileprivate func leaked() -> Nested {
        withExtendedLifetime(Unmanaged.passRetained(Holder(self))) {}
        return self
    }

    private final class Holder {
        let nested: Nested

        init(_ nested: Nested) { self.nested = nested }
    }
}
