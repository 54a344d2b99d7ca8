/// A value that is read where it is in memory: the compiler would copy it first, and retain all that is in it, if it
/// did not have to see that the wrapper cannot be copied.
///
/// A struct of one field has the layout of that field.
struct InPlace<Value: Encodable>: ~Copyable {
    private let value: Value

    borrowing func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
