import Foundation

/// Determines on which threads the values of a type may be encoded.
///
/// In a module whose default isolation is the main actor, conformances are isolated to it as well (SE-0466, SE-0470).
/// Such an `encode(to:)` must be called on the actor, and may trap elsewhere. Casting a type to `any Encodable.Type`
/// does not reveal the isolation. A flag of the conformance, found through its witness table, does so on any thread
/// (Swift's include/swift/ABI/MetadataValues.h, `ConformanceFlags`). Where the flag cannot be read, casting a value off
/// the actor reveals it.
package enum ConformanceIsolation {
    /// A type together with its conformance.
    private struct Conformance {
        let type: any Encodable.Type
    }

    @MainActor private struct Isolated: @MainActor Encodable {}
    private struct Free: Encodable {}

    /// An actor that never runs anything.
    @globalActor private actor Nowhere {
        static let shared = Nowhere()
    }

    @Nowhere private struct Unusable: @Nowhere Encodable {}

    private static var flag: UInt32 { 1 << 19 }

    /// True if the flags of known conformances have the expected values. Checked once, before any other flag is read.
    private static let isReadable: Bool = {
        let types: [Any.Type] = [Isolated.self, Free.self]
        let known = types.map { type in (type as? any Encodable.Type).flatMap { flags(of: $0) } }
        return known.map { flags in flags.map { $0 & flag != 0 } } == [true, false]
    }()

    /// Returns true if the type's conformance is isolated to an actor. The conformances of its parts are not checked.
    package static func isIsolated(_ type: any Encodable.Type) -> Bool {
        guard isReadable, let flags = flags(of: type) else { return !castSucceeds(type) }
        return flags & flag != 0
    }

    /// Returns true if a type's conformance to a protocol, given as the existential metatype such as `any Hashable.Type`,
    /// is isolated to an actor, or if that is unknown. A cast in the call keeps the metatype from being opened.
    static func isIsolated<Metatype>(conformance: Metatype) -> Bool {
        guard isReadable, MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size else { return true }
        return flags(ofConformance: conformance).map { $0 & flag != 0 } ?? true
    }

    /// True if casts depend on the current actor. On systems before isolated conformances, they always succeed.
    private static let castsTell = !castSucceeds(Unusable.self)

    /// Returns true if the type's conformance may be used here: it is not isolated, or the caller is on its actor.
    package static func isUsableHere(_ type: any Encodable.Type) -> Bool {
        castSucceeds(type) && (castsTell || Thread.isMainThread)
    }

    /// True if the caller is on the main actor, which on Linux need not be the main thread.
    package static var isOnMainActor: Bool {
        castsTell ? castSucceeds(Isolated.self) : Thread.isMainThread
    }

    /// Returns true if a value of the type is `Encodable` here; an empty array is if its element type is.
    private static func castSucceeds(_ type: Any.Type) -> Bool {
        emptyArray(of: type) is any Encodable
    }

    // The optimizer must not see the type, because it might assume that the cast succeeds.
    @inline(never)
    private static func emptyArray<Value>(of _: Value.Type) -> Any {
        [Value]()
    }

    private static func flags(of type: any Encodable.Type) -> UInt32? {
        flags(ofConformance: Conformance(type: type))
    }

    private static func flags<Metatype>(ofConformance conformance: Metatype) -> UInt32? {
        #if _ptrauth(_arm64e)
        // The pointer to the conformance is signed on this architecture.
        return nil
        #else
        let witnesses = withUnsafeBytes(of: conformance) { words in
            words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
        }
        return witnesses.load(as: UnsafeRawPointer?.self)?.load(fromByteOffset: 12, as: UInt32.self)
        #endif
    }
}

/// The error for a value whose conformance is isolated to an actor that the thread is not on.
package struct IsolatedConformance: Error {
    /// The type of the value.
    package let type: Any.Type
}
