import RewindSession
import RewindTimeline
import RewindTree

/// Checks whether a session fits an app.
package struct FitCheck {
    /// The maximum number of snapshots to check.
    private static let maximumStates = 16
    /// The maximum number of different payloads to remember, and their maximum length in bytes.
    private static let maximumPayloads = 10_000
    private static let longestPayload = 4_096

    /// An action as stored. Equal ones decode alike.
    private struct StoredAction: Hashable {
        let typeID: Int64?
        let payload: String
    }

    private let timeline: Timeline
    private let reducer: ReducerRun
    private var fit = SessionFit()
    private var shapes: Set<Int> = []
    /// The actions that were decoded; true if that failed.
    private var decoded: [StoredAction: Bool] = [:]

    /// Decodes every action of a session, and some of its states. An action is also encoded and compared with the
    /// recording if its members differ from those of the previous actions. `progress` receives each seq.
    ///
    /// - Complexity: Linear in the payloads. One that occurs often is decoded once.
    /// - Throws: `ReplayError`, `SessionError`, or an error of `progress`.
    package static func run(
        _ timeline: Timeline,
        with app: RegisteredApp,
        watch: TrapWatch? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> SessionFit {
        var check = FitCheck(timeline: timeline, reducer: try ReducerRun(of: app, watch: watch))
        try check.checkStates()
        try check.checkActions(progress: progress)
        return check.fit
    }

    private init(timeline: Timeline, reducer: ReducerRun) {
        (self.timeline, self.reducer) = (timeline, reducer)
    }

    private mutating func checkStates() throws {
        let first = try timeline.state(at: timeline.first)
        try check(first, at: timeline.first)
        var last = timeline.first
        // In a damaged file the last seq may be so large that a multiplication overflows.
        let (share, rest) = (timeline.last - timeline.first).quotientAndRemainder(dividingBy: Self.maximumStates)
        for part in 1...Self.maximumStates {
            let end = timeline.first + share * part + rest * part / Self.maximumStates
            guard end > last, let seq = try timeline.session.lastSnapshot(in: last + 1...end),
                let state = try timeline.session.snapshot(seq)
            else { continue }
            try check(state, at: seq, after: last)
            last = seq
        }
        if last < timeline.last { try check(timeline.state(at: timeline.last), at: timeline.last, after: last) }
    }

    /// Checks a state. If it cannot be decoded, finds the first such state after the one that was checked before.
    private mutating func check(_ state: Tree, at seq: Int, after last: Int? = nil) throws {
        guard let failure = try failure(of: state, at: seq) else { return }
        // A failure begins with a write of the value.
        for other in try last.map({ try timeline.candidates(changing: failure.pointer, in: $0 + 1...seq) }) ?? []
        where other < seq {
            guard let earlier = try self.failure(of: timeline.state(at: other), at: other) else { continue }
            return fit.note(.undecodable(earlier), about: .state, at: other)
        }
        fit.note(.undecodable(failure), about: .state, at: seq)
    }

    /// Decodes a state and compares it with its encoding. Returns the failure if it cannot be decoded.
    private mutating func failure(of state: Tree, at seq: Int) throws -> DecodingFailure? {
        do {
            let written = try reducer.watching(seq, nil) { try reducer.load(state, at: seq) }
            fit.compare(state, with: written, .state, at: seq)
            return nil
        } catch ReplayError.stateNotDecodable(_, let failure) {
            return failure
        }
    }

    private mutating func checkActions(progress: (Int) throws -> Void) throws {
        let columns: ActionRow.Columns = [.typeID, .type, .coder, .status, .payload]
        try timeline.session.forEachRow(columns) { row in
            try progress(row.seq)
            try check(row)
            return true
        }
    }

    private mutating func check(_ action: ActionRow) throws {
        fit.actions += 1
        let stored = Self.stored(action)
        let name = try action.type
        if let stored, let isUnusable = decoded[stored] {
            if isUnusable { fit.unusable[reducer.store.registeredType(of: name) ?? name, default: 0] += 1 }
            return
        }
        guard !reducer.store.isReady(name) else { return }
        guard try action.coder == .codable else {
            if try action.status != .dropped { fit.reflected[name, default: 0] += 1 }
            return
        }
        guard let type = reducer.store.registeredType(of: name) else {
            fit.unregistered[name, default: 0] += 1
            return
        }
        guard let payload = try action.payload else { return }
        var isUnusable = false
        defer {
            if isUnusable { fit.unusable[type, default: 0] += 1 }
            if let stored, decoded.count < Self.maximumPayloads { decoded[stored] = isUnusable }
        }
        let subject = SessionFit.Subject.action(type: type)
        let record = ActionRecord(seq: action.seq, parent: 0, at: 0, type: name, payload: payload)
        try reducer.watching(action.seq, name) {
            do {
                try reducer.take(record)
            } catch ReplayError.notAnAction(_, let taken) {
                isUnusable = true
                return fit.note(.notAnAction(taken), about: subject, at: action.seq)
            } catch ReplayError.actionNotDecodable(_, _, let failure) {
                isUnusable = true
                return fit.note(.undecodable(failure), about: subject, at: action.seq)
            }
            guard shapes.insert(Self.shape(of: payload, type)).inserted,
                let written = reducer.store.actionRecord()
            else { return }
            fit.compare(payload, with: written.payload, subject, at: action.seq)
        }
    }

    /// Returns the action as stored; nil if its payload is missing or long.
    private static func stored(_ action: ActionRow) -> StoredAction? {
        guard let text = action.text(.payload), text.count <= longestPayload else { return nil }
        return StoredAction(typeID: action.typeID, payload: String(decoding: text, as: UTF8.self))
    }

    /// Returns a hash that is equal for values with the same members.
    private static func shape(of tree: Tree, _ type: String) -> Int {
        var hasher = Hasher()
        hasher.combine(type)
        combine(tree, &hasher)
        return hasher.finalize()
    }

    private static func combine(_ tree: Tree, _ hasher: inout Hasher) {
        switch tree {
        case .null: hasher.combine(0)
        case .bool: hasher.combine(1)
        case .integer: hasher.combine(2)
        case .double: hasher.combine(3)
        case .number: hasher.combine(4)
        case .string: hasher.combine(5)
        case .array(let array):
            var shapes: Set<Int> = []
            for element in array.elements {
                var inner = Hasher()
                StackRoom.growing { combine(element, &inner) }
                shapes.insert(inner.finalize())
            }
            hasher.combine(shapes)
        case .object(let object):
            hasher.combine(6)
            for (key, value) in zip(object.keys, object.values) {
                hasher.combine(key)
                StackRoom.growing { combine(value, &hasher) }
            }
        }
    }
}
