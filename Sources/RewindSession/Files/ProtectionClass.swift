import Foundation

/// A class of Apple's data protection, by the number that the system's calls give it. Macs have none.
package enum ProtectionClass: Int32, Sendable {
    /// Class C: the file cannot be read or written before the device is unlocked for the first time after a restart.
    case untilFirstUnlock = 3

    /// The flags with which SQLite gives the class to a database and to the files that it makes beside it.
    var sqliteFlags: Int32 {
        // SQLITE_OPEN_FILEPROTECTION_…, which only Apple's header has.
        rawValue << 20
    }

    /// The flags for a database that is to have a class of data protection; none where there is no such thing.
    static func sqliteFlags(of protection: ProtectionClass?) -> Int32 {
        isKnown ? protection?.sqliteFlags ?? 0 : 0
    }

    /// True where files have data protection.
    #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    fileprivate static var isKnown: Bool { true }
    #else
    fileprivate static var isKnown: Bool { false }
    #endif
}

extension Descriptor {
    /// Gives the file a class of data protection; nil leaves it the one that the app's new files have.
    ///
    /// A file system without data protection refuses, which changes nothing.
    func protect(as protection: ProtectionClass?) {
        #if canImport(Darwin)
        guard ProtectionClass.isKnown, let protection else { return }
        _ = fcntl(number, F_SETPROTECTIONCLASS, protection.rawValue)
        #endif
    }
}
