/// The objects that the stored properties of a struct refer to.
enum StoredObjects {
    /// No objects, as far as the properties show.
    case none
    /// Objects that are copied on write, if the type vouches for it.
    case copied
    /// Objects that change in place: they contain a lock, or encode themselves.
    case shared

    /// Returns the objects of a type's values.
    static func of(_ type: Any.Type) -> StoredObjects {
        if type is AnyClass { return .shared }
        var storage = StoredObjects.none
        for field in TypeMetadata(type).fields ?? [] where !field.isHidden {
            let type = (field.type as? any OptionalValue.Type)?.wrapped ?? field.type
            if let type = type as? AnyClass {
                let isShared = type is any Encodable.Type || isLocked(type)
                storage = isShared ? .shared : storage == .shared ? .shared : .copied
            } else if TypeMetadata(type).existential == .object || TypeMetadata(type).isOpaque {
                if storage == .none { storage = .copied }
            } else if !(type is any SelfContained.Type), !(type is any Reflected.Type) {
                switch of(type) {
                case .none: break
                case .copied: if storage == .none { storage = .copied }
                case .shared: storage = .shared
                }
            }
        }
        return storage
    }

    /// Returns true if instances of a class contain a lock.
    private static func isLocked(_ type: AnyClass) -> Bool {
        guard let fields = TypeMetadata(type).instanceFields else { return false }
        return fields.contains { field in
            let name = _typeName(field.type, qualified: false)
            return name.contains("Lock") || name.hasPrefix("Mutex") || name.contains("ManagedCriticalState")
                || !field.isCopyable
        }
    }
}
