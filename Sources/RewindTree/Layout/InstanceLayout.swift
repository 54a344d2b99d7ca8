/// The relevant bytes of an instance of a class, like `ValueLayout` for values.
///
/// Only for `Encodable` classes that are not isolated to an actor: their `encode(to:)` reads the fields on the same
/// thread. The fields must be self-contained, or refer to other objects.
final class InstanceLayout {
    let ranges: UnsafeBufferPointer<Range<Int>>
    let references: [ObjectReference]
    let size: Int
    /// The fields whose values must be retained.
    fileprivate let values: [TypeMetadata.Field]

    init?(of type: AnyClass) {
        guard let encodable = type as? any Encodable.Type, !ConformanceIsolation.isIsolated(encodable) else {
            return nil
        }
        var inspection = ReferenceInspection()
        guard inspection.add(instanceOf: type), inspection.references.allSatisfy(Self.isAllowed) else { return nil }
        let joined = ValueLayout.joined(inspection.ranges)
        size = joined.last?.upperBound ?? 0
        references = inspection.references
        values = inspection.values.filter { !ValueLayout.isTrivial($0.type) }
        let memory = UnsafeMutableBufferPointer<Range<Int>>.allocate(capacity: joined.count)
        _ = memory.initialize(from: joined)
        ranges = UnsafeBufferPointer(memory)
    }

    deinit {
        ranges.deallocate()
    }

    // A copy of any other field would keep objects alive that the instance has released.
    private static func isAllowed(_ reference: ObjectReference) -> Bool {
        switch reference.kind {
        case .object, .weak, .settings: true
        case .existential, .optional, .collection, .choice: false
        }
    }
}

/// A copy of the fields of an instance. It retains values in them, to keep their storage unique, but no other objects.
final class Snapshot {
    private let layout: InstanceLayout
    private let memory: UnsafeMutableRawPointer

    init(of object: UnsafeRawPointer, _ layout: InstanceLayout) {
        self.layout = layout
        memory = .allocate(byteCount: layout.size, alignment: 16)
        memory.copyMemory(from: object, byteCount: layout.size)
        for field in layout.values {
            func copy<T>(_ type: T.Type) {
                (memory + field.offset).initializeMemory(
                    as: T.self,
                    to: (object + field.offset).assumingMemoryBound(to: T.self).pointee
                )
            }
            copy(field.type)
        }
    }

    deinit {
        for field in layout.values {
            func destroy<T>(_ type: T.Type) {
                (memory + field.offset).assumingMemoryBound(to: T.self).deinitialize(count: 1)
            }
            destroy(field.type)
        }
        memory.deallocate()
    }

    /// Returns true if the fields of the instance have not changed.
    func holds(for object: UnsafeRawPointer) -> Bool {
        ValueLayout.isSame(object, memory, layout.ranges)
    }
}
