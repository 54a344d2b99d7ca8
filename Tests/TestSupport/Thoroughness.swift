import Foundation

/// The extent of random and long tests: a part that finds serious errors within minutes, or everything if
/// `REWIND_THOROUGH` is set, as it is for changes before they are merged.
package enum Thoroughness {
    package static let isFull = ProcessInfo.processInfo.environment["REWIND_THOROUGH"] != nil

    /// Returns true for the full extent, or if another environment variable is set.
    package static func isFull(orAskedBy variable: String) -> Bool {
        isFull || ProcessInfo.processInfo.environment[variable] != nil
    }

    /// Returns the first `few` cases of a test, or all of them.
    package static func first<Case>(_ few: Int, of cases: some Sequence<Case>) -> [Case] {
        isFull ? Array(cases) : Array(cases.prefix(few))
    }

    /// Returns the number of repetitions of a test.
    package static func count(_ few: Int, orInFull many: Int) -> Int {
        isFull ? many : few
    }

    /// Returns how often a test kills a process: 100 times if `REWIND_KILLS` is set.
    package static func kills(_ few: Int) -> Int {
        ProcessInfo.processInfo.environment["REWIND_KILLS"] == nil ? count(few, orInFull: 12) : 100
    }
}
