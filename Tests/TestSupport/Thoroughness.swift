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

    /// Returns every `step`-th case of a test, or all of them.
    package static func every<Case>(_ step: Int, of cases: [Case]) -> [Case] {
        isFull ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
    }

    /// Returns as few pairs of the cases of two lists as have each case at least once, or all pairs.
    package static func pairs<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
        guard isFull else {
            return (0..<max(first.count, second.count)).map { (first[$0 % first.count], second[$0 % second.count]) }
        }
        return first.flatMap { first in second.map { (first, $0) } }
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
