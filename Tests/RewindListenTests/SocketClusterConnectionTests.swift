import RewindTree
import TestSupport
import Testing

@testable import RewindListen

@Suite struct SocketClusterConnectionTests {
    private func receive(
        _ frames: [String],
        _ connection: inout SocketClusterConnection
    ) -> [SocketClusterConnection.Effect] {
        frames.flatMap { connection.receive(Array($0.utf8), now: 1) }
    }

    private static let handshake = ##"{"event":"#handshake","data":{"authToken":null},"cid":1}"##
    private static let login = #"{"event":"login","data":"master","cid":2}"#
    private static let subscribe = ##"{"event":"#subscribe","data":{"channel":"respond"},"cid":3}"##

    @Test("An app connects, with the frames of both versions, and is then sent what waited for it")
    func app() {
        var connection = SocketClusterConnection(id: "a", now: 0)
        #expect(
            receive([Self.handshake], &connection) == [
                .send(#"{"data":{"id":"a","isAuthenticated":false,"pingTimeout":20000},"rid":1}"#)
            ]
        )
        #expect(receive([Self.login], &connection) == [.send(#"{"data":"respond","rid":2}"#)])
        let start = #"{"event":"log","data":{"type":"START","id":"a","name":"Counter","instanceId":"x"}}"#
        #expect(
            receive([start], &connection) == [
                .message(["type": "START", "id": "a", "name": "Counter", "instanceId": "x"])
            ]
        )
        #expect(connection.publish(["type": "UPDATE"]) == [])
        let update = ##"{"data":{"channel":"respond","data":{"type":"UPDATE"}},"event":"#publish"}"##
        #expect(receive([Self.subscribe], &connection) == [.send(#"{"rid":3}"#), .send(update), .subscribed])
        #expect(connection.publish(["type": "UPDATE"]) == [.send(update)])
        let unsubscribe = ##"{"event":"#unsubscribe","data":"respond","cid":4}"##
        #expect(receive([unsubscribe], &connection) == [.send(#"{"rid":4}"#)])
        #expect(connection.publish(["type": "UPDATE"]) == [])
    }

    @Test("A client that logs in and does not subscribe is sent events instead, as one in Dart expects")
    func events() {
        var connection = SocketClusterConnection(id: "a", now: 0)
        _ = receive([Self.handshake, Self.login, #"{"event":"log","data":{"type":"START"},"cid":3}"#], &connection)
        #expect(connection.publish(["type": "START"]) == [] && !connection.isReceiving)
        #expect(connection.tick(now: 1) == [])
        let start = Effect.send(#"{"data":{"type":"START"},"event":"respond"}"#)
        #expect(connection.tick(now: 2.5) == [start] && connection.isReceiving)
        #expect(connection.publish(["type": "START"]) == [start])
        #expect(receive([Self.subscribe], &connection) == [.send(#"{"rid":3}"#), .subscribed])
        #expect(connection.publish(["type": "START"]) != [start])
        // One that does not log in does not know the name of the event.
        var silent = SocketClusterConnection(id: "b", now: 0)
        _ = receive([Self.handshake], &silent)
        _ = silent.publish(["type": "START"])
        for second in 1...7 { #expect(silent.tick(now: Double(second)) == []) }
        #expect(!silent.isReceiving)
    }

    private typealias Effect = SocketClusterConnection.Effect

    @Test("A batch of frames, and a message with a cid as old Swift clients send it, are taken")
    func batch() {
        var connection = SocketClusterConnection(id: "a", now: 0)
        let action = #"{"event":"log","data":{"type":"ACTION","payload":{"n":1}},"cid":2}"#
        let effects = receive(["[\(Self.handshake),\(action),\(Self.login)]"], &connection)
        #expect(effects.count == 4)
        #expect(
            effects.dropFirst().prefix(2) == [.message(["type": "ACTION", "payload": ["n": 1]]), .send(#"{"rid":2}"#)]
        )
    }

    @Test("Both kinds of pings are sent, and either answer keeps the connection", arguments: ["", "#2"])
    func pings(pong: String) {
        var connection = SocketClusterConnection(id: "a", now: 0)
        _ = receive([Self.handshake], &connection)
        var pings = 0
        for second in 2...60 {
            let effects = connection.tick(now: Double(second))
            guard !effects.isEmpty else { continue }
            #expect(effects == [.send(""), .send("#1")])
            pings += 1
            #expect(connection.receive(Array(pong.utf8), now: Double(second)) == [])
        }
        #expect(pings == 7)
        #expect(connection.tick(now: 64) == [.send(""), .send("#1")])
        #expect(connection.tick(now: 77) == [.close(4001)])
    }

    @Test("A client without a handshake is closed, in time or at its first other frame")
    func noHandshake() {
        var connection = SocketClusterConnection(id: "a", now: 0)
        #expect(connection.tick(now: 9) == [])
        #expect(connection.tick(now: 11) == [.close(4005)])
        #expect(receive([Self.login], &connection) == [.close(4009)])
    }

    @Test("What is not JSON closes the connection", arguments: ["{", "nonsense", "\u{0}", "#1#2"])
    func garbage(frame: String) {
        var connection = SocketClusterConnection(id: "a", now: 0)
        _ = receive([Self.handshake], &connection)
        #expect(receive([frame], &connection) == [.refused("a frame is not JSON"), .close(1007)])
    }

    @Test(
        "A message to other apps, which may contain code, is refused",
        arguments: [
            ##"{"event":"respond","data":{"type":"ACTION","action":"alert()"},"cid":9}"##,
            ##"{"event":"sc-abc","data":{"type":"ACTION","action":"alert()"},"cid":9}"##,
            ##"{"event":"#publish","data":{"channel":"respond","data":{"type":"ACTION","action":"a()"}},"cid":9}"##,
        ]
    )
    func code(frame: String) throws {
        var connection = SocketClusterConnection(id: "a", now: 0)
        _ = receive([Self.handshake, Self.login, Self.subscribe], &connection)
        let effects = receive([frame], &connection)
        #expect(effects.first == .refused("a client sent a message to other apps"))
        guard case .send(let answer)? = effects.last else { throw NoAnswer() }
        #expect(try Tree(parsing: answer).child("error") != nil)
        #expect(!answer.contains("alert"))
    }

    private struct NoAnswer: Error {}

    @Test("A value that a tree cannot hold costs neither the message nor the connection")
    func repaired() throws {
        var connection = SocketClusterConnection(id: "a", now: 0)
        _ = receive([Self.handshake], &connection)
        let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        let effects = receive(
            [#"{"event":"log","data":{"type":"ACTION","payload":{"n":1,"deep":\#(deep),"x":"\ud800"}}}"#],
            &connection
        )
        guard effects.count == 2, case .repaired(let repairs) = effects[0], case .message(let message) = effects[1]
        else { throw NoAnswer() }
        #expect(repairs.count == 1 && repairs.first?.place == ["data", "payload", "x"])
        #expect(message.child("payload")?.child("deep")?.levels == 257)
        #expect(message.child("payload")?.child("n") == 1)
        #expect(message.child("payload")?.child("x") == .string(#"\ud800"#))
    }

    @Test("No frame sequence is too strange", arguments: Thoroughness.first(20, of: UInt64(0)..<500))
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            Self.handshake, Self.login, Self.subscribe, "", "#1", "#2", "[]", "{}", "null", "[[]]", #"{"rid":1}"#,
            #"{"event":1}"#, #"{"event":"log"}"#, #"{"event":"login","cid":{}}"#,
            ##"{"event":"#handshake","cid":"x"}"##,
            ##"{"event":"#subscribe","data":[1],"cid":-1}"##, ##"{"event":"#publish","data":5}"##,
            #"{"event":"log","data":{"x":"\ud800"}}"#, String(repeating: "[", count: 300),
            #"{"event":"log-noid","data":[],"cid":1e99}"#, #"["a",{"event":""}]"#,
        ]
        var connection = SocketClusterConnection(id: "a", now: 0)
        for second in 0..<200 {
            var frame = Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
            if random.next() % 4 == 0, !frame.isEmpty {
                frame[Int(random.next() % UInt64(frame.count))] = UInt8(random.next() & 255)
            }
            _ = connection.receive(frame, now: Double(second))
            _ = connection.publish(["n": 1])
            _ = connection.tick(now: Double(second))
        }
    }
}
