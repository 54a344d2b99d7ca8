import Foundation

@testable import RewindSession

/// Changes of files behind the back of what is tested.
enum SQL {
    static func execute(_ sql: String, in url: URL) throws {
        let connection = try Connection(path: url.path)
        try connection.transaction { try $0.execute(sql) }
        try connection.close()
    }
}
