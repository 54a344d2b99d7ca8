import Foundation

/// A class of Apple's data protection, by its number in system calls. Macs do not have these classes.
package enum ProtectionClass: Int32, Sendable {
    /// Class C: the file cannot be read or written before the device is unlocked for the first time after a restart.
    case untilFirstUnlock = 3

    /// The flags that make SQLite apply the class to a database and to the files that it creates beside it.
    var sqliteFlags: Int32 {
        // SQLITE_OPEN_FILEPROTECTION_…, which only Apple's header defines.
        rawValue << 20
    }

    /// Returns the flags for a database with a class of data protection; 0 on systems without data protection.
    static func sqliteFlags(of protection: ProtectionClass?) -> Int32 {
        isKnown ? protection?.sqliteFlags ?? 0 : 0
    }

    /// True on systems with data protection.
    #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    fileprivate static var isKnown: Bool { true }
    #else
    fileprivate static var isKnown: Bool { false }
    #endif
}

extension Descriptor {
    /// Applies a class of data protection to the file; nil keeps the default class of the app's new files.
    ///
    /// A file system without data protection rejects it, which has no effect.
    func protect(as protection: ProtectionClass?) {
        #if canImport(Darwin)
        guard ProtectionClass.isKnown, let protection else { return }
        _ = fcntl(number, F_SETPROTECTIONCLASS, protection.rawValue)
        #endif
    }
}
