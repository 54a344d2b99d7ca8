import Foundation
import TestSupport

/// A TCP proxy on localhost that can cut all connections, drop what it is given, and refuse new connections.
///
/// Safe to share because its mutable state is only used under `lock`.
final class CutProxy: @unchecked Sendable {
    enum Mode {
        case open
        /// Connections are accepted, and nothing that is sent arrives.
        case silent
        /// Connections are closed at once.
        case refusing
        /// Each request is answered with these bytes, and its connection closed.
        case answering([UInt8])
        /// Requests and answers arrive late, cut, with a part of them twice, or with other bytes.
        case damaging(seed: UInt64)

        var isRefusing: Bool { if case .refusing = self { true } else { false } }
    }

    let port: Int
    private let listener: Int32
    private let target: Int
    private let lock = NSLock()
    private var mode = Mode.open
    private var random = SplitMix64(seed: 0)
    private var sockets: Set<Int32> = []

    init(to target: Int, at wanted: Int = 0) throws {
        self.target = target
        listener = socket(AF_INET, Self.stream, 0)
        var address = Self.address(wanted)
        var reuses: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 ? getsockname(listener, $0, &length) : -1
            }
        }
        guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [self] in acceptAll() }.start()
    }

    /// Cuts all connections, and treats new ones as `mode` says.
    func cut(then mode: Mode) {
        lock.withLock {
            self.mode = mode
            if case .damaging(let seed) = mode { random = SplitMix64(seed: seed) }
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Cuts all connections a few times, after up to `pause` milliseconds each.
    func startCutting(_ random: inout SplitMix64, upTo pause: Int) -> Task<Void, any Error> {
        let cuts = (0..<random.below(4)).map { _ in (random.below(pause), random.below(3)) }
        return Task {
            for (pause, mode) in cuts {
                try await Task.sleep(for: .milliseconds(pause))
                cut(then: [.open, .silent, .refusing][mode])
            }
        }
    }

    func close() {
        cut(then: .refusing)
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let mode = lock.withLock { self.mode }
            if case .answering(let bytes) = mode {
                Thread { [self] in
                    answer(client, with: bytes)
                }.start()
                continue
            }
            guard !mode.isRefusing, let server = connected() else {
                Foundation.close(client)
                continue
            }
            lock.withLock { sockets.formUnion([client, server]) }
            let left = Countdown(2) { [self] in
                lock.withLock { sockets.subtract([client, server]) }
                Foundation.close(client)
                Foundation.close(server)
            }
            for (from, to) in [(client, server), (server, client)] {
                Thread { [self] in
                    pump(from, to)
                    left.one()
                }.start()
            }
        }
        Foundation.close(listener)
    }

    /// Answers whatever a client sends, and reads the rest of it.
    private func answer(_ client: Int32, with answer: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        _ = recv(client, &bytes, bytes.count, 0)
        _ = deliver(answer, to: client)
        shutdown(client, Int32(SHUT_WR))
        while recv(client, &bytes, bytes.count, 0) > 0 {}
        Foundation.close(client)
    }

    private func pump(_ from: Int32, _ to: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = recv(from, &bytes, bytes.count, 0), count > 0 {
            var part = Array(bytes.prefix(count))
            switch lock.withLock({ mode }) {
            case .open: break
            case .damaging: damage(&part)
            default: continue
            }
            guard deliver(part, to: to), !part.isEmpty else { break }
        }
        for socket in [from, to] { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private func damage(_ part: inout [UInt8]) {
        let delay = lock.withLock { () -> UInt32? in
            let index = random.below(part.count)
            switch random.below(20) {
            case 0: part[index] ^= 1 << UInt8(random.below(8))
            case 1: part.removeSubrange(index...)
            case 2: part.replaceSubrange(index..., with: (0..<random.below(99)).map { _ in UInt8(random.below(256)) })
            case 3: return UInt32(random.below(100_000))
            case 4: part += part[index...]
            default: break
            }
            return nil
        }
        if let delay { usleep(delay) }
    }

    /// Sends bytes. Returns false if the other end is gone.
    private func deliver(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.quietly) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func connected() -> Int32? {
        let server = socket(AF_INET, Self.stream, 0)
        var address = Self.address(target)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0 { return server }
        Foundation.close(server)
        return nil
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr = in_addr(s_addr: inet_addr("127.0.0.1"))
        return address
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let quietly = Int32(MSG_NOSIGNAL)
    #else
    private static let stream = SOCK_STREAM
    private static let quietly: Int32 = 0
    #endif
}

/// Calls a closure when a number of things are done.
///
/// Safe to share because the number is only used under `lock`.
final class Countdown: @unchecked Sendable {
    private let lock = NSLock()
    private var left: Int
    private let done: () -> Void

    init(_ count: Int, _ done: @escaping () -> Void) {
        (left, self.done) = (count, done)
    }

    var isDone: Bool { lock.withLock { left <= 0 } }

    func one() {
        let isLast = lock.withLock {
            left -= 1
            return left == 0
        }
        if isLast { done() }
    }
}
