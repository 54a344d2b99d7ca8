#if canImport(os)
import Foundation
import RewindSession
import os
#endif

/// Intervals for Instruments, on Apple systems: one for each reducer and each effect. They cost nothing while Instruments
/// does not record them.
enum Signposts {
    #if canImport(os)
    private static let log = OSLog(subsystem: "dev.rewind", category: .dynamicTracing)

    static func beginReducer(_ ticket: Int, _ action: Any) {
        guard log.signpostsEnabled else { return }
        let name = NSString(string: TypeName.of(type(of: action)))
        os_signpost(.begin, log: log, name: "Reducer", signpostID: OSSignpostID(UInt64(ticket)), "%{public}@", name)
    }

    static func endReducer(_ ticket: Int) {
        os_signpost(.end, log: log, name: "Reducer", signpostID: OSSignpostID(UInt64(ticket)))
    }

    static func beginEffect(_ id: Int, _ name: String) {
        guard log.signpostsEnabled else { return }
        let name = NSString(string: name)
        os_signpost(.begin, log: log, name: "Effect", signpostID: OSSignpostID(UInt64(id)), "%{public}@", name)
    }

    static func endEffect(_ id: Int) {
        os_signpost(.end, log: log, name: "Effect", signpostID: OSSignpostID(UInt64(id)))
    }
    #else
    @inline(__always) static func beginReducer(_ ticket: Int, _ action: Any) {}
    @inline(__always) static func endReducer(_ ticket: Int) {}
    @inline(__always) static func beginEffect(_ id: Int, _ name: String) {}
    @inline(__always) static func endEffect(_ id: Int) {}
    #endif
}
