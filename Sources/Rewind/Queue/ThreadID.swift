import Foundation

/// Tells threads apart while they live.
struct ThreadID: Hashable, Sendable {
    private let number: UInt

    /// No thread.
    static let none = ThreadID(number: 0)

    /// The thread that asks.
    static var current: ThreadID {
        #if canImport(Darwin)
        ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
