import Foundation

/// The coder of data: base64.
///
/// Containers of data in borrowed memory are not remembered, because the bytes there can change unnoticed.
final class DataCoder: Coder {
    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) -> Encoded {
        let data = value.assumingMemoryBound(to: Data.self).pointee
        if BorrowedMemory.isUsed(by: data) { writer.context.borrowedCount += 1 }
        return Encoded(tree: writer.filtered(data.tree, key: { key }, hint: hint.tree), trace: nil)
    }
}
