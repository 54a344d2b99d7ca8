import Foundation
import RewindTree

/// The answer to a call of a tool: a part of the output of its commands, and their messages.
struct MCPAnswer {
    /// Runs a command of the tool and passes on its output, as `ToolProcess` does.
    typealias Runner = (
        _ arguments: [String], _ take: (UnsafeRawBufferPointer) throws -> Bool
    ) throws -> ToolProcess.End

    /// The maximum number of bytes of output in an answer.
    static let limit = 8_000

    let text: String
    let isError: Bool
    /// The output as a value, if it is whole and JSON whose numbers are doubles: an object, or its lines as `items`.
    private(set) var structured: Tree?

    init(text: String, isError: Bool) {
        (self.text, self.isError) = (text, isError)
    }

    /// Runs commands, and keeps their output from a byte on. A command whose output no longer fits is ended.
    ///
    /// - Throws: Any error of `run`.
    init(of commands: [[String]], from offset: Int, by run: Runner) throws {
        var page = Page(offset: offset)
        var (messages, isError) = ("", false)
        for command in commands where !page.isFull {
            let end = try run(command) { bytes in
                page.take(bytes)
                return !page.isFull
            }
            messages += ([end.errors] + (end.failure?.lines() ?? []).map { $0 + "\n" }).joined()
            guard !page.isFull else { break }
            // 1 is an answer: "differs" or "not found".
            isError = isError || end.status != 0 && end.status != 1
            if end.status == nil { messages += "Error: The command \(command[0]) was ended by a signal.\n" }
        }
        let parts = [page.text, messages.trimmingCharacters(in: .newlines)].filter { !$0.isEmpty }
        self.init(text: parts.isEmpty ? "(nothing)" : parts.joined(separator: "\n"), isError: isError)
        if offset == 0, !isError { structured = page.json }
    }

    /// A part of an output.
    private struct Page {
        let offset: Int
        private var skipped = 0
        private var bytes: [UInt8] = []

        init(offset: Int) {
            self.offset = offset
        }

        var isFull: Bool { bytes.count > MCPAnswer.limit }

        mutating func take(_ new: UnsafeRawBufferPointer) {
            let before = min(offset - skipped, new.count)
            skipped += before
            bytes += new.dropFirst(before).prefix(MCPAnswer.limit + 1 - bytes.count)
        }

        /// The output, if it is whole and consists of lines of JSON.
        var json: Tree? {
            guard !isFull else { return nil }
            let items = bytes.split(separator: UInt8(ascii: "\n")).map { try? Tree(parsing: Array($0)) }
            guard let first = items.first, let first, !items.contains(nil) else { return nil }
            guard items.allSatisfy({ $0.map(Self.isReadable) ?? false }) else { return nil }
            if items.count == 1, case .object = first { return first }
            return ["items": Tree(elements: items.compactMap(\.self))]
        }

        /// False if the value has a number beyond those of a double: many clients would refuse the whole message.
        private static func isReadable(_ value: Tree) -> Bool {
            switch value {
            case .number(let text): Double(text).map(\.isFinite) ?? false
            case .array(let elements): elements.elements.allSatisfy(isReadable)
            case .object(let members): members.values.allSatisfy(isReadable)
            default: true
            }
        }

        /// The lines that fit, and how to get the next ones.
        var text: String {
            guard isFull else {
                let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
                return text.isEmpty && offset > 0 ? "(The answer has only \(skipped) bytes.)" : text
            }
            let limit = MCPAnswer.limit
            let line = bytes[(limit / 2)..<limit].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            // Not inside a character: its bytes after the first one begin with the bits 10.
            let end = line ?? bytes[...limit].lastIndex { $0 & 0b1100_0000 != 0b1000_0000 } ?? limit
            return String(decoding: bytes[..<end], as: UTF8.self) + (line == nil ? "\n" : "")
                + "(More follows. Ask for less: a range, limit, pointer or depth; or continue with offset \(offset + end).)"
        }
    }
}
