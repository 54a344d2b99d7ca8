import Foundation

/// The lines that a client sends, without its line feeds. Memory is limited: the rest of a longer line is skipped.
struct MCPLines {
    enum Line: Equatable {
        case whole([UInt8])
        case tooLong
    }

    /// The maximum length of a line, in bytes.
    static let limit = 1 << 20

    private let file: Int32
    private var bytes: [UInt8] = []
    private var position = 0

    init(of file: Int32) {
        self.file = file
    }

    /// Returns the next line, which at the end of input may lack its line feed; nil at the end.
    mutating func next() -> Line? {
        var line: [UInt8] = []
        var (isTooLong, isEnded) = (false, false)
        while !isEnded {
            if position == bytes.count, !read() { break }
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
            let part = bytes[position..<(end ?? bytes.count)]
            isTooLong = isTooLong || line.count + part.count > Self.limit
            if isTooLong { line = [] } else { line += part }
            position += part.count + (end == nil ? 0 : 1)
            isEnded = end != nil
        }
        guard isEnded || isTooLong || !line.isEmpty else { return nil }
        return isTooLong ? .tooLong : .whole(line)
    }

    /// Reads more bytes. Returns false at the end of input.
    private mutating func read() -> Bool {
        var next = [UInt8](repeating: 0, count: 1 << 16)
        var count: Int
        repeat {
            count = next.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count > 0 else { return false }
        (bytes, position) = (Array(next[..<count]), 0)
        return true
    }
}
