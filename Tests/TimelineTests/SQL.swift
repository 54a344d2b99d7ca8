import Foundation
import GRDB

/// Changes of files behind the back of what is tested.
enum SQL {
    static func execute(_ sql: String, in url: URL) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }
}
