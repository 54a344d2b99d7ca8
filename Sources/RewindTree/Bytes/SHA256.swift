#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// SHA-256 (FIPS 180-4), computed by the system.
enum SHA256 {
    /// - Complexity: O(n).
    static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var hash = CryptoKit.SHA256()
        hash.update(bufferPointer: bytes)
        return hash.finalize().withUnsafeBytes { digest in
            func word(_ index: Int) -> UInt64 {
                UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            return Digest(words: (word(0), word(1), word(2), word(3)))
        }
    }
}
#else
/// SHA-256 (FIPS 180-4).
enum SHA256 {
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// - Complexity: O(n).
    static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var state = State()
        let rest = bytes.count & 63
        // The tail is an incomplete block, a 1 bit, zeros and the length in bits: one or two blocks (section 5.1.1).
        let tailLength = rest < 56 ? 64 : 128
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(byteCount: 256 + 128, alignment: 8) { memory in
                // Pointers without bounds: this runs for each action, and checks would double the time of the rounds.
                guard let k = constants.baseAddress, let memory = memory.baseAddress else { return }
                let w = memory.bindMemory(to: UInt32.self, capacity: 64)
                let tail = memory + 256
                tail.initializeMemory(as: UInt8.self, repeating: 0, count: tailLength)
                if let start = bytes.baseAddress {
                    let end = start + (bytes.count - rest)
                    for block in stride(from: start, to: end, by: 64) { state.absorb(block, schedule: w, constants: k) }
                    tail.copyMemory(from: end, byteCount: rest)
                }
                tail.storeBytes(of: 0x80, toByteOffset: rest, as: UInt8.self)
                tail.storeBytes(of: (UInt64(bytes.count) << 3).bigEndian, toByteOffset: tailLength - 8, as: UInt64.self)
                state.absorb(tail, schedule: w, constants: k)
                if tailLength > 64 { state.absorb(tail + 64, schedule: w, constants: k) }
            }
        }
        return state.digest
    }

    private struct State {
        private var a: UInt32 = 0x6a09_e667
        private var b: UInt32 = 0xbb67_ae85
        private var c: UInt32 = 0x3c6e_f372
        private var d: UInt32 = 0xa54f_f53a
        private var e: UInt32 = 0x510e_527f
        private var f: UInt32 = 0x9b05_688c
        private var g: UInt32 = 0x1f83_d9ab
        private var h: UInt32 = 0x5be0_cd19

        var digest: Digest {
            func pair(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
            return Digest(words: (pair(a, b), pair(c, d), pair(e, f), pair(g, h)))
        }

        /// Processes a block of 64 bytes (section 6.2.2).
        mutating func absorb(
            _ block: UnsafeRawPointer,
            schedule w: UnsafeMutablePointer<UInt32>,
            constants k: UnsafePointer<UInt32>
        ) {
            // Iterators are slow in debug builds.
            var t = 0
            while t < 16 {
                w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: t &* 4, as: UInt32.self))
                t &+= 1
            }
            while t < 64 {
                let x = w[t &- 15]
                let y = w[t &- 2]
                let small0 = Self.rotate(x, 7) ^ Self.rotate(x, 18) ^ (x &>> 3)
                let small1 = Self.rotate(y, 17) ^ Self.rotate(y, 19) ^ (y &>> 10)
                w[t] = w[t &- 16] &+ small0 &+ w[t &- 7] &+ small1
                t &+= 1
            }
            var (a, b, c, d, e, f, g, h) = (a, b, c, d, e, f, g, h)
            // After eight rounds each variable is back in its place, so none has to be moved.
            t = 0
            while t < 64 {
                Self.round(a, b, c, &d, e, f, g, &h, k[t] &+ w[t])
                Self.round(h, a, b, &c, d, e, f, &g, k[t &+ 1] &+ w[t &+ 1])
                Self.round(g, h, a, &b, c, d, e, &f, k[t &+ 2] &+ w[t &+ 2])
                Self.round(f, g, h, &a, b, c, d, &e, k[t &+ 3] &+ w[t &+ 3])
                Self.round(e, f, g, &h, a, b, c, &d, k[t &+ 4] &+ w[t &+ 4])
                Self.round(d, e, f, &g, h, a, b, &c, k[t &+ 5] &+ w[t &+ 5])
                Self.round(c, d, e, &f, g, h, a, &b, k[t &+ 6] &+ w[t &+ 6])
                Self.round(b, c, d, &e, f, g, h, &a, k[t &+ 7] &+ w[t &+ 7])
                t &+= 8
            }
            self.a &+= a
            self.b &+= b
            self.c &+= c
            self.d &+= d
            self.e &+= e
            self.f &+= f
            self.g &+= g
            self.h &+= h
        }

        /// Computes one round. Of the eight variables, six only move on; the other two change: `d` becomes the next
        /// `e`, and `h` the next `a`. It is transparent because debug builds inline nothing else.
        @_transparent
        private static func round(
            _ a: UInt32,
            _ b: UInt32,
            _ c: UInt32,
            _ d: inout UInt32,
            _ e: UInt32,
            _ f: UInt32,
            _ g: UInt32,
            _ h: inout UInt32,
            _ input: UInt32
        ) {
            let t1 = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ (g ^ (e & (f ^ g))) &+ input
            let t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) | (c & (a | b)))
            d &+= t1
            h = t1 &+ t2
        }

        @_transparent
        private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
            value &>> count | value &<< (32 &- count)
        }
    }
}
#endif
