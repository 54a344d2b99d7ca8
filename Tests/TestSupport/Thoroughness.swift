import Foundation

/// How much the random and the long tests do: a part that finds what is badly wrong within minutes, or all of it where
/// `REWIND_THOROUGH` is set, as it is for what is to land.
package enum Thoroughness {
    package static let isFull = ProcessInfo.processInfo.environment["REWIND_THOROUGH"] != nil

    /// Whether all is to be done, or what another variable of the environment asks for.
    package static func isFull(orAskedBy variable: String) -> Bool {
        isFull || ProcessInfo.processInfo.environment[variable] != nil
    }

    /// The first few of a test's cases, or all of them.
    package static func first<Case>(_ few: Int, of cases: some Sequence<Case>) -> [Case] {
        isFull ? Array(cases) : Array(cases.prefix(few))
    }

    /// How often a test repeats what it does.
    package static func count(_ few: Int, orInFull many: Int) -> Int {
        isFull ? many : few
    }
}
