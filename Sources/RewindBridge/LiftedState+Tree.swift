import Foundation
import RewindSession
import RewindTree

extension LiftedState {
    /// The largest integer up to which JavaScript counts exactly.
    private static let largestId = 1 << 53

    /// Reads the text of a lifted state, as Redux DevTools exports it and sends it.
    ///
    /// As in its own importers, a byte order mark, missing times, ids as strings, missing states, and a `nextActionId`
    /// that is too small are accepted.
    ///
    /// - Throws: `BridgeError`.
    package init(parsing bytes: [UInt8]) throws(BridgeError) {
        var document = try JsanDocument(parsing: bytes)
        try self.init(&document)
    }

    /// Reads the lifted state in `document`.
    ///
    /// - Complexity: Linear in the size of the document, and O(log *n*) for each of *n* actions.
    /// - Throws: `BridgeError`.
    package init(_ document: inout JsanDocument) throws(BridgeError) {
        let root = document.root
        guard case .object(let byId)? = root.child("actionsById") else {
            throw .unusable(["actionsById"], .object)
        }
        let ids = try Self.elements(of: root, "stagedActionIds")
        for (index, id) in ids.enumerated() {
            let place: Pointer = ["stagedActionIds", String(index)]
            let id = try Self.id(id, at: place)
            staged.append(id)
            guard actions[id] == nil else { continue }
            guard let action = byId[String(id)] else { throw .unusable(place, .knownActionId) }
            actions[id] = try Action(action, in: &document, at: ["actionsById", String(id)])
        }
        unstagedCount = byId.keys.count - actions.count
        for (index, id) in try Self.elements(of: root, "skippedActionIds", isOptional: true).enumerated() {
            skipped.insert(try Self.id(id, at: ["skippedActionIds", String(index)]))
        }
        committedState = try root.child("committedState").map { (state) throws(BridgeError) in
            try document.value(state, at: ["committedState"])
        }
        let results = try Self.elements(of: root, "computedStates", isOptional: true)
        for (index, result) in results.prefix(staged.count).enumerated() {
            computed.append(try Computed(result, in: &document, at: ["computedStates", String(index)]))
        }
        computed += Array(repeating: nil, count: staged.count - computed.count)
        currentStateIndex = max(0, staged.count - 1)
        filteredStateIndex = currentStateIndex
        let all = byId.keys.compactMap { Int($0) }.sorted()
        let hasAll = all.count > staged.count
        if let index = root.child("currentStateIndex")?.int {
            isFiltered = index >= staged.count
            if hasAll, all.indices.contains(index) {
                filteredStateIndex = max(0, (staged.firstIndex { $0 > all[index] } ?? staged.count) - 1)
            }
            currentStateIndex = isFiltered ? filteredStateIndex : max(0, index)
        }
        // Of a client that filters those, too, it is not known whether it has dropped any.
        droppedCount = isFiltered && !hasAll ? 0 : max(0, (all.first { $0 > 0 } ?? 1) - 1)
        nextActionId = max(root.child("nextActionId")?.int ?? 0, (staged.max() ?? -1) + 1)
        isLocked = root.child("isLocked") == true
        isPaused = root.child("isPaused") == true
        repairs = document.repairs
    }

    private static func elements(
        of root: Tree,
        _ name: String,
        isOptional: Bool = false
    ) throws(BridgeError) -> [Tree] {
        switch root.child(name) {
        case .array(let elements): return elements.elements
        case nil where isOptional, .null where isOptional: return []
        default: throw .unusable([name], .array)
        }
    }

    private static func id(_ value: Tree, at place: Pointer) throws(BridgeError) -> Int {
        guard let id = value.int ?? value.string.flatMap({ Int($0) }), (0...largestId).contains(id) else {
            throw .unusable(place, .actionId)
        }
        return id
    }

    /// The value that Redux DevTools reads.
    package var tree: Tree {
        let results = computed.map { $0?.tree ?? .null }
        var members: [(String, Tree)] = [
            ("actionsById", Tree(members: actions.map { (String($0), $1.tree) })),
            ("nextActionId", .integer(Int64(nextActionId))),
            ("stagedActionIds", Tree(elements: staged.map { .integer(Int64($0)) })),
            ("skippedActionIds", Tree(elements: skipped.sorted().map { .integer(Int64($0)) })),
            ("currentStateIndex", .integer(Int64(currentStateIndex))),
            // Importers compute the states if there are none.
            ("computedStates", Tree(elements: computed.contains(nil) ? [] : results)),
            ("isLocked", .bool(isLocked)), ("isPaused", .bool(isPaused)),
        ]
        if let committedState { members.append(("committedState", committedState)) }
        return Tree(members: members)
    }
}

extension LiftedState.Action {
    /// The type of an action with the data of its dispatch.
    private static let performType = "PERFORM_ACTION"
    /// The seconds from 1970 to 2001, from which Swift's clients count.
    private static let referenceDate = 978_307_200.0
    /// The times in seconds since 2001, from 2010 to 2317. In milliseconds since 1970, they would be within January and
    /// April 1970.
    private static let seconds = 3e8..<1e10
    /// The end of the year 9999, in microseconds since 1970.
    private static let latestTime = 253_402_300_800e6

    /// Reads an action with the data of its dispatch, or a bare action, at `place` of `document`.
    ///
    /// - Throws: `BridgeError`.
    package init(_ raw: Tree, in document: inout JsanDocument, at place: Pointer) throws(BridgeError) {
        var (action, actionPlace) = (raw, place)
        if Self.isLifted(raw), let inner = raw.child("action") {
            (action, actionPlace) = (inner, place.appending("action"))
            let time = raw.child("timeStamp") == nil ? "timestamp" : "timeStamp"
            at = try Self.microseconds(raw.child(time), at: place.appending(time))
            stack = raw.child("stack")?.string
        }
        value = try document.value(action, at: actionPlace)
        guard case .object = value else { throw .unusable(actionPlace, .object) }
    }

    /// True for an action with the data of its dispatch. Swift's clients write no type.
    static func isLifted(_ raw: Tree) -> Bool {
        guard raw.child("action") != nil else { return false }
        guard let type = raw.child("type") else {
            return (raw.child("timestamp") ?? raw.child("timeStamp")) != nil
        }
        return type == .string(performType)
    }

    /// Reads a time, in milliseconds since 1970, in seconds since 2001 from Swift's clients, or as a text of ISO 8601.
    static func microseconds(_ value: Tree?, at place: Pointer) throws(BridgeError) -> Int64? {
        guard let value, value != .null else { return nil }
        if let text = value.string, let date = date(text), (0..<latestTime).contains(Double(date.microseconds)) {
            return date.microseconds
        }
        guard value.isNumber, let number = Double(value.text) else { throw .unusable(place, .time) }
        let time = seconds.contains(number) ? (number + referenceDate) * 1_000_000 : number * 1_000
        guard (0..<latestTime).contains(time) else { throw .unusable(place, .time) }
        return Int64(time.rounded())
    }

    private static func date(_ text: String) -> Date? {
        try? Date(
            text,
            strategy: Date.ISO8601FormatStyle(
                timeZoneSeparator: .colon,
                includingFractionalSeconds: text.contains(".")
            )
        )
    }

    /// The value that Redux DevTools reads.
    package var tree: Tree {
        var members: [(String, Tree)] = [("type", .string(Self.performType)), ("action", value)]
        if let at {
            let isWhole = at.isMultiple(of: 1_000)
            members.append(("timestamp", isWhole ? .integer(at / 1_000) : .double(Double(at) / 1_000)))
        }
        if let stack { members.append(("stack", .string(stack))) }
        return Tree(members: members)
    }
}

extension LiftedState.Computed {
    /// Reads a result at `place` of `document`; nil if it is null.
    ///
    /// - Throws: `BridgeError`.
    package init?(_ raw: Tree, in document: inout JsanDocument, at place: Pointer) throws(BridgeError) {
        if case .null = raw { return nil }
        guard case .object(let object) = raw else { throw .unusable(place, .object) }
        state = try object["state"].map { (state) throws(BridgeError) in
            try document.value(state, at: place.appending("state"))
        }
        guard let error = object["error"], ![.null, false].contains(error) else { return }
        self.error = error.string ?? error.text
    }

    /// The value that Redux DevTools reads.
    package var tree: Tree {
        var members: [(String, Tree)] = []
        if let state { members.append(("state", state)) }
        if let error { members.append(("error", .string(error))) }
        return Tree(members: members)
    }
}
