import Foundation
import GRDB

/// Changes a session as nobody should.
enum Damage {
    /// Runs statements on the file at `url`.
    static func execute(_ sql: String, in url: URL) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
