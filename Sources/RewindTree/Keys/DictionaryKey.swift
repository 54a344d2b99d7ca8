/// Converts between the keys of dictionaries and the keys of objects.
enum DictionaryKey {
    /// Returns true if keys of this type have a text.
    static func isText(_ type: Any.Type) -> Bool {
        if type == String.self || type == Int.self { return true }
        if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *), type is any CodingKeyRepresentable.Type {
            return true
        }
        guard let type = type as? any RawRepresentable.Type else { return false }
        return hasTextRawValue(type)
    }

    static func text(of key: some Any) -> String? {
        if let text = key as? String { return text }
        if let number = key as? Int { return String(number) }
        if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *), let key = key as? any CodingKeyRepresentable {
            return key.codingKey.stringValue
        }
        return (key as? any RawRepresentable).flatMap { rawText(of: $0) }
    }

    /// Returns the key with this text.
    static func key<Key>(_ type: Key.Type, of text: String) -> Key? {
        if type == String.self { return text as? Key }
        if type == Int.self { return Int(text) as? Key }
        if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *),
            let type = type as? any CodingKeyRepresentable.Type
        {
            return type.init(codingKey: TextKey(text)) as? Key
        }
        if let type = type as? any RawRepresentable.Type { return make(type, of: text) as? Key }
        return nil
    }

    private static func hasTextRawValue<Key: RawRepresentable>(_ type: Key.Type) -> Bool {
        Key.RawValue.self == String.self || Key.RawValue.self == Int.self
    }

    private static func rawText<Key: RawRepresentable>(of key: Key) -> String? {
        switch key.rawValue {
        case let text as String: text
        case let number as Int: String(number)
        default: nil
        }
    }

    private static func make<Key: RawRepresentable>(_ type: Key.Type, of text: String) -> Key? {
        if let raw = text as? Key.RawValue { return Key(rawValue: raw) }
        if let raw = Int(text) as? Key.RawValue { return Key(rawValue: raw) }
        return nil
    }
}
