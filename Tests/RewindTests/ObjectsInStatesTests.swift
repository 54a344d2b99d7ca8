import Foundation
import RewindTimeline
import RewindTree
import Synchronization
import TestSupport
import Testing

@testable import Rewind

/// A text that must be in no session.
private let canary = "canary-\(7 * 6)-in-an-object"

/// An object that other threads change, with a lock that the recorder does not know.
private final class Cache: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String: [String]] = [:]

    func change(_ number: Int) {
        lock.withLock {
            entries["\(canary) \(number % 64)", default: []].append("\(canary) \(number)")
            if number.isMultiple(of: 512) { entries = [:] }
        }
    }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private final class Counts: Sendable {
    let mutex = Mutex([canary])
    let atomic = Atomic(0)
    let name = "counts"
}

private final class Box: @unchecked Sendable {
    var value: Int
    init(_ value: Int) { self.value = value }
}

private protocol Numbered: AnyObject { var number: Int { get } }
private final class Number: Numbered { var number = 0 }

private final class Model {
    var count = 0
    var box = Box(1)
}

private enum Moved: ~Copyable {
    case nowhere
    case to(Int)
}

private final class Holder<Value: ~Copyable> {
    var value: Value
    init(_ value: consuming Value) { self.value = value }
}

/// A value that lives in an object, like a property wrapper for shared state.
@propertyWrapper private struct Shared<Value: Sendable>: Sendable {
    final class Storage: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value
        init(_ value: Value) { self.value = value }
        func read() -> Value { lock.withLock { value } }
        func write(_ value: Value) { lock.withLock { self.value = value } }
    }

    private let storage: Storage
    init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    var wrappedValue: Value {
        get { storage.read() }
        nonmutating set { storage.write(newValue) }
    }
}

private protocol SharedValue { var current: Any { get } }
extension Shared: SharedValue { var current: Any { wrappedValue } }

@Suite(.ownThreads) struct ObjectsInStatesTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// The problems that a recorder has reported.
    ///
    /// Safe to share because every access happens under `lock`.
    private final class Problems: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [RecorderProblem] = []
        func add(_ problem: RecorderProblem) { lock.withLock { all.append(problem) } }
        var list: [RecorderProblem] { lock.withLock { all } }

        func options(_ durability: Durability = .crashSafe) -> RecorderOptions {
            var options = RecorderOptions(durability)
            options.onProblem = { self.add($0) }
            return options
        }
    }

    private func state(_ seq: Int) throws -> Tree {
        try Timeline(opening: url).state(at: seq)
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    private struct Services {
        var cache = Cache()
        var counts = Counts()
        var holder = Holder(Moved.to(4))
        var any: Any = Cache()
        var nested: [String: Box] = ["box": Box(1)]
        var number = 0
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    @Test func `Objects that may change are not read while threads change them, and nothing of them is in the file`()
        throws
    {
        let problems = Problems()
        let services = Services()
        let caches = [services.cache, services.any as? Cache].compactMap(\.self)
        let isDone = Flag()
        let threads = Threads(4) { number in
            var step = number
            while !isDone.isSet {
                for cache in caches { cache.change(step) }
                step += 1
            }
        }
        let recorder = try Recorder<Services>(recordingTo: url, options: problems.options())
        var current = services
        let end = Date().addingTimeInterval(Thoroughness.isFull ? 20 : 0.5)
        while Date() < end {
            current.number += 1
            recorder.record("step", resultingIn: current)
        }
        recorder.close()
        isDone.set()
        try threads.wait()
        let state = try Timeline(opening: url).state(at: 1)
        #expect(
            state == [
                "cache": "‹Cache: object›", "any": "‹Cache: object›", "nested": ["box": "‹Box: object›"], "number": 1,
                "counts": [
                    "mutex": "‹unknown type: noncopyable›", "atomic": "‹unknown type: noncopyable›", "name": "counts",
                ],
                "holder": "‹Holder<Moved>: object›",
            ]
        )
        let bytes = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            .map { try Data(contentsOf: $0) }
        #expect(!bytes.isEmpty && bytes.allSatisfy { $0.firstRange(of: Data(canary.utf8)) == nil })
        // A busy machine also reports that states were merged.
        func paths() -> [String] {
            problems.list.compactMap { problem in
                if case .onlyTypeRecorded(let path, let type, _) = problem { return "\(path) \(type)" }
                return nil
            }
        }
        #expect(eventually { paths().count == 6 })
        #expect(
            paths().sorted() == [
                "/any Cache", "/cache Cache", "/counts/atomic unknown type", "/counts/mutex unknown type",
                "/holder Holder<Moved>", "/nested/box Box",
            ]
        )
    }

    @Test func `An object is read if the app has named its class`() throws {
        struct State {
            var box = Box(1)
            var boxes = [Box(2)]
        }
        var options = RecorderOptions()
        options.following(Box.self)
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        let state = State()
        recorder.record("first", resultingIn: state)
        recorder.flush(atMost: .seconds(60))
        (state.box.value, state.boxes[0].value) = (10, 20)
        recorder.record("second", resultingIn: state)
        recorder.close()
        #expect(try self.state(1) == ["box": ["value": 1], "boxes": [["value": 2]]])
        #expect(try self.state(2) == ["box": ["value": 10], "boxes": [["value": 20]]])
    }

    @Test func `A state that is an object is reported at once, and recorded as it is at each action`() throws {
        let problems = Problems()
        let recorder = try Recorder<Model>(recordingTo: url, options: problems.options())
        #expect(eventually { problems.list == [.stateIsObject(type: "Model")] })
        let model = Model()
        for _ in 0..<100 {
            recorder.recordDispatch(of: "count", state: { model }) { model.count += 1 }
        }
        recorder.close()
        for seq in [1, 50, 100] {
            #expect(try state(seq) == ["count": .integer(Int64(seq)), "box": "‹Box: object›"])
        }
    }

    @Test(arguments: [Durability.crashSafe, .buffered])
    func `A shared value changes at the action that changed it`(durability: Durability) throws {
        struct Settings {
            var volume = 5
            var names: [String] = []
            @Shared var inside = 0
        }
        struct Row {
            @Shared var isOn = false
        }
        struct State {
            @Shared var settings = Settings()
            @Shared var launches = 0
            var rows = (0..<3).map { _ in Row() }
            var optional: Row? = Row()
            var other = 0
        }
        var options = RecorderOptions(durability)
        options.representing { (shared: any SharedValue) in shared.current }
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        var state = State()
        var expected: [Tree] = []
        var random = SplitMix64(seed: 1)
        for step in 0..<300 {
            recorder.recordDispatch(of: "step", state: { state }) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: state.launches += 1
                case 1: state.settings.volume = step
                case 2 where step.isMultiple(of: 2): state.settings.inside = step
                case 2: state.settings.names.append("\(step)")
                case 3: state.rows[step % 3].isOn.toggle()
                case 4: state.optional = Bool.random(using: &random) ? state.rows[0] : nil
                default: state.other += 1
                }
            }
            func row(_ row: Row) -> Tree { ["isOn": .bool(row.isOn)] }
            let settings = Tree(members: [
                ("volume", .integer(Int64(state.settings.volume))),
                ("names", Tree(elements: state.settings.names.map { .string($0) })),
                ("inside", .integer(Int64(state.settings.inside))),
            ])
            expected.append(
                Tree(members: [
                    ("settings", settings), ("launches", .integer(Int64(state.launches))),
                    ("rows", Tree(elements: state.rows.map(row))), ("optional", state.optional.map(row) ?? .null),
                    ("other", .integer(Int64(state.other))),
                ])
            )
        }
        recorder.close()
        let timeline = try Timeline(opening: url)
        for (index, expected) in expected.enumerated() { #expect(try timeline.state(at: index + 1) == expected) }
    }

    @Test func `Objects behind protocols and in slices are represented at the action that changed them`() throws {
        struct State {
            var value: any Numbered
            var any: Any
        }
        var options = RecorderOptions()
        options.representing { (value: any Numbered) in value.number }
        let recorder = try Recorder<Slices>(recordingTo: url, options: options)
        let (first, second) = (Number(), Number())
        for step in 1...100 {
            (first.number, second.number) = (step, -step)
            recorder.record("step", resultingIn: ["state": State(value: first, any: second), "alone": first])
        }
        recorder.close()
        for step in [1, 50, 100] {
            let number = Tree.integer(Int64(step))
            #expect(try state(step) == ["state": ["value": number, "any": .integer(Int64(-step))], "alone": number])
        }
    }

    @Test func `A shared value without a representation is not read`() throws {
        struct State { @Shared var text = canary }
        let recorder = try Recorder<State>(recordingTo: url)
        recorder.record("first", resultingIn: State())
        recorder.close()
        #expect(try state(1) == ["text": ["storage": "‹Storage: object›"]])
    }

    @Test func `A representation applies to all types of a protocol, and a mirror is what it shows`() throws {
        struct Text: SharedValue {
            var localized = ["de": "Hallo", "en": "Hello"]
            var current: Any { localized["en"] ?? "" }
        }
        struct Alert {
            var id = UUID()
            var title = Text()
        }
        struct State {
            var alert: Alert? = Alert()
            var texts = [Text(), Text()]
        }
        var options = RecorderOptions()
        options.representing { (value: any SharedValue) in value.current }
        options.representing { (alert: Alert) in Mirror(alert, children: ["title": alert.title]) }
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        recorder.record("first", resultingIn: State())
        recorder.close()
        #expect(try state(1) == ["alert": ["title": "Hello"], "texts": ["Hello", "Hello"]])
    }

    @MainActor private struct Key: @MainActor Hashable, @MainActor Identifiable, @MainActor CustomReflectable {
        let text: String
        var id: String { checked(text) }
        var customMirror: Mirror { Mirror(self, children: [checked("shown"): text]) }

        static func == (left: Key, right: Key) -> Bool { left.checked(left.text) == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(checked(text)) }
        private func checked(_ text: String) -> String {
            MainActor.preconditionIsolated()
            return text
        }
    }

    @Test @MainActor func `Code of values that are isolated to the main actor does not run on the recorder thread`()
        throws
    {
        @MainActor struct State {
            var table: [Key: Int] = [:]
            var set: Set<Key> = []
            var list: [Key] = []
        }
        let recorder = try Recorder<State>(recordingTo: url)
        var state = State()
        for number in 0..<20 {
            let key = Key(text: "\(number % 8)")
            state.table[key, default: 0] += 1
            state.set.insert(key)
            state.list.append(key)
            recorder.record("step", resultingIn: state)
        }
        recorder.close()
        let last = try self.state(20)
        #expect(last[["list", "19"]] == ["text": "3"])
        #expect(last[["set", "7"]] == ["text": "7"])
        #expect(last[["table", #"{"text":"3"}"#]] == 3)
    }

    @Test func `A mirror without end is cut, and closing returns`() throws {
        struct Endless: CustomReflectable {
            var customMirror: Mirror { Mirror(self, children: ["left": Endless(), "right": Endless()]) }
        }
        struct Infinite: CustomReflectable {
            var customMirror: Mirror {
                Mirror(self, unlabeledChildren: Array(repeating: Endless(), count: 10_000), displayStyle: .collection)
            }
        }
        let problems = Problems()
        let recorder = try Recorder<Int>(recordingTo: url, options: problems.options())
        recorder.record(Endless(), resultingIn: 1)
        recorder.record(Infinite(), resultingIn: 2)
        recorder.close()
        #expect(try state(2) == 2)
        #expect(eventually { problems.list == [.nestedTooDeeply(seq: 1)] })
    }

    @Test func `An action with very many objects is recorded up to a limit`() throws {
        final class Constant {
            let number: Int
            init(_ number: Int) { self.number = number }
        }
        let recorder = try Recorder<Int>(recordingTo: url)
        recorder.record((0..<300_000).map { Constant($0) }, resultingIn: 1)
        recorder.close()
        let payload = try #require(try Timeline(opening: url).session.payload(of: 1))
        #expect(payload[["0"]] == ["number": 0] && payload[["299999"]] == "…")
    }

    private final class Counter: Codable {
        var count = 0
    }
    private final class Title: Codable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    @Test func `A class whose instances may change in a Codable state is named once`() throws {
        struct State: Codable {
            var counters = [Counter(), Counter()]
            var title = Title("title")
            var number = 0
        }
        let problems = Problems()
        let recorder = try Recorder<State>(recordingTo: url, options: problems.options())
        for number in 0..<3 { recorder.record("step", resultingIn: State(number: number)) }
        recorder.close()
        #expect(eventually { problems.list == [.objectMayChange(type: "ObjectsInStatesTests.Counter")] })
    }
}
