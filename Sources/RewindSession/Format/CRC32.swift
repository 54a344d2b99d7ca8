/// The cyclic redundancy check of ISO/HDLC, as in gzip and PNG: RFC 1952, section 8.
///
/// Eight bytes are processed together, each with a separate table ("slicing by eight", Kounavis and Berry, 2005).
package enum CRC32 {
    /// `tables[256 * n + byte]`: the remainder of a byte that is followed by n zero bytes.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in 0..<UInt32(256) {
            var rest = byte
            for _ in 0..<8 { rest = rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
            tables.append(rest)
        }
        for index in 256..<8 * 256 {
            let rest = tables[index - 256]
            tables.append(rest >> 8 ^ tables[Int(rest & 0xFF)])
        }
        return tables
    }()

    /// Returns the checksum of some bytes.
    ///
    /// - Complexity: O(n).
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var rest = UInt32.max
            var index = 0
            while index + 8 <= bytes.count {
                let low = rest ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                rest = tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
                rest ^= tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
                rest ^= tables[3 * 256 + Int(high & 0xFF)] ^ tables[2 * 256 + Int(high >> 8 & 0xFF)]
                rest ^= tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                index += 8
            }
            for byte in bytes[index...] { rest = rest >> 8 ^ tables[Int((rest ^ UInt32(byte)) & 0xFF)] }
            return ~rest
        }
    }
}
