import Dispatch
import Foundation
import RewindListen
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The frames of two clients of Redux DevTools: whatever they send, each session is sound.
///
/// Each line is a frame. The first byte of the line is the client, and says whether it connects again before.
enum ClientsTarget {
    private static let longestInput = 1 << 16

    static func run(_ bytes: [UInt8]) {
        guard bytes.count <= longestInput else { return }
        Scratch.start(with: [])
        let hasEnded = DispatchSemaphore(value: 0)
        Task.detached {
            await send(bytes.split(separator: UInt8(ascii: "\n")))
            hasEnded.signal()
        }
        hasEnded.wait()
        let folder = Scratch.url("sessions")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            check(folder.appendingPathComponent(name))
        }
    }

    private static func send(_ lines: [ArraySlice<UInt8>]) async {
        let folder = Scratch.url("sessions")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clients = DevToolsClients(names: SessionNames(folder)) { _ in }
        var connections = [connection("0"), connection("1")]
        for (number, line) in lines.enumerated() {
            guard let first = line.first else { continue }
            let index = Int(first & 1)
            if first & 2 != 0 {
                await clients.leave(connections[index].id)
                connections[index] = connection("\(number)")
            }
            let frame = Array(line.dropFirst())
            let id = connections[index].id
            for effect in connections[index].receive(frame, now: 0) {
                switch effect {
                case .message(let message):
                    _ = await clients.receive(message, bytes: frame.count, from: id) { _ in first & 4 != 0 }
                case .close:
                    await clients.leave(id)
                    connections[index] = connection("\(number)")
                default: break
                }
            }
        }
        await clients.close()
    }

    private static func connection(_ id: String) -> SocketClusterConnection {
        var connection = SocketClusterConnection(id: id, now: 0)
        for frame in [
            ##"{"event":"#handshake","cid":1}"##, ##"{"event":"#subscribe","data":{"channel":"respond"},"cid":2}"##,
        ] { _ = connection.receive(Array(frame.utf8), now: 0) }
        return connection
    }

    private static func check(_ url: URL) {
        guard url.pathExtension == "rewind" else { return require(false, "\(url.lastPathComponent) was left") }
        do {
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            let findings = try SessionCheck.run(timeline.session).findings
            require(findings.isEmpty, "\(url.lastPathComponent) has \(findings)")
            for seq in timeline.first...timeline.last { _ = try timeline.state(at: seq) }
        } catch {
            require(false, "\(url.lastPathComponent) cannot be used: \(error)")
        }
    }
}
