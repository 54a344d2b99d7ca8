import Foundation

/// Identifies a thread while it exists.
struct ThreadID: Hashable, Sendable {
    private let number: UInt

    /// No thread.
    static let none = ThreadID(number: 0)

    /// The current thread.
    static var current: ThreadID {
        #if canImport(Darwin)
        ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
