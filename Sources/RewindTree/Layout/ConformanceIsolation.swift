import Foundation

/// On which threads the values of a type may be encoded.
///
/// In a module whose default isolation is the main actor's, so is that of its types' conformances (SE-0466, SE-0470):
/// such an `encode(to:)` must be called on the actor, and may trap elsewhere. A cast of a type to `any Encodable.Type`
/// does not tell that. What tells it anywhere is a flag of the conformance, to which its witness table refers (Swift's
/// include/swift/ABI/MetadataValues.h, `ConformanceFlags`); where that cannot be read, a cast tells it off the actor.
package enum ConformanceIsolation {
    /// A type together with its conformance.
    private struct Conformance {
        let type: any Encodable.Type
    }

    @MainActor private struct Isolated: @MainActor Encodable {}
    private struct Free: Encodable {}

    /// An actor that nothing ever runs on.
    @globalActor private actor Nowhere {
        static let shared = Nowhere()
    }

    @Nowhere private struct Unusable: @Nowhere Encodable {}

    private static var flag: UInt32 { 1 << 19 }

    /// Whether flags of conformances that we know are as we know them. It is asked once, before any other is read.
    private static let isReadable: Bool = {
        let types: [Any.Type] = [Isolated.self, Free.self]
        let known = types.map { type in (type as? any Encodable.Type).flatMap { flags(of: $0) } }
        return known.map { flags in flags.map { $0 & flag != 0 } } == [true, false]
    }()

    /// Whether the type's own conformance is isolated to an actor; that of what it holds may be so all the same.
    package static func isIsolated(_ type: any Encodable.Type) -> Bool {
        guard isReadable, let flags = flags(of: type) else { return !castSucceeds(type) }
        return flags & flag != 0
    }

    /// Whether casts tell where they are made. Systems from before isolated conformances make any cast.
    private static let castsTell = !castSucceeds(Unusable.self)

    /// Whether what asks is on the actor that the type's conformance is isolated to, if it is isolated.
    package static func isUsableHere(_ type: any Encodable.Type) -> Bool {
        castSucceeds(type) && (castsTell || Thread.isMainThread)
    }

    /// Whether what asks is on the main actor, which need not be the main thread: not on Linux.
    package static var isOnMainActor: Bool {
        castsTell ? castSucceeds(Isolated.self) : Thread.isMainThread
    }

    /// Whether a value of the type is found to be `Encodable` here. An empty array has that from its elements' type.
    private static func castSucceeds(_ type: Any.Type) -> Bool {
        emptyArray(of: type) is any Encodable
    }

    // The optimiser must not see the type, as it might take the cast for granted.
    @inline(never)
    private static func emptyArray<Value>(of _: Value.Type) -> Any {
        [Value]()
    }

    private static func flags(of type: any Encodable.Type) -> UInt32? {
        #if _ptrauth(_arm64e)
        // The pointer to the conformance is signed there.
        return nil
        #else
        let conformance = Conformance(type: type)
        let witnesses = withUnsafeBytes(of: conformance) { words in
            words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
        }
        return witnesses.load(as: UnsafeRawPointer?.self)?.load(fromByteOffset: 12, as: UInt32.self)
        #endif
    }
}

/// A value was met whose conformance is isolated to an actor that the thread is not on.
package struct IsolatedConformance: Error {
    /// The type of the value.
    package let type: Any.Type
}
