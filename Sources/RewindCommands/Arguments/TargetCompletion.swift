import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Shell completion of points in time and pointers, from the session that the command line names.
enum TargetCompletion {
    static let references = CompletionKind.custom { words, _, prefix in offer(words) { references(in: $0, prefix) } }
    static let types = CompletionKind.custom { words, _, prefix in
        offer(words) { types(in: $0).filter { $0.hasPrefix(prefix) } }
    }
    static let bookmarks = CompletionKind.custom { words, _, prefix in
        offer(words) { try $0.session.bookmarks().map(\.name).filter { $0.hasPrefix(prefix) } }
    }
    static let pointers = CompletionKind.custom { words, _, prefix in offer(words) { try pointers(in: $0, prefix) } }
    static let targets = CompletionKind.custom { words, _, prefix in
        offer(words) { try prefix.hasPrefix("/") ? pointers(in: $0, prefix) : references(in: $0, prefix) + ["/"] }
    }

    /// The first argument: a session, or what follows it if it is omitted.
    static let fileOrTarget = CompletionKind.custom { words, _, prefix in
        let path = DefaultSession.unquoted(prefix)
        return files(path)
            + offer(words) { timeline in
                // The arguments of `dispatch` and `bookmark` are names, and those of others are REFs and POINTERs.
                switch words.dropFirst().first {
                case "dispatch": types(in: timeline).filter { $0.hasPrefix(path) }
                case "bookmark": try timeline.session.bookmarks().map(\.name).filter { $0.hasPrefix(path) }
                case _ where path.hasPrefix("/"): try pointers(in: timeline, path)
                default: path.isEmpty ? [] : references(in: timeline, path)
                }
            }
    }

    /// Returns the sessions and folders whose paths begin with a text.
    private static func files(_ path: String) -> [String] {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, start) = (String(path[..<end]), path[end...])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.filter { $0.hasPrefix(start) && $0.hasPrefix(".") == start.hasPrefix(".") }.sorted()
            .compactMap { name in
                // bash adds the slash itself.
                let slash = CompletionShell.requesting == .bash ? "" : "/"
                if DefaultSession.isFolder(folder + name) { return folder + name + slash }
                return name.hasSuffix(".rewind") ? folder + name : nil
            }
    }

    /// The maximum number of array elements offered.
    private static let mostElements = 20
    /// The units of a duration, as in `:error~10s`.
    private static let units = ["ms", "s", "min", "h", "d"]

    /// Returns the result of `body`; nothing if there is no session, or if opening it would change it.
    private static func offer(_ words: [String], _ body: (Timeline) throws -> [String]) -> [String] {
        guard let file = DefaultSession.file(in: words) else { return [] }
        let url = URL(fileURLWithPath: file)
        guard (try? SessionRecovery.isRecorderAtWork(on: url)) != .some(false) else { return [] }
        guard let timeline = try? Timeline(opening: url) else { return [] }
        defer { timeline.session.close() }
        let offers = (try? body(timeline)) ?? []
        // zsh takes the part after a colon for a description.
        return CompletionShell.requesting == .zsh ? offers.map { $0.replacing(":", with: "\\:") } : offers
    }

    private static func references(in timeline: Timeline, _ prefix: String) -> [String] {
        if let dots = prefix.range(of: "..", options: .backwards) {
            let (range, end) = (prefix[..<dots.upperBound], String(prefix[dots.upperBound...]))
            return references(in: timeline, end).map { range + $0 }
        }
        if prefix.contains(#/.[~+][0-9]+[a-z]*$/#), let digit = prefix.lastIndex(where: \.isNumber) {
            return units.map { prefix[...digit] + $0 }.filter { $0.hasPrefix(prefix) }
        }
        let marks = (try? timeline.session.bookmarks().map { ":\($0.name)" }) ?? []
        let types = types(in: timeline).map { "@\($0)" }
        return (["start", "end", "cursor"] + marks + types).filter { $0.hasPrefix(prefix) }
    }

    private static func types(in timeline: Timeline) -> [String] {
        (try? timeline.session.typeNames()) ?? []
    }

    /// Returns the pointers one level below the complete part of `prefix`, in any state.
    private static func pointers(in timeline: Timeline, _ prefix: String) throws -> [String] {
        let end = prefix.lastIndex(of: "/") ?? prefix.startIndex
        let holder = try Pointer(parsing: String(prefix[..<end]))
        var tokens: [String] =
            switch try timeline.value(at: timeline.cursor(), holder) {
            case .object(let object)?: object.keys
            case .array(let array)?: array.elements.indices.prefix(mostElements).map(String.init)
            default: []
            }
        // Members that other states have.
        let others = Set(try timeline.session.indexedMembers(of: holder)).subtracting(tokens)
        tokens += others.filter { Pointer.index(of: $0).map { $0 < mostElements } ?? true }.sorted()
        return tokens.map { Pointer(holder.tokens + [$0]).description }.filter { $0.hasPrefix(prefix) }
    }
}
