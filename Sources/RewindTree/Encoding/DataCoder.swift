import Foundation

/// The coder of data: base64.
///
/// What holds data in borrowed memory is not remembered, because its bytes tell nothing.
final class DataCoder: Coder {
    func encode(
        _ value: UnsafeRawPointer,
        in writer: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) -> Encoded {
        let data = value.assumingMemoryBound(to: Data.self).pointee
        if BorrowedMemory.isUsed(by: data) { writer.context.borrowedCount += 1 }
        return Encoded(tree: writer.filtered(data.tree, key: { key }, hint: hint.tree), trace: nil)
    }
}
