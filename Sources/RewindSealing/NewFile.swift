#if canImport(CryptoKit) || Sealing
import Foundation
import RewindSession

/// Writes files that are complete or not there at all, and that only their owner can read.
enum NewFile {
    static func write(
        to output: URL,
        replacing: Bool,
        _ body: (FileHandle) throws -> Void
    ) throws(SealingError) {
        let path = output.relativePath
        if !replacing, FileManager.default.fileExists(atPath: output.path) { throw .exists(path) }
        let draft = FileDraft(of: output)
        let descriptor = open(draft.url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(path, String(cString: strerror(errno))) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try body(file)
            try file.close()
            if replacing {
                try draft.sync()
                try draft.replaceOutput()
            } else {
                try draft.publish()
            }
        } catch {
            draft.discard()
            switch error {
            case let error as SealingError: throw error
            case SessionError.alreadyExists: throw .exists(path)
            default: throw .failed(path, "it cannot be written")
            }
        }
    }

    /// Writes a file from the content of another one.
    static func write(
        to output: URL,
        from input: URL,
        replacing: Bool,
        _ body: (FileHandle, FileHandle) throws -> Void
    ) throws(SealingError) {
        guard input.resolvingSymlinksInPath().path != output.resolvingSymlinksInPath().path else {
            throw .isInput(output.relativePath)
        }
        let descriptor = open(input.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(input.relativePath, String(cString: strerror(errno))) }
        let source = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try write(to: output, replacing: replacing) { try body(source, $0) }
    }
}

extension FileHandle {
    /// Returns the next bytes, fewer than `count` only at the end.
    func read(exactly count: Int) throws -> Data {
        var bytes = Data()
        while bytes.count < count, let next = try read(upToCount: count - bytes.count), !next.isEmpty { bytes += next }
        return bytes
    }

    /// Calls `body` with each part of the rest; the last one may be shorter or empty.
    func forEachPart(of size: Int, _ body: (_ part: Data, _ isLast: Bool) throws -> Void) throws {
        var part = try read(exactly: size)
        while true {
            let next = part.count < size ? Data() : try read(exactly: size)
            try body(part, next.isEmpty)
            if next.isEmpty { return }
            part = next
        }
    }
}
#endif
