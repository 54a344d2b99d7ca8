/// The objects that a value refers to, with copies of their fields from before the value was encoded.
///
/// Together with the value's bytes, it proves that encoding the value again would have the same result. For that, a
/// copy of the value must be retained as long as the watch.
final class Watch {
    /// A reference that keeps no object alive.
    private struct Weak {
        weak var object: AnyObject?
    }

    private struct Entry {
        /// Valid while the value and the entries before this one are unchanged.
        let object: UnsafeRawPointer
        let snapshot: Snapshot
        /// Set for an object that nothing here keeps alive.
        var weak: Weak?
    }

    /// The maximum number of objects watched for a value.
    private static let maximumCount = 64

    private var entries: [Entry] = []
    private var isComplete = true

    /// Returns a watch on a value in memory; nil if there is nothing to watch.
    static func make(_ value: UnsafeRawPointer, _ layout: ValueLayout, _ table: LayoutTable) -> Watch? {
        if layout.references.isEmpty { return nil }
        let watch = Watch()
        watch.isComplete = watch.add(layout.references, of: value, table)
        return watch.isComplete && watch.entries.isEmpty ? nil : watch
    }

    /// True if none of the objects has changed; false also if that is unknown.
    var holds: Bool {
        isComplete
            && entries.allSatisfy { entry in
                guard let weak = entry.weak else { return entry.snapshot.holds(for: entry.object) }
                // This reference keeps the object alive meanwhile.
                guard let object = weak.object else { return false }
                return withExtendedLifetime(object) { entry.snapshot.holds(for: entry.object) }
            }
    }

    private func add(_ references: [ObjectReference], of value: UnsafeRawPointer, _ table: LayoutTable) -> Bool {
        references.allSatisfy { add($0, at: value + $0.offset, table) }
    }

    private func add(_ type: Any.Type, at value: UnsafeRawPointer, _ table: LayoutTable) -> Bool {
        guard let layout = table.layout(of: type) else { return false }
        return add(layout.references, of: value, table)
    }

    private func add(_ reference: ObjectReference, at value: UnsafeRawPointer, _ table: LayoutTable) -> Bool {
        switch reference.kind {
        case .object: addObject(value.load(as: UnsafeRawPointer?.self), table)
        case .weak: addWeak(value.assumingMemoryBound(to: Weak.self).pointee, table)
        case .existential: addExistential(at: value, table)
        case .optional(let type): type.isNil(at: value) || add(type.wrapped, at: value, table)
        case .collection(let type): type.allSatisfy(in: value) { add($0, at: $1, table) }
        case .choice: addPayload(of: reference.type, at: value, table)
        case .settings(let type): !type.isFollowing(at: value)
        }
    }

    private func addObject(_ object: UnsafeRawPointer?, _ table: LayoutTable) -> Bool {
        guard let object, !entries.contains(where: { $0.object == object }) else { return true }
        let type: AnyClass = Swift.type(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
        guard entries.count < Self.maximumCount, let layout = table.instanceLayout(of: type) else { return false }
        entries.append(Entry(object: object, snapshot: Snapshot(of: object, layout)))
        return layout.references.allSatisfy { reference in
            // A dead weak reference could refer to a new object here, because nothing retains its bytes.
            if case .weak = reference.kind {
                return (object + reference.offset).load(as: UInt.self) == 0
            }
            return add(reference, at: object + reference.offset, table)
        }
    }

    private func addWeak(_ weak: Weak, _ table: LayoutTable) -> Bool {
        guard let object = weak.object else { return true }
        guard entries.count < Self.maximumCount, let layout = table.instanceLayout(of: type(of: object)),
            // Nothing would keep the referenced objects alive.
            layout.references.isEmpty
        else { return false }
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        entries.append(Entry(object: address, snapshot: Snapshot(of: address, layout), weak: weak))
        return true
    }

    private func addExistential(at existential: UnsafeRawPointer, _ table: LayoutTable) -> Bool {
        guard let type = LayoutTable.type(inExistential: existential) else { return true }
        guard let layout = table.layout(of: type) else { return false }
        if layout.references.isEmpty { return true }
        if TypeMetadata(type).isInline { return add(layout.references, of: existential, table) }
        guard let box = existential.load(as: UnsafeRawPointer?.self) else { return false }
        return add(layout.references, of: TypeMetadata.payload(inBox: box, of: type), table)
    }

    /// Adds the payload of an enum value, which a mirror finds.
    private func addPayload(of type: Any.Type, at value: UnsafeRawPointer, _ table: LayoutTable) -> Bool {
        func load<T>(_ type: T.Type) -> Any { value.assumingMemoryBound(to: T.self).pointee }
        let choice = load(type)
        if choice is any CustomReflectable { return false }
        return Mirror(reflecting: choice).children.allSatisfy { child in
            // Without the cast, the call would open the existential and pass the value inside.
            withUnsafePointer(to: child.value as Any) { addExistential(at: $0, table) }
        }
    }
}
