import Foundation
#if canImport(os)
import os
#endif

/// The log of the system: on Apple systems, the unified log with the subsystem `dev.rewind`; elsewhere, standard error.
enum SystemLog {
    enum Category: String {
        case actions, problems
    }

    /// Writes a line, which must not contain values of the app.
    static func write(_ line: String, _ category: Category) {
        #if canImport(os)
        let logger = Logger(subsystem: "dev.rewind", category: category.rawValue)
        switch category {
        case .actions: logger.debug("\(line, privacy: .public)")
        case .problems: logger.error("\(line, privacy: .public)")
        }
        #else
        FileHandle.standardError.write(Data("Rewind: \(line)\n".utf8))
        #endif
    }
}
