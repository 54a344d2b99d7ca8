import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct HostileChunkTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try SampleSession(seed: 1, count: 5).write(to: folder.session())
    }

    /// Makes the initial state the last of `bodies`, each of which may refer to the previous one as `LAST`.
    private func plant(_ bodies: [String]) throws {
        for (index, body) in bodies.enumerated() {
            let reference = "{\"$chunk\":\(999 + index)}"
            try SQL.execute(
                "INSERT INTO chunk (id, hash, body) VALUES (?, CAST(? AS BLOB), ?)",
                [1_000 + index, "hash \(index)", body.replacingOccurrences(of: "LAST", with: reference)],
                in: url
            )
        }
        try SQL.execute("UPDATE snapshot SET chunk = ? WHERE seq = 0", [999 + bodies.count], in: url)
    }

    @Test(
        arguments: [
            ["0"] + Array(repeating: "[LAST,LAST]", count: 60),
            ["0"]
                + Array(
                    repeating: String(repeating: "[", count: 500) + "LAST" + String(repeating: "]", count: 500),
                    count: 5
                ),
            ["0"] + Array(repeating: "[LAST]", count: 261),
            ["0"] + Array(repeating: "[LAST]", count: 260),
        ]
    )
    func `Chunks with too many levels or repeated references are an error`(bodies: [String]) throws {
        try plant(bodies)
        let reader = try SessionReader(opening: url)
        let isFine = bodies.count == 261
        if isFine {
            #expect(try reader.snapshot(0)?.levels == 260)
        } else {
            #expect(throws: SessionError.self) { try reader.snapshot(0) }
            #expect(try !SessionCheck.run(reader).findings.isEmpty)
        }
    }
}
