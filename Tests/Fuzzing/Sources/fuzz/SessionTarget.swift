import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// A session: after the first byte, the bytes of its file or a program that edits a sound one. It is opened, with or
/// without a crash log, asked every question, and copied in one of several ways.
enum SessionTarget {
    private static let line = """
        {"began":57,"at":17,"type":"Last","coder":"codable","payload":{},"end":57}

        """

    static func run(_ bytes: [UInt8]) {
        guard let mode = bytes.first else { return }
        if mode % 2 == 0 { Scratch.start(with: Array(bytes.dropFirst())) } else { edit(bytes.dropFirst()) }
        // Side files only apply to a session that was not closed.
        if mode >= 0x80 { Scratch.write(Self.line.utf8, to: Scratch.url("a.rewind-began")) }
        let isSound = Questions.ask(Scratch.session)
        Copies.make(of: Scratch.session, UInt8(mode / 2), isSound: isSound)
    }

    private static func edit(_ bytes: ArraySlice<UInt8>) {
        do {
            let base = try Base.sound.get()
            Scratch.start(with: base.bytes)
            let connection = try Connection(path: Scratch.session.path)
            var program = EditProgram(bytes, for: base)
            try? program.run(in: connection)
            try connection.close()
            guard bytes.isEmpty else { return }
            // Edits of a session that is rejected anyway would test nothing.
            let findings = try SessionCheck.run(SessionReader(opening: Scratch.session)).findings
            require(findings.isEmpty, "The unedited session has \(findings)")
        } catch {
            require(false, "The session to be edited cannot be made: \(error)")
        }
    }
}
