import Foundation
import RewindSession

/// The lines typed in the debugger, kept across sessions in a file that only its owner can read: `$REWIND_HISTORY`, or
/// `~/.rewind_history`. It can contain what was typed, including payloads. An empty variable turns it off.
struct DebugHistory {
    /// The number of lines that are kept.
    static let mostLines = 1_000

    private let path: String?

    init(in environment: [String: String] = ProcessInfo.processInfo.environment) {
        let path = environment["REWIND_HISTORY"] ?? environment["HOME"].map { $0 + "/.rewind_history" }
        self.path = path?.isEmpty == false ? path : nil
    }

    /// Returns the lines, oldest first; none if the file cannot be read. Shortens a long file.
    func lines() -> [String] {
        guard let path, FileStatus(path: path)?.isRegular == true,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return [] }
        let all = text.split(separator: "\n").map(String.init)
        let lines = Array(all.suffix(Self.mostLines))
        if all.count > 2 * Self.mostLines {
            let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            let file = NewFile(argument: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            try? file.write(bytes, from: nil, overwrites: true)
        }
        return lines
    }

    /// Adds a line. Several debuggers may do so at the same time.
    func add(_ line: String) {
        guard let path, !line.allSatisfy(\.isWhitespace),
            let file = try? Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK),
            FileStatus(of: file)?.isRegular == true, fchmod(file.number, 0o600) == 0
        else { return }
        let handle = FileHandle(fileDescriptor: file.number, closeOnDealloc: false)
        try? handle.write(contentsOf: Data((line + "\n").utf8))
    }
}
