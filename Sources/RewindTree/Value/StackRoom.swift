import Foundation

/// Checks that a thread's stack has space for calls into the app's code, which may call the recorder again. Their stack
/// use is unknown.
package enum StackRoom {
    /// The free stack required for such a call, in bytes: an eighth of a secondary thread's stack on Apple systems.
    private static let reserve: UInt = 64 << 10
    /// The stack size assumed below the first check on a thread, in bytes, if the system does not report the size.
    private static let usual: UInt = 256 << 10

    /// The key under which each thread caches its lowest address: on the main thread of Linux, finding it reads a file.
    private static let lowestAddress: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// True if another call may begin.
    package static var isLeft: Bool { hasMore(than: reserve) }

    /// Returns true if more than `bytes` bytes are free.
    static func hasMore(than bytes: UInt) -> Bool {
        let here = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { UInt(bitPattern: $0.baseAddress) }
        // The stack grows downward on every system that Swift supports.
        let lowest = lowest(from: here)
        return here > lowest && here - lowest > bytes
    }

    private static func lowest(from here: UInt) -> UInt {
        guard let key = lowestAddress else { return askedLowest ?? here }
        if let known = pthread_getspecific(key) { return UInt(bitPattern: known) }
        let lowest = askedLowest ?? here - min(here, usual)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: lowest))
        return lowest
    }

    #if canImport(Darwin)
    private static var askedLowest: UInt? {
        UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - UInt(pthread_get_stacksize_np(pthread_self()))
    }
    #else
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, which glibc's headers hide from Swift because it is not in POSIX.
    private static let getAttributes = dlsym(nil, "pthread_getattr_np")
        .map { unsafeBitCast($0, to: GetAttributes.self) }

    private static var askedLowest: UInt? {
        withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            guard let pointer = attributes.baseAddress, let getAttributes, getAttributes(pthread_self(), pointer) == 0
            else { return nil }
            defer { pthread_attr_destroy(pointer) }
            var (address, size) = (UnsafeMutableRawPointer?.none, 0)
            return pthread_attr_getstack(pointer, &address, &size) == 0 ? UInt(bitPattern: address) : nil
        }
    }
    #endif
}
