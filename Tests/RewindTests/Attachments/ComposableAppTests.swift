import Foundation
import Observation

import RewindSession
import RewindTree
import Synchronization
import TestSupport
import Testing

@testable import Rewind

// An app with types that store their values as those of the Composable Architecture do.

// MARK: swift-custom-dump

private protocol DumpRepresentable {
    var customDumpValue: Any { get }
}

private protocol DumpReflectable {
    var customDumpMirror: Mirror { get }
}

// MARK: swift-collections

/// A set whose order is that of its elements.
private struct OrderedSet<Element: Hashable>: RandomAccessCollection, CustomReflectable {
    private final class Table {
        var buckets: [Element: Int] = [:]
    }

    private var table: Table?
    private var elements: ContiguousArray<Element> = []

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .set) }
    subscript(index: Int) -> Element { elements[index] }

    func position(of element: Element) -> Int? { table?.buckets[element] }

    mutating func append(_ element: Element) {
        elements.append(element)
        index()
    }

    mutating func remove(at index: Int) {
        elements.remove(at: index)
        self.index()
    }

    mutating func swapAt(_ i: Int, _ j: Int) {
        elements.swapAt(i, j)
        index()
    }

    private mutating func index() {
        let table = Table()
        for (index, element) in elements.enumerated() { table.buckets[element] = index }
        self.table = table
    }
}

private struct OrderedDictionary<Key: Hashable, Value> {
    private(set) var keys = OrderedSet<Key>()
    private(set) var values: ContiguousArray<Value> = []

    subscript(key: Key) -> Value? {
        get { keys.position(of: key).map { values[$0] } }
        set {
            switch (keys.position(of: key), newValue) {
            case (let index?, let value?): values[index] = value
            case (let index?, nil):
                keys.remove(at: index)
                values.remove(at: index)
            case (nil, let value?):
                keys.append(key)
                values.append(value)
            case (nil, nil): break
            }
        }
    }

    mutating func swapAt(_ i: Int, _ j: Int) {
        keys.swapAt(i, j)
        values.swapAt(i, j)
    }
}

/// Elements in their order, found by their identities.
private struct IdentifiedArray<Element: Identifiable>: RandomAccessCollection, CustomReflectable {
    private let id: KeyPath<Element, Element.ID> = \.id
    private let makeID: (Element) -> Element.ID = { $0.id }
    private var dictionary = OrderedDictionary<Element.ID, Element>()

    init(_ elements: [Element]) {
        for element in elements { dictionary[element.id] = element }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { dictionary.values.count }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: dictionary.values, displayStyle: .collection) }
    subscript(index: Int) -> Element { dictionary.values[index] }

    subscript(id id: Element.ID) -> Element? {
        get { dictionary[id] }
        set { dictionary[id] = newValue }
    }

    mutating func swapAt(_ i: Int, _ j: Int) { dictionary.swapAt(i, j) }
}

// MARK: swift-perception and the architecture

/// The registrar of a state: an identity that is copied on write, and an object that observers change.
private struct StateRegistrar: Equatable, Encodable {
    private final class Identity {
        var text = "canary-identity-\(UUID())"
    }

    private var identity = Identity()
    private let registrar: any Sendable = ObservationRegistrar()

    mutating func willModify() { identity = Identity() }
    func encode(to encoder: any Encoder) {}
    static func == (_: Self, _: Self) -> Bool { true }
}

/// An optional feature. Its storage is copied on write.
@propertyWrapper
private struct Presented<Value>: CustomReflectable {
    private class Storage {
        var state: Value?

        init(_ state: Value?) { self.state = state }
    }

    private var storage: Storage
    private var path = ["canary-navigation"]

    init(wrappedValue: Value?) { storage = Storage(wrappedValue) }

    var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }

    var wrappedValue: Value? {
        get { storage.state }
        set {
            if isKnownUniquelyReferenced(&storage) {
                storage.state = newValue
            } else {
                storage = Storage(newValue)
            }
        }
    }
}

private struct StackElementID: Hashable, CustomDebugStringConvertible {
    let generation: Int
    var debugDescription: String { "#\(generation)" }
}

/// The features of a navigation stack.
private struct StackState<Element>: RandomAccessCollection, DumpReflectable {
    private var elements = OrderedDictionary<StackElementID, Element>()
    private var mounted = OrderedSet<StackElementID>()
    private let generator = Dependency()

    var startIndex: Int { 0 }
    var endIndex: Int { elements.values.count }
    var ids: OrderedSet<StackElementID> { elements.keys }
    var customDumpMirror: Mirror {
        Mirror(self, unlabeledChildren: zip(ids, elements.values).map { ($0, $1) }, displayStyle: .dictionary)
    }
    subscript(index: Int) -> Element { elements.values[index] }

    subscript(id id: StackElementID) -> Element? {
        get { elements[id] }
        set {
            if self[id: id] == nil { mounted.append(id) }
            elements[id] = newValue
        }
    }
}

// MARK: swift-dependencies

/// The live objects of the process.
private final class DependencyContainer: @unchecked Sendable {
    static let shared = DependencyContainer()

    private let lock = NSRecursiveLock()
    private var cached: [String: any Sendable] = ["client": "canary-client", "token": "canary-token"]
    private var changes = 0

    func change() {
        lock.withLock {
            changes += 1
            cached["canary-key-\(changes % 64)"] = String(repeating: "canary-value ", count: changes % 50)
        }
    }
}

private struct Dependency {
    private let initialValues = DependencyContainer.shared
    private let fileID: StaticString = #fileID
}

// MARK: swift-sharing

/// A value that several features share. It is in an object that changes in place.
@propertyWrapper
private struct Shared<Value: Sendable>: CustomReflectable, DumpRepresentable {
    private final class Reference {
        private let lock = NSRecursiveLock()
        private var value: Value
        private let storage = DependencyContainer.shared

        init(_ value: Value) { self.value = value }

        func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
            lock.withLock { body(&value) }
        }
    }

    private final class Box {
        private let lock = NSRecursiveLock()
        private var reference: AnyObject

        init(_ reference: Reference) { self.reference = reference }

        var current: Reference? { lock.withLock { reference as? Reference } }
    }

    private let box: Box

    init(wrappedValue: Value) { box = Box(Reference(wrappedValue)) }

    /// Creates another reference to a shared value.
    init(_ other: Self) {
        guard let reference = other.box.current else { preconditionFailure("The box has a reference of another type.") }
        box = Box(reference)
    }

    var wrappedValue: Value { withLock { $0 } }
    var projectedValue: Self {
        get { self }
        set { self = newValue }
    }
    var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
    var customDumpValue: Any { wrappedValue }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        guard let reference = box.current else { preconditionFailure("The box has a reference of another type.") }
        return reference.withLock(body)
    }
}

// MARK: swift-navigation

private struct TextState: DumpRepresentable {
    private indirect enum Storage {
        case concatenated(TextState, TextState)
        case verbatim(String)
    }

    private let storage: Storage

    init(_ text: String) { storage = .verbatim(text) }

    static func + (first: Self, second: Self) -> Self { Self(.concatenated(first, second)) }

    private init(_ storage: Storage) { self.storage = storage }

    var customDumpValue: Any {
        switch storage {
        case .concatenated(let first, let second): "\(first.customDumpValue)\(second.customDumpValue)"
        case .verbatim(let text): text
        }
    }
}

private struct AlertState<Action>: DumpReflectable {
    let id = UUID()
    let title: TextState
    let actions: [Action]

    var customDumpMirror: Mirror {
        Mirror(self, children: ["title": title, "actions": actions], displayStyle: .struct)
    }
}

// MARK: The app

private struct Settings: Equatable { var volume = 5 }

private struct Row: Identifiable {
    let id: Int
    var _title: String
    let _$observationRegistrar = StateRegistrar()

    var title: String {
        get { _title }
        set { _title = newValue }
    }
}

private struct Detail {
    var _text: String
    @Shared var launches: Int
    let _$observationRegistrar = StateRegistrar()

    init(_ text: String, launches: Shared<Int>) {
        _text = text
        _launches = launches
    }
}

/// A presented feature with a shared value.
private struct Editor {
    var _text = ""
    @Shared var launches: Int
    let _$observationRegistrar = StateRegistrar()

    init(launches: Shared<Int>) { _launches = launches }

    /// As a macro makes it.
    var password: String {
        get { _text }
        set { _text = newValue }
    }
}

/// A value for a property of a state.
private struct BindingAction {
    let keyPath: PartialKeyPath<Editor>
    let set: @Sendable (inout Editor) -> Void
    let value: any Sendable

    init<Value: Sendable>(_ keyPath: any WritableKeyPath<Editor, Value> & Sendable, _ value: Value) {
        (self.keyPath, self.value) = (keyPath, value)
        set = { $0[keyPath: keyPath] = value }
    }
}

private enum Screen {
    case detail(Detail)
    case list([Int])
}

private struct Meetings {
    var _count = 0
    var rows = IdentifiedArray((1...20).map { Row(id: $0, _title: "row \($0)") })
    var path = StackState<Screen>()
    @Presented var sheet: Screen?
    @Presented var alert: AlertState<MeetingsAction.Alert>?
    @Presented var editor: Editor?
    @Shared var settings = Settings()
    @Shared var launches = 0
    var cache: DependencyContainer? = .shared
    private let dependency = Dependency()
    var _$observationRegistrar = StateRegistrar()
}

private enum MeetingsAction {
    enum Alert { case delete, later }
    enum Presentation<Action> {
        case dismiss
        indirect case presented(Action)
    }
    enum Stack {
        indirect case element(id: StackElementID, action: Path)
        case popFrom(id: StackElementID)
        indirect case push(id: StackElementID, state: Screen)
    }
    enum Identified { case element(id: Int, action: RowAction) }
    enum RowAction { case renamed(String) }
    enum Path { case detail(DetailAction) }
    enum DetailAction { case saved, typed(String) }

    case observed
    case tapped
    case launched
    case volumeChanged(Int)
    case moved
    case deleteTapped
    case alert(Presentation<Alert>)
    case rows(Identified)
    case sheet(Presentation<Path>)
    case path(Stack)
    case edit(isOpen: Bool)
    case editor(BindingAction)
    case failed(any Error)
    case statusChanged(Status)
}

private enum Status { case loading }

private func reduce(_ state: inout Meetings, _ action: MeetingsAction) {
    switch action {
    case .observed: state._$observationRegistrar.willModify()
    case .tapped: state._count += 1
    case .launched: state.$launches.withLock { $0 += 1 }
    case .volumeChanged(let volume): state.$settings.withLock { $0.volume = volume }
    case .moved: state.rows.swapAt(0, 19)
    case .deleteTapped:
        state.alert = AlertState(title: TextState("Delete") + TextState("?"), actions: [.delete, .later])
    case .alert: state.alert = nil
    case .rows(.element(let id, .renamed(let title))): state.rows[id: id]?.title = title
    case .sheet(.dismiss): state.sheet = nil
    case .sheet(.presented): state.sheet = .list([1, 2])
    case .edit(let isOpen): state.editor = isOpen ? Editor(launches: state.$launches) : nil
    case .editor(let binding): if let editor = state.editor { state.editor = binding.applied(to: editor) }
    case .failed, .statusChanged: break
    case .path(.push(let id, let screen)): state.path[id: id] = screen
    case .path(.popFrom(let id)): state.path[id: id] = nil
    case .path(.element(let id, .detail(let action))):
        guard case .detail(var detail) = state.path[id: id] else { return }
        switch action {
        case .saved: detail._text += "."
        case .typed(let text): detail._text = text
        }
        state.path[id: id] = .detail(detail)
    }
}

extension BindingAction {
    fileprivate func applied(to editor: Editor) -> Editor {
        var editor = editor
        set(&editor)
        return editor
    }
}

extension Meetings {
    /// Returns what is to be recorded of the state.
    fileprivate var tree: Tree {
        [
            "count": .integer(Int64(_count)),
            "rows": .array(ArrayNode(rows.map { ["id": .integer(Int64($0.id)), "title": .string($0.title)] })),
            "path": .array(
                ArrayNode(zip(path.ids, path).map { ["id": .string($0.debugDescription), "value": tree(of: $1)] })
            ),
            "sheet": sheet.map { tree(of: $0) } ?? .null,
            "editor": editor.map { ["text": .string($0._text), "launches": .integer(Int64($0.launches))] } ?? .null,
            "alert": alert.map { _ in ["title": "Delete?", "actions": ["delete", "later"]] } ?? .null,
            "settings": ["volume": .integer(Int64(settings.volume))],
            "launches": .integer(Int64(launches)),
            "cache": "‹DependencyContainer: object›",
            "dependency": [
                "initialValues": "‹DependencyContainer: object›", "fileID": .string(#fileID),
            ],
        ]
    }

    private func tree(of screen: Screen) -> Tree {
        switch screen {
        case .detail(let detail):
            ["detail": ["text": .string(detail._text), "launches": .integer(Int64(detail.launches))]]
        case .list(let numbers): ["list": .array(ArrayNode(numbers.map { .integer(Int64($0)) }))]
        }
    }
}

@Suite struct ComposableAppTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    private func options() -> RecorderOptions {
        var options = RecorderOptions()
        options.representing { (value: any DumpRepresentable) in value.customDumpValue }
        options.representing { (value: any DumpReflectable) in value.customDumpMirror }
        options.onProblem = problems.tell
        return options
    }

    /// Returns an action of each kind by turns.
    private func action(_ number: Int, _ state: Meetings) -> MeetingsAction {
        let top = state.path.ids.last
        switch number % 17 {
        case 0: return .observed
        case 1: return .tapped
        case 2: return .launched
        case 3: return .volumeChanged(number)
        case 4: return .moved
        case 5: return .deleteTapped
        case 6: return .alert(.presented(.later))
        case 7: return .rows(.element(id: number % 20 + 1, action: .renamed("title \(number)")))
        case 8: return .sheet(number % 2 == 0 ? .presented(.detail(.saved)) : .dismiss)
        case 9:
            let screen: Screen =
                number % 2 == 0 ? .list([number]) : .detail(Detail("new", launches: Shared(state.$launches)))
            return .path(.push(id: StackElementID(generation: number), state: screen))
        case 10: return top.map { .path(.element(id: $0, action: .detail(.typed("text \(number)")))) } ?? .tapped
        case 11: return top.map { .path(.element(id: $0, action: .detail(.saved))) } ?? .tapped
        case 12: return .edit(isOpen: number % 3 > 0)
        case 13: return .editor(BindingAction(\.password, "text \(number)"))
        case 14: return .failed(URLError(.timedOut))
        case 15: return .statusChanged(.loading)
        default: return state.path.count > 3 ? .path(.popFrom(id: state.path.ids[1])) : .tapped
        }
    }

    @Test(arguments: Durability.allCases)
    func `Every change is recorded at its action, shared values included`(durability: Durability) throws {
        let file = folder.session()
        var options = options()
        options.durability = durability
        let recorder = try Recorder<Meetings>(recordingTo: file, options: options)
        let reduce = recorder.reducer(wrapping: reduce)
        var state = Meetings()
        var states = [state.tree]
        for number in 0..<340 {
            reduce(&state, action(number, state))
            states.append(state.tree)
        }
        recorder.close()
        #expect(state.launches == 20)
        #expect((recorder.droppedCount, recorder.mergedCount) == (0, 0))

        let recording = try Recording(at: file)
        recording.expect(states)
        let names = Set(recording.records.map(\.type))
        #expect(
            names == [
                "MeetingsAction.observed", "MeetingsAction.tapped", "MeetingsAction.launched",
                "MeetingsAction.volumeChanged",
                "MeetingsAction.moved", "MeetingsAction.deleteTapped", "MeetingsAction.alert.presented.later",
                "MeetingsAction.rows.renamed", "MeetingsAction.sheet.presented.detail.saved",
                "MeetingsAction.sheet.dismiss",
                "MeetingsAction.path.push", "MeetingsAction.path.popFrom", "MeetingsAction.path.detail.typed",
                "MeetingsAction.path.detail.saved", "MeetingsAction.edit", "MeetingsAction.editor",
                "MeetingsAction.failed", "MeetingsAction.statusChanged",
            ]
        )
        let failure = try #require(recording.records.first { $0.type == "MeetingsAction.failed" }?.payload)
        #expect(failure.text.contains("NSURLErrorDomain"), "\(failure.text)")
        for record in recording.records {
            let count = record.patch?.operations.count
            switch record.type {
            case "MeetingsAction.observed": #expect(count == 0, "\(record.seq)")
            case "MeetingsAction.tapped", "MeetingsAction.volumeChanged", "MeetingsAction.path.push",
                "MeetingsAction.path.popFrom":
                #expect(count == 1, "\(record.seq)")
            default: break
            }
        }
    }

    @Test func `Nothing of live objects and bookkeeping is in the file while other threads change them`() throws {
        let file = folder.session()
        let recorder = try Recorder<Meetings>(recordingTo: file, options: options())
        let isDone = Mutex(false)
        let threads = (0..<2).map { _ in
            let thread = Thread { while !isDone.withLock({ $0 }) { DependencyContainer.shared.change() } }
            thread.start()
            return thread
        }
        let reduce = recorder.reducer(wrapping: reduce)
        var state = Meetings()
        var states = [state.tree]
        for number in 0..<130 {
            reduce(&state, action(number, state))
            states.append(state.tree)
        }
        recorder.close()
        isDone.withLock { $0 = true }
        #expect(eventually { threads.allSatisfy(\.isFinished) })
        try Recording(at: file).expect(states)

        let bytes = try Data(contentsOf: file)
        #expect(bytes.range(of: Data("title 7".utf8)) != nil)
        for text in ["canary", "_$", "egistrar"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
        #expect(problems.wait { $0.path == "/cache" })
        #expect(problems.count { $0.path == "/cache" } == 1)
    }

    @Test func `A value that a binding assigns to a property without a known name is masked`() throws {
        let file = folder.session()
        let recorder = try Recorder<Meetings>(recordingTo: file, options: options())
        let reduce = recorder.reducer(wrapping: reduce)
        var state = Meetings()
        for action in [.edit(isOpen: true), .editor(BindingAction(\.password, "canary"))] as [MeetingsAction] {
            reduce(&state, action)
        }
        recorder.close()
        let payload = try #require(try Recording(at: file).records.last?.payload)
        #expect(payload.text.contains("‹masked ") && !payload.text.contains("canary"))
        struct Form {
            var title = ""
            var pin = 0
        }
        var encoder = TreeEncoder(filter: Masking(.standard, Masks(key: [1])))
        func value(_ keyPath: PartialKeyPath<Form>, _ value: Any) throws -> Tree? {
            try encoder.reflect((keyPath: keyPath, value: value))[["value"]]
        }
        #expect(try value(\.title, "plan") == "plan")
        #expect(try value(\.pin, 1234)?.string?.hasPrefix("‹masked ") == true)
        #expect(try value(\.title, "shown") == "shown")
    }

    @Test func `Without representations, only the types of shared values and texts are recorded`() throws {
        let file = folder.session()
        var options = RecorderOptions()
        options.onProblem = problems.tell
        let recorder = try Recorder<Meetings>(recordingTo: file, options: options)
        let reduce = recorder.reducer(wrapping: reduce)
        var state = Meetings()
        for action in [.launched, .volumeChanged(3), .tapped] as [MeetingsAction] { reduce(&state, action) }
        recorder.close()
        let recording = try Recording(at: file)
        #expect(recording.records.map { $0.patch?.operations.count } == [0, 0, 1])
        #expect(problems.wait { $0.path == "/settings/box" })
        #expect(problems.wait { $0.path == "/launches/box" })
    }
}

extension RecorderProblem {
    /// The path of a value of which only the type is recorded; nil for other problems.
    fileprivate var path: String? {
        if case .onlyTypeRecorded(let path, _, _) = self { path } else { nil }
    }
}
