import NIOConcurrencyHelpers
import NIOCore

/// The memory that the messages of all clients may use until they are handled.
final class InboundBudget: Sendable {
    /// The error of a client whose message exceeds the limit.
    struct Exceeded: Error {}

    /// The number of bytes that a client may always use.
    private static let share = 1 << 20

    private let limit: Int
    private let total = NIOLockedValueBox(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds bytes of a client that already uses `used`.
    ///
    /// - Throws: `Exceeded`. Nothing is added then.
    func add(_ bytes: Int, used: Int) throws {
        try total.withLockedValue { total in
            guard total + bytes <= limit || used + bytes <= Self.share else { throw Exceeded() }
            total += bytes
        }
    }

    /// Removes bytes that were added.
    func remove(_ bytes: Int) {
        total.withLockedValue { $0 -= bytes }
    }
}

/// Counts the received bytes of a client, before they are assembled to messages, until they are handled.
final class InboundMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let budget: InboundBudget
    private(set) var used = 0
    private var isOver = false

    init(_ budget: InboundBudget) {
        self.budget = budget
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        let bytes = Self.unwrapInboundIn(data).readableBytes
        do {
            try budget.add(bytes, used: used)
            used += bytes
            context.fireChannelRead(data)
        } catch {
            isOver = true
            context.fireErrorCaught(error)
        }
    }

    /// Removes the bytes of a handled message. Those of its frames remain, at most 14 each, until the client leaves.
    func handled(_ bytes: Int) {
        let bytes = min(bytes, used)
        used -= bytes
        budget.remove(bytes)
    }

    func channelInactive(context: ChannelHandlerContext) {
        handled(used)
        isOver = true
        context.fireChannelInactive()
    }
}
