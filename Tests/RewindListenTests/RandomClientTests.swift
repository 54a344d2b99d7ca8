import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindListen

/// Clients of all kinds at the same time, which send what a seed says, beside one whose frames are damaged.
@Suite struct RandomClientTests {
    @Test(
        "Each client is recorded as it was, whatever others send",
        arguments: Thoroughness.first(10, of: UInt64(0)..<300)
    )
    func clients(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let stores = try Stores()
        var plain = PlainClient(name: "Plain")
        var lifted = (0..<3).map { LiftedClient(name: "Lifted \($0)", &random) }
        var damaged = [PlainClient(name: "Damaged"), PlainClient(name: "Broken")]
        var broken = LiftedClient(name: "Damaged", &random)
        var sockets: [String: Socket] = [:]
        for _ in 0..<(40 + random.below(80)) {
            switch random.below(8) {
            case 0, 1: try await plain.send(plain.next(&random), stores, &sockets)
            case 2...5:
                let index = random.below(lifted.count)
                try await lifted[index].act(&random, stores, &sockets)
            case 6:
                let frame = Socket.frame(damaged[random.below(2)].next(&random))
                await Socket.send(random.damaged(frame), as: "damaged", stores, &sockets)
            default:
                let frame = Socket.frame(broken.next(&random).text)
                await Socket.send(random.damaged(frame), as: "damaged", stores, &sockets)
            }
        }
        for index in lifted.indices { try await lifted[index].sendState(stores, &sockets) }
        await stores.clients.close()
        for client in [plain as any Client] + lifted where !client.expected.isEmpty {
            try expect(client, in: stores)
        }
        for name in try stores.folder.contents where name.hasSuffix(".rewind") {
            let timeline = try Timeline(opening: stores.folder.file(name))
            let findings = try SessionCheck.run(timeline.session).findings
            #expect(findings == [], "\(name): \(findings)")
            timeline.session.close()
        }
    }

    /// Expects that a client's session has its actions, with their states, one after the other.
    ///
    /// A client that filters its actions may begin another session after it has connected again, if nothing in its
    /// history is known.
    private func expect(_ client: any Client, in stores: Stores) throws {
        let file = client.name.replacing(" ", with: "-")
        var expected = client.expected[...]
        for name in ["\(file).rewind"] + (2...9).map({ "\(file)-\($0).rewind" }) {
            guard try stores.folder.contents.contains(name) else { break }
            #expect(name == "\(file).rewind" || client.isFiltered, "\(name)")
            let timeline = try stores.timeline(name)
            let rows = try (1..<max(1, timeline.last + 1)).map { try #require(try timeline.session.action($0)) }
            #expect(rows.map(\.parent) == Array(0..<rows.count), "\(name)")
            for row in rows where !(client.isFiltered && row.type == "(not recorded)") {
                let next = try #require(expected.first, "\(name), \(row.seq)")
                expected.removeFirst()
                #expect(row.type == next.type, "\(name), \(row.seq)")
                if let state = next.state {
                    #expect(try timeline.state(at: row.seq).text == state.text, "\(name), \(row.seq)")
                } else {
                    #expect(row.status == .dropped, "\(name), \(row.seq)")
                }
            }
        }
        #expect(expected.isEmpty, "\(client.name)")
    }
}

/// What a client has dispatched.
private protocol Client {
    var name: String { get }
    /// The types of its actions and the states after them; nil where it did not send the state.
    var expected: [(type: String, state: Tree?)] { get }
    /// True if it sends only some of its actions.
    var isFiltered: Bool { get }
}

/// A connection that carries frames.
private struct Socket {
    let id: String
    var connection: SocketClusterConnection
    let asked = AskedFlag()

    init(_ id: String) {
        self.id = id
        connection = SocketClusterConnection(id: id, now: 0)
        _ = connection.receive(Array(##"{"event":"#handshake","data":{},"cid":1}"##.utf8), now: 0)
        _ = connection.receive(Array(#"{"event":"login","data":"master","cid":2}"#.utf8), now: 0)
        _ = connection.receive(Array(##"{"event":"#subscribe","data":{"channel":"respond"},"cid":3}"##.utf8), now: 0)
    }

    static func frame(_ message: String) -> [UInt8] { Array(#"{"event":"log","data":\#(message)}"#.utf8) }

    /// Sends a frame over the client's connection, and opens another one if it is closed.
    static func send(_ frame: [UInt8], as name: String, _ stores: Stores, _ sockets: inout [String: Socket]) async {
        var socket = sockets[name] ?? Socket(UUID().uuidString)
        for effect in socket.connection.receive(frame, now: 0) {
            switch effect {
            case .message(let message):
                let isTaken = await stores.clients.receive(
                    message,
                    bytes: frame.count,
                    from: socket.id,
                    publish: socket.asked.publish
                )
                #expect(isTaken)
            case .close:
                await stores.clients.leave(socket.id)
                socket = Socket(UUID().uuidString)
            default: break
            }
        }
        sockets[name] = socket
    }
}

extension SplitMix64 {
    private static let states = [
        "0", #""""#, "null", "false", "true", "{}", "[]", "-1.5", #""é😀""#, #"{"a":[{"b":null}]}"#, #""\ud83d x""#,
        #"{"k\udc00":[1,2]}"#,
    ]

    private static let pieces = ["null", "[", "{", "\"", "1e999", "\\ud800", "-1"]

    /// Returns a state, as the text that a client writes and as the value that is recorded.
    fileprivate mutating func state(_ number: Int) -> (text: String, value: Tree) {
        guard below(3) == 0 else { return (#"{"n":\#(number)}"#, ["n": .integer(Int64(number))]) }
        let text = pick(Self.states)
        // The escape of one half of a surrogate pair is kept as text.
        let whole = text.replacing(#"\ud83d x"#, with: #"\\ud83d x"#).replacing(#"\udc00"#, with: #"\\udc00"#)
        return (text, (try? Tree(parsing: whole)) ?? "invalid")
    }

    /// Returns a frame with some changes.
    fileprivate mutating func damaged(_ frame: [UInt8]) -> [UInt8] {
        var frame = frame
        for _ in 0..<below(4) where !frame.isEmpty {
            let index = below(frame.count)
            switch below(6) {
            case 0: frame.removeSubrange(index...)
            case 1: frame.insert(contentsOf: frame[..<index], at: index)
            case 2: frame.removeSubrange(index..<min(frame.count, index + 1 + below(9)))
            case 3:
                frame.insert(contentsOf: Array(pick(Self.pieces).utf8), at: index)
            case 4: frame[index] = UInt8(below(256))
            default: frame[index] ^= 1 << UInt8(below(8))
            }
        }
        return frame
    }
}

/// A client without a history, such as those in Swift and Dart: one or several actions a message, in any form.
private struct PlainClient: Client {
    let name: String
    let isFiltered = false
    var expected: [(type: String, state: Tree?)] = []
    private var count = 0

    init(name: String) {
        self.name = name
    }

    func send(_ message: String, _ stores: Stores, _ sockets: inout [String: Socket]) async throws {
        await Socket.send(Socket.frame(message), as: name, stores, &sockets)
    }

    /// Returns the next message.
    mutating func next(_ random: inout SplitMix64) -> String {
        let number = 1 + (random.below(3) == 0 ? random.below(3) : 0)
        let hasAllStates = random.below(2) == 0
        var (actions, states): ([String], [String]) = ([], [])
        for index in 0..<number {
            count += 1
            let type = "T\(count % 7)"
            let state = number > 1 ? (#"{"n":\#(count)}"#, ["n": .integer(Int64(count))]) : random.state(count)
            states.append(state.0)
            let isSent = hasAllStates || index == number - 1
            expected.append((type, isSent ? state.1 : nil))
            let bare = #"{"type":"\#(type)","payload":\#(count)}"#
            actions.append(
                random.pick([
                    bare, #"{"action":\#(bare),"timestamp":\#(690_000_000 + count).125}"#,
                    #"{"action":\#(bare),"timeStamp":\#(690_000_000 + count)}"#,
                    #"{"type":"PERFORM_ACTION","action":\#(bare),"timestamp":"2026-11-27T07:03:06.175Z"}"#,
                ])
            )
        }
        let list = number == 1 ? actions[0] : "[\(actions.joined(separator: ","))]"
        let payload = number == 1 || !hasAllStates ? states[number - 1] : "[\(states.joined(separator: ","))]"
        let isText = payload.hasPrefix("\"") || random.below(2) == 0
        return
            #"{"type":"ACTION","id":"p","name":"\#(name)","action":\#(random.below(2) == 0 ? list : Self.text(list)),"#
            + #""payload":\#(isText ? Self.text(payload) : payload)}"#
    }

    /// Returns a text with a JSON text in it, as `JSON.stringify` writes it.
    static func text(_ json: String) -> String {
        "\"" + json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// A client with a history, such as that in JavaScript: it may filter actions, folds old ones, and reconnects.
private struct LiftedClient: Client {
    private enum Filter: CaseIterable { case none, deny, allow }

    let name: String
    var expected: [(type: String, state: Tree?)] = []
    private let filter: Filter
    private let size: Int
    /// The actions, their states, and whether they are hidden, from the first one that is not folded.
    private var staged: [(id: Int, type: String, state: String, isHidden: Bool)]
    private var committed: String?
    private var lastID = 0
    private var isExcess = false

    var isFiltered: Bool { filter != .none }

    init(name: String, _ random: inout SplitMix64) {
        self.name = name
        filter = random.pick(Filter.allCases)
        size = 2 + random.below(12)
        staged = [(0, "@@INIT", #"{"n":0}"#, filter == .allow)]
    }

    /// Dispatches an action, or sends its history, or connects again.
    mutating func act(_ random: inout SplitMix64, _ stores: Stores, _ sockets: inout [String: Socket]) async throws {
        if lastID == 0 { try await sendState(stores, &sockets) }
        switch random.below(12) {
        case 0:
            if let socket = sockets.removeValue(forKey: name) { await stores.clients.leave(socket.id) }
            try await sendState(stores, &sockets)
        case 1: try await sendState(stores, &sockets)
        default:
            guard let message = dispatch(&random) else { return }
            await Socket.send(Socket.frame(message), as: name, stores, &sockets)
            if sockets[name]?.asked.take() == true { try await sendState(stores, &sockets) }
        }
    }

    func sendState(_ stores: Stores, _ sockets: inout [String: Socket]) async throws {
        await Socket.send(Socket.frame(history.text), as: name, stores, &sockets)
    }

    /// Returns any message.
    mutating func next(_ random: inout SplitMix64) -> Tree {
        let action = dispatch(&random).flatMap { try? Tree(parsing: $0) }
        return random.below(2) == 0 ? history : action ?? history
    }

    /// Dispatches an action. Returns its message; nil if it is hidden.
    private mutating func dispatch(_ random: inout SplitMix64) -> String? {
        lastID += 1
        // The states of hidden actions differ from all others.
        let isHidden = filter != .none && random.below(3) > 0
        let state = isHidden ? ("{\"n\":-\(lastID)}", Tree.null) : random.state(random.below(4) == 0 ? 1 : lastID)
        let type = random.below(2) == 0 ? "Add" : "Set"
        staged.append((lastID, type, state.0, isHidden))
        if staged.count > size {
            committed = staged[1].state
            staged[0].state = staged[1].state
            staged.remove(at: 1)
        }
        guard !isHidden else { return nil }
        expected.append((type, state.1))
        let action =
            #"{"type":"PERFORM_ACTION","action":{"type":"\#(type)"},"timestamp":\#(1_780_000_000_000 + lastID)}"#
        // A falsy state is not sent.
        let payload =
            ["0", "\"\"", "null", "false"].contains(state.0) ? "" : #""payload":\#(PlainClient.text(state.0)),"#
        defer { isExcess = isExcess || staged.count >= size }
        return #"{"type":"ACTION","id":"s","instanceId":"\#(name)","name":"\#(name)",\#(payload)"#
            + #""action":\#(PlainClient.text(action)),"isExcess":\#(isExcess),"nextActionId":\#(lastID + 1)}"#
    }

    private static func lifted(_ type: String, _ id: Int) -> String {
        #"{"type":"PERFORM_ACTION","action":{"type":"\#(type)"},"timestamp":\#(1_780_000_000_000 + id)}"#
    }

    private var history: Tree {
        let shown = staged.filter { !$0.isHidden }
        let actions = staged.map {
            #""\#($0.id)":\#(Self.lifted($0.type, $0.id))"#
        }
        let lifted = """
            {"actionsById":{\(actions.joined(separator: ","))},"nextActionId":\(lastID + 1),"skippedActionIds":[],
            "stagedActionIds":\(shown.map(\.id)),"currentStateIndex":\(staged.count - 1),
            \(committed.map { "\"committedState\":\($0)," } ?? "")
            "computedStates":[\(shown.map { "{\"state\":\($0.state)}" }.joined(separator: ","))]}
            """
        return [
            "type": "STATE", "id": "s", "instanceId": .string(name), "name": .string(name), "payload": .string(lifted),
        ]
    }
}
