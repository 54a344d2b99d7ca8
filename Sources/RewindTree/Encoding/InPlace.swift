/// A value that is read in place. Because the wrapper is noncopyable, the compiler does not copy the value first, which
/// would retain everything in it.
///
/// A struct of one field has the layout of that field.
struct InPlace<Value: Encodable>: ~Copyable {
    private let value: Value

    borrowing func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
