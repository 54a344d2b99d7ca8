#if Sealing
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

@testable import RewindSealing

@Suite struct SealedFileTests {
    private let folder = TemporaryFolder()
    private let key = TeamPrivateKey()

    private var plain: URL { folder.file("a.rewind") }
    private var sealed: URL { folder.file("a.sealed") }
    private var opened: URL { folder.file("b.rewind") }

    /// Writes random content and seals it.
    private func seal(_ count: Int, seed: UInt64 = 1) throws -> Data {
        var random = SplitMix64(seed: seed)
        let content = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        try content.write(to: plain)
        try key.publicKey.seal(contentsOf: plain, to: sealed, replacing: true)
        return content
    }

    /// Opens some bytes; nil with the error if that fails, after checking that no file is left.
    private func open(_ bytes: Data, with key: TeamPrivateKey? = nil) throws -> (content: Data?, error: SealingError?) {
        try bytes.write(to: sealed)
        do throws(SealingError) {
            try (key ?? self.key).unseal(contentsOf: sealed, to: opened)
        } catch {
            #expect(try folder.contents == ["a.rewind", "a.sealed"])
            return (nil, error)
        }
        defer { try? FileManager.default.removeItem(at: opened) }
        return (try Data(contentsOf: opened), nil)
    }

    private static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000, 1_000_003]

    @Test(arguments: sizes) func `A file of any size comes out as it went in`(size: Int) throws {
        let content = try seal(size)
        let bytes = try Data(contentsOf: sealed)
        #expect(try open(bytes).content == content)
        var status = stat()
        #expect(stat(sealed.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `The same content is sealed differently each time, and shows nothing of it`() throws {
        try Data(repeating: 65, count: 100_000).write(to: plain)
        var files: Set<Data> = []
        for _ in 0..<3 {
            try key.publicKey.seal(contentsOf: plain, to: sealed, replacing: true)
            let bytes = try Data(contentsOf: sealed)
            #expect(bytes.range(of: Data(repeating: 65, count: 8)) == nil)
            files.insert(bytes)
        }
        #expect(files.count == 3)
    }

    @Test func `Another key opens nothing`() throws {
        _ = try seal(100)
        let bytes = try Data(contentsOf: sealed)
        let error = try open(bytes, with: TeamPrivateKey()).error
        #expect(error?.description.hasSuffix("a.sealed was sealed for another key, or is damaged.") == true)
    }

    @Test(arguments: Thoroughness.first(40, of: 0..<1_000))
    func `Any damage is noticed, and leaves no file`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sizes = [0, 10, 65_536, 131_072, 150_000]
        let content = try seal(sizes[random.below(sizes.count)], seed: seed)
        var bytes = try Data(contentsOf: sealed)
        let (start, part) = (48, 65_552)
        let (first, second) = (start + part, start + 2 * part)
        switch random.below(5) {
        case 0: bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
        case 1: bytes = bytes.prefix(random.below(bytes.count))
        case 2: bytes.append(Data(repeating: 0, count: 1 + random.below(100)))
        case 3 where bytes.count > second:
            let exchanged = Data(bytes[first..<second]) + Data(bytes[start..<first])
            bytes.replaceSubrange(start..<second, with: exchanged)
        case 4 where bytes.count > first: bytes.removeSubrange(start..<first)
        default: bytes = bytes.dropLast(16)
        }
        let result = try open(bytes)
        #expect(result.content == nil && result.error != nil, "\(content.count)")
    }

    @Test(arguments: [131_072, 150_000]) func `A file cut after a whole part is damaged`(size: Int) throws {
        _ = try seal(size)
        let bytes = try Data(contentsOf: sealed)
        for parts in 0..<2 {
            let error = try open(bytes.prefix(48 + parts * 65_552)).error
            #expect(error?.description.contains("damaged") == true)
        }
    }

    @Test func `Nothing is replaced unless asked, and never the input`() throws {
        let content = try seal(10)
        #expect(throws: SealingError.exists(sealed.relativePath)) {
            try key.publicKey.seal(contentsOf: plain, to: sealed)
        }
        #expect(throws: SealingError.isInput(plain.relativePath)) {
            try key.publicKey.seal(contentsOf: plain, to: plain, replacing: true)
        }
        try key.unseal(contentsOf: sealed, to: plain, replacing: true)
        #expect(try Data(contentsOf: plain) == content)
        #expect(throws: SealingError.self) { try key.unseal(contentsOf: plain, to: sealed, replacing: true) }
        #expect(throws: SealingError.self) {
            try key.publicKey.seal(contentsOf: folder.file("none"), to: opened)
        }
        #expect(throws: SealingError.self) {
            try key.publicKey.seal(contentsOf: plain, to: folder.file("none/a"))
        }
        #expect(try folder.contents == ["a.rewind", "a.sealed"])
    }

    @Test func `A key is read as it was written, and only from a file that others cannot read`() throws {
        let file = folder.file("team.key")
        try key.write(to: file)
        #expect(try TeamPrivateKey(contentsOf: file).publicKey == key.publicKey)
        #expect(throws: SealingError.exists(file.relativePath)) { try key.write(to: file) }
        try folder.setPermissions(0o640, of: "team.key")
        #expect(throws: SealingError.isReadable(file.relativePath)) { try TeamPrivateKey(contentsOf: file) }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(throws: SealingError.isPrivateKey) { try TeamKey(text) }
        #expect(try TeamKey("\(key.publicKey)\n") == key.publicKey)
        #expect(!"\(key)\(String(reflecting: key))".contains(text.dropFirst(15).prefix(20)))
    }

    @Test(arguments: ["", "rewind-public-", "rewind-public-AAAA", "rewind-public-!", "ssh-ed25519 AAAA"])
    func `Other texts are no keys`(text: String) {
        #expect(throws: SealingError.notAPublicKey) { try TeamKey(text) }
    }

    /// Opens a file as RFC 9180 describes it, with nothing but X25519, HMAC, and ChaCha20-Poly1305.
    private static let python = """
        import base64, hashlib, hmac, struct, sys
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        mac = lambda key, data: hmac.new(key, data, hashlib.sha256).digest()
        extract = lambda suite, salt, label, data: mac(salt or bytes(32), b"HPKE-v1" + suite + label + data)
        def expand(suite, secret, label, info, length):
            return mac(secret, struct.pack(">H", length) + b"HPKE-v1" + suite + label + info + b"\\x01")[:length]
        secret = X25519PrivateKey.from_private_bytes(base64.b64decode(open(sys.argv[1]).read().strip()[15:]))
        data = open(sys.argv[2], "rb").read()
        info, enc, rest = data[:16], data[16:48], data[48:]
        kem, suite = b"KEM" + struct.pack(">H", 0x20), b"HPKE" + struct.pack(">HHH", 0x20, 1, 3)
        shared = secret.exchange(X25519PublicKey.from_public_bytes(enc))
        context = enc + secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        shared = expand(kem, extract(kem, b"", b"eae_prk", shared), b"shared_secret", context, 32)
        schedule = bytes(1) + extract(suite, b"", b"psk_id_hash", b"") + extract(suite, b"", b"info_hash", info)
        secret = extract(suite, shared, b"secret", b"")
        cipher = ChaCha20Poly1305(expand(suite, secret, b"key", schedule, 32))
        base = int.from_bytes(expand(suite, secret, b"base_nonce", schedule, 12), "big")
        parts = [rest[i:i + 65552] for i in range(0, len(rest), 65552)]
        plain = b""
        for number, part in enumerate(parts):
            mark = bytes([number == len(parts) - 1])
            plain += cipher.decrypt((base ^ number).to_bytes(12, "big"), part, mark)
        sys.stdout.write(hashlib.sha256(plain).hexdigest())
        """

    private static func runPython(_ arguments: [String]) async -> String? {
        let result = try? await Subprocess.run(
            .name("python3"),
            arguments: Arguments(arguments),
            output: .string(limit: 1 << 16),
            error: .discarded
        )
        guard let result, result.terminationStatus.isSuccess else { return nil }
        return result.standardOutput
    }

    @Test(arguments: [0, 65_536, 200_000]) func `Another implementation of the standard opens a file`(size: Int)
        async throws
    {
        guard await Self.runPython(["-c", "from cryptography.hazmat.primitives.asymmetric import x25519"]) != nil
        else { return }
        let content = try seal(size)
        let file = folder.file("team.key")
        try key.write(to: file)
        let digest = await Self.runPython(["-c", Self.python, file.path, sealed.path])
        #expect(digest == SHA256.hash(data: content).map { String(format: "%02x", $0) }.joined())
    }
}
#endif
