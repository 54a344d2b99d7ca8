import Foundation

/// The memory of this process.
enum Memory {
    /// The resident memory, in MB.
    static var residentMB: Double {
        Double(residentBytes) / 1_048_576
    }

    /// The peak resident memory, in MB.
    static var largestMB: Double {
        Double(largestBytes) / 1_048_576
    }

    #if canImport(Darwin)
    private static var largestBytes: Int {
        var usage = rusage()
        return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
    }

    private static var residentBytes: Int {
        var usage = rusage_info_v2()
        let result = withUnsafeMutablePointer(to: &usage) {
            $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                proc_pid_rusage(getpid(), RUSAGE_INFO_V2, $0)
            }
        }
        return result == 0 ? Int(usage.ri_resident_size) : 0
    }
    #else
    /// `VmHWM` of `/proc/self/status`, in KB: proc(5).
    private static var largestBytes: Int {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    /// The second number of `/proc/self/statm`, in pages: proc(5).
    private static var residentBytes: Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    #endif
}
