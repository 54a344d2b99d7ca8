import Foundation

/// The number of files and connections that this process may have open at the same time.
enum DescriptorLimit {
    /// The number that macOS permits each process, `OPEN_MAX` of `sys/syslimits.h`.
    private static let wanted: rlim_t = 10_240

    /// Raises the limit as far as the system permits. A process begins with 256 on macOS, and a recorded store needs ten.
    static func raise() {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < min(wanted, limit.rlim_max) else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
