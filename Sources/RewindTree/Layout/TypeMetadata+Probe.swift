extension TypeMetadata {
    private struct Probe<Value> {
        let flag: Bool
        let value: Value
        let pair: (UInt8, [Value])
        let choice: Choice?

        enum Choice {
            case nothing
            case value(Value)
            indirect case choice(Choice)
            case object(AnyObject)
        }
    }

    /// Whether reading types we know gives what we know of them. It is asked once, before any other type is read.
    static let isReadable: Bool = {
        typealias Subject = Probe<String>
        guard let fields = TypeMetadata(Subject.self).fields, fields.count == 4 else { return false }
        let types: [Any.Type] = [Bool.self, String.self, (UInt8, [String]).self, Subject.Choice?.self]
        let offsets = [
            MemoryLayout<Subject>.offset(of: \.flag), MemoryLayout<Subject>.offset(of: \.value),
            MemoryLayout<Subject>.offset(of: \.pair), MemoryLayout<Subject>.offset(of: \.choice),
        ]
        let elements = TypeMetadata(types[2]).fields
        let payloads = TypeMetadata(Subject.Choice.self).payloads
        return fields.map { ObjectIdentifier($0.type) } == types.map { ObjectIdentifier($0) }
            && fields.map { Optional($0.offset) } == offsets
            && elements?.map(\.offset) == [0, MemoryLayout<[String]>.alignment]
            && elements?.map { ObjectIdentifier($0.type) } == [
                ObjectIdentifier(UInt8.self), ObjectIdentifier([String].self),
            ]
            && payloads?.map { ObjectIdentifier($0) }
                == [
                    ObjectIdentifier(String.self), ObjectIdentifier(Subject.Choice.self),
                    ObjectIdentifier(AnyObject.self),
                ]
            && TypeMetadata(AnyObject.self).fields == nil && TypeMetadata(AnyObject.self).payloads == nil
    }()
}
