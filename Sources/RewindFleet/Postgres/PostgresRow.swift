#if Fleet

import CRewindPostgres

/// A row of a result, in binary format. Only valid during the call that it is given to.
package struct PostgresRow {
    private let result: OpaquePointer
    private let row: Int32

    init(_ result: OpaquePointer, _ row: Int32) {
        (self.result, self.row) = (result, row)
    }

    /// Returns the bytes of a column, in libpq's memory; nil if it is NULL.
    package func raw(_ column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, Int32(column)) == 0 else { return nil }
        let start = PQgetvalue(result, row, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, Int32(column))))
    }

    /// Returns an integer of 2, 4 or 8 bytes, or the number of days of a date since 2000; nil if it is NULL.
    package func int(_ column: Int) -> Int64? {
        raw(column).map { bytes in
            let value = bytes.reduce(UInt64(bytes.first ?? 0) >= 0x80 ? UInt64.max : 0) { $0 << 8 | UInt64($1) }
            return Int64(bitPattern: value)
        }
    }

    package func bool(_ column: Int) -> Bool? { raw(column).map { $0.first == 1 } }

    package func text(_ column: Int) -> String? { raw(column).map { String(decoding: $0, as: UTF8.self) } }

    package func bytes(_ column: Int) -> [UInt8]? { raw(column).map(Array.init) }
}

#endif
