import Foundation

/// The memory of this process.
enum Memory {
    /// What of it is in the machine's own memory, in MB.
    static var residentMB: Double {
        Double(residentBytes) / 1_048_576
    }

    #if canImport(Darwin)
    private static var residentBytes: Int {
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: info) / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    }
    #else
    /// The second number of `/proc/self/statm`, in pages: proc(5).
    private static var residentBytes: Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    #endif
}
