import RewindTree

/// The server's side of a SocketCluster connection, for clients of versions 14 and 20: frames in, frames out.
package struct SocketClusterConnection {
    /// The effect of a frame, or of the passing of time.
    package enum Effect: Hashable {
        /// Send a frame.
        case send(String)
        /// The client published this message of an app.
        case message(Tree)
        /// The client now receives what is published.
        case subscribed
        /// Values of a frame that a tree cannot hold were replaced.
        case repaired(JSONRepairs)
        /// A message was refused, for this reason.
        case refused(String)
        /// Close the connection with this code.
        case close(Int)
    }

    /// The channel on which apps receive messages.
    private static let channel = "respond"
    private static let (longestHandshake, pingInterval, pingTimeout) = (10.0, 8.0, 20.0)
    /// The time after which a client that has logged in does not subscribe any more, in seconds.
    private static let longestSilence = 1.0
    /// The maximum number of messages that wait for a subscription.
    private static let longestQueue = 64

    /// The name of the connection.
    package let id: String
    private var hasShaken = false
    private var hasLoggedIn = false
    private var isSubscribed = false
    /// True for a client that does not subscribe, and waits for the event with the name of the channel.
    private var takesEvents = false
    private var queue: [Tree] = []
    /// The time of the first message that waits, in seconds.
    private var queuedAt: Double?
    /// The times of the last frame and the last ping, in seconds.
    private var (lastFrame, lastPing): (Double, Double)

    /// Creates a connection that was opened at `now`, in seconds on a clock that is never set back.
    package init(id: String, now: Double) {
        self.id = id
        lastFrame = now
        lastPing = now
    }

    /// Handles a received frame.
    package mutating func receive(_ frame: [UInt8], now: Double) -> [Effect] {
        if hasShaken { lastFrame = now }
        // Pongs of the versions from 15 on, and of earlier ones.
        if frame.isEmpty || frame.elementsEqual("#2".utf8) { return [] }
        let tree: Tree
        var repairs = JSONRepairs()
        do {
            tree = try Tree(repairing: frame, &repairs)
        } catch {
            return [.refused("a frame is not JSON"), .close(1007)]
        }
        var effects: [Effect] = repairs.count > 0 ? [.repaired(repairs)] : []
        guard case .array(let batch) = tree else { return effects + handle(tree) }
        for packet in batch.elements {
            effects += handle(packet)
            if case .close? = effects.last { break }
        }
        return effects
    }

    /// Handles the passing of time. Call it about once a second.
    package mutating func tick(now: Double) -> [Effect] {
        guard hasShaken else { return now - lastFrame > Self.longestHandshake ? [.close(4005)] : [] }
        if now - lastFrame > Self.pingTimeout { return [.close(4001)] }
        var effects: [Effect] = []
        if !queue.isEmpty, hasLoggedIn {
            queuedAt = queuedAt ?? now
            if now - (queuedAt ?? now) >= Self.longestSilence {
                takesEvents = true
                effects = sendQueue()
            }
        }
        guard now - lastPing >= Self.pingInterval else { return effects }
        lastPing = now
        // A client answers that of its version, and ignores the other one.
        return effects + [.send(""), .send("#1")]
    }

    /// True if the app receives what is published. Otherwise, it waits.
    var isReceiving: Bool { isSubscribed || takesEvents }

    /// Passes a message to the app, which waits until the client receives messages.
    mutating func publish(_ message: Tree) -> [Effect] {
        guard isReceiving else {
            if queue.count < Self.longestQueue { queue.append(message) }
            return []
        }
        guard isSubscribed else { return [.send((["event": .string(Self.channel), "data": message] as Tree).text)] }
        let data: Tree = ["channel": .string(Self.channel), "data": message]
        return [.send((["event": "#publish", "data": data] as Tree).text)]
    }

    private mutating func sendQueue() -> [Effect] {
        defer { queue = [] }
        return queue.flatMap { publish($0) }
    }

    private mutating func handle(_ packet: Tree) -> [Effect] {
        guard let event = packet.child("event")?.string else {
            // The answer to a frame with a cid, which is never sent.
            return packet.child("rid") == nil ? [.refused("a frame has no event")] : []
        }
        let (data, cid) = (packet.child("data") ?? .null, packet.child("cid"))
        guard hasShaken || event == "#handshake" else { return [.close(4009)] }
        switch event {
        case "#handshake":
            hasShaken = true
            let data: Tree = ["id": .string(id), "pingTimeout": 20000, "isAuthenticated": false]
            return reply(to: cid, [("data", data)])
        case "login":
            hasLoggedIn = data == "master"
            // The name of the channel that the client then subscribes to: that of monitors stays silent.
            return reply(to: cid, [("data", .string(data == "master" ? Self.channel : "log"))])
        case "#subscribe":
            guard (data.child("channel") ?? data) == .string(Self.channel) else { return reply(to: cid) }
            isSubscribed = true
            return reply(to: cid) + sendQueue() + [.subscribed]
        case "#unsubscribe":
            if data == .string(Self.channel) { isSubscribed = false }
            return reply(to: cid)
        case "log", "log-noid": return [.message(data)] + reply(to: cid)
        case "#publish" where data.child("channel") == "log":
            return [.message(data.child("data") ?? .null)] + reply(to: cid)
        case _ where ["#publish", Self.channel].contains(event) || event.hasPrefix("sc-"):
            // It may contain code that apps would evaluate.
            let error: Tree = ["name": "Refused", "message": "A client may not send messages to other apps."]
            return [.refused("a client sent a message to other apps")] + reply(to: cid, [("error", error)])
        default: return reply(to: cid)
        }
    }

    private func reply(to cid: Tree?, _ members: [(String, Tree)] = []) -> [Effect] {
        guard case .integer(let cid)? = cid else { return [] }
        return [.send(Tree(members: [("rid", .integer(cid))] + members).text)]
    }
}
