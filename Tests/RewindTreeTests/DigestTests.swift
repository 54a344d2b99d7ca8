import RewindTree
import TestSupport
import Testing

@Suite struct DigestTests {
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
    )
    func `The digests of the NIST vectors are the published ones`(text: String, hex: String) {
        #expect(Digest(of: Array(text.utf8)).hex == hex)
    }

    @Test(
        arguments: [
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
            (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        ]
    )
    func `Texts with lengths around a block's end have the right digests`(count: Int, hex: String) {
        #expect(Digest(of: Array(repeating: UInt8(ascii: "a"), count: count)).hex == hex)
    }

    @Test(
        arguments: [
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (54, "675f28acc0b90a72d1c3a570fe83ac565555db358cf01826dc8eefb2bf7ca0f3"),
            (57, "2fe741af801cc238602ac0ec6a7b0c3a8a87c7fc7d7f02a3fe03d1c12eac4d8f"),
            (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
            (65, "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"),
            (111, "60780e9451bdc43cf4530ffc95cbb0c4eb24dae2c39f55f334d679e076c08065"),
            (121, "335a461692b30bba1d647cc71604e88e676c90e4c22455d0b8c83f4bd7c8ac9b"),
            (127, "92ca0fa6651ee2f97b884b7246a562fa71250fedefe5ebf270d31c546bfea976"),
            (128, "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5"),
            (129, "5099c6a56203f9687f7d33f4bfdf576d31dc91f6b695ecea38b2770c87631135"),
            (183, "b1459345163aed1c356302a5230f8912564b04f340610b18ef1aa2c47b418981"),
            (184, "82f63a1d007fd9796756abbbf51c246884dde3d79cf9cacacc901462ae75e3ff"),
            (1000, "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d"),
        ]
    )
    func `The digest does not depend on where the bytes are in memory`(count: Int, hex: String) {
        for offset in 0..<9 {
            let bytes = Array(repeating: 0xFF, count: offset) + (0..<count).map { UInt8($0 % 251) }
            let digest = bytes.withUnsafeBytes { Digest(of: UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            #expect(digest.hex == hex)
        }
    }

    @Test func `An empty buffer without an address has the digest of no bytes`() {
        #expect(Digest(of: UnsafeRawBufferPointer(start: nil, count: 0)) == Digest(of: []))
    }

    private func sha(_ text: String) -> String { Digest(of: Array(text.utf8)).hex }

    @Test func `A tree's digest is computed from the digests of the containers inside`() {
        let tree: Tree = ["a": 1, "b": [true], "c": [[:], "x"]]
        let inner = "[#\(sha("{}")),\"x\"]"
        #expect(tree.digest.hex == sha(#"{"a":1,"b":#\#(sha("[true]")),"c":#\#(sha(inner))}"#))
        #expect(Tree.string("é").digest.hex == sha("\"é\""))
        #expect(Tree.integer(1).digest != Tree.double(1).digest)
    }

    @Test func `A caller can provide the digests of children`() {
        let tree: Tree = ["a": [1, [2]], "b": [:], "c": 3]
        var asked: [Tree] = []
        let (digest, _) = tree.digested { child in
            asked.append(child)
            return child.digest
        }
        #expect(digest == tree.digest)
        #expect(asked == [[1, [2]], [:]])
    }

    @Test(arguments: Thoroughness.first(25, of: 0..<100 as Range<UInt64>))
    func `Equal trees have equal digests, and different ones do not`(seed: UInt64) throws {
        var maker = TreeMaker(seed: seed)
        let tree = maker.value(depth: 4)
        let other = maker.mutation(of: tree)
        #expect(try Tree(parsing: tree.text).digest == tree.digest)
        #expect((tree.digest == other.digest) == (tree == other))
    }

    @Test func `The bytes of a digest are those of its digits`() throws {
        let digest = Tree.null.digest
        #expect(digest.bytes.count == 32)
        #expect(digest.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest.hex)
    }
}
