import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Finds the recorded effect for a call in a replay: the first one with the same causes, name and input that no other
/// call has taken.
struct EffectMatcher {
    private let recording: FlowRecording
    private var paths: CausePaths
    /// The chains of causes of recorded effects, by index.
    private var recordedPaths: [Int] = []
    /// The indices of recorded effects by name.
    private var named: [String: [Int]] = [:]
    private var inputs: [Int: Tree] = [:]
    private var taken: Set<Int> = []
    /// The chains of the effects and actions of the replay.
    private var replayed: [CauseReference: Int] = [:]
    private var names: [Int: String] = [:]

    init(_ recording: FlowRecording) {
        self.recording = recording
        paths = CausePaths()
        var known: [CauseReference: Int] = [:]
        for index in recording.effects.indices {
            let effect = recording.effects[index].effect
            recordedPaths.append(path(of: effect.cause, &known))
            if effect.kind == .effect { named[effect.name, default: []].append(index) }
            if let input = effect.input { inputs[index] = input.withEqualMasks }
        }
    }

    private mutating func path(of cause: CauseReference?, _ known: inout [CauseReference: Int]) -> Int {
        var chain: [CauseReference] = []
        var path = CausePaths.root
        for link in recording.chain(from: cause) {
            if let number = known[link] {
                path = number
                break
            }
            chain.append(link)
        }
        for link in chain.reversed() {
            path = paths.path(recording.name(of: link) ?? "", in: path)
            known[link] = path
        }
        return path
    }

    /// Notes an effect or action of the replay.
    mutating func note(_ reference: CauseReference, _ name: String, cause: CauseReference?) {
        replayed[reference] = paths.path(name, in: cause.flatMap { replayed[$0] } ?? CausePaths.root)
        if case .effect(let id) = reference { names[id] = name }
    }

    /// Returns the index of the recorded effect for an effect of the replay.
    ///
    /// - Throws: `UnrecordedEffect`.
    mutating func take(_ id: Int, cause: CauseReference?, input: Tree?) throws(UnrecordedEffect) -> Int {
        let name = names[id] ?? ""
        let path = cause.flatMap { replayed[$0] } ?? CausePaths.root
        let input = input?.withEqualMasks
        let candidates = named[name] ?? []
        let match = candidates.first { index in
            !taken.contains(index) && recordedPaths[index] == path && inputs[index] == input
        }
        guard let match else {
            throw UnrecordedEffect(
                name: name,
                causes: paths.names(of: path),
                description: describe(name, path, input, candidates)
            )
        }
        taken.insert(match)
        return match
    }

    private func describe(_ name: String, _ path: Int, _ input: Tree?, _ candidates: [Int]) -> String {
        let with = input.map { " with input \(RecordedDifference.text(of: $0))" } ?? ""
        let call = "\(name)\(with)\(causes(path))"
        func recorded(_ index: Int) -> String {
            let effect = recording.effects[index].effect
            return "effect \(effect.id), \(effect.name)"
        }
        let here = candidates.filter { recordedPaths[$0] == path }
        if let last = here.last(where: { inputs[$0] == input }) {
            let count = here.count { inputs[$0] == input }
            return "\(call) was recorded \(count == 1 ? "once" : "\(count) times"), and is called once more. "
                + "The last is \(recorded(last))."
        }
        if let near = here.first(where: { !taken.contains($0) }) ?? here.first {
            return "\(call) was not recorded. The nearest is \(recorded(near)), whose input differs: "
                + differences(from: inputs[near], to: input)
        }
        if let near = candidates.first(where: { inputs[$0] == input && !taken.contains($0) }) ?? candidates.first {
            return "\(call) was not recorded. The nearest is \(recorded(near))\(causes(recordedPaths[near]))."
        }
        guard let near = named.keys.sorted().max(by: { name.likeness(to: $0) < name.likeness(to: $1) }) else {
            return "\(call) was not recorded, nor was any other effect."
        }
        return "\(call) was not recorded. The nearest name is \(near)."
    }

    private func differences(from recorded: Tree?, to input: Tree?) -> String {
        guard let recorded, let input else {
            return recorded == nil ? "it has none." : "it is \(RecordedDifference.text(of: recorded))."
        }
        return (RecordedDifference.text(from: recorded, to: input) ?? "it does not differ") + "."
    }

    private func causes(_ path: Int) -> String {
        let names = paths.names(of: path)
        return names.isEmpty ? "" : ", caused by " + names.joined(separator: " ← ")
    }
}

/// An error of an effect in a replay whose call was not recorded, or with another input.
public struct UnrecordedEffect: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the effect.
    public let name: String
    /// The names of the effects and actions that caused it, the root last.
    public let causes: [String]
    /// The call, and the nearest recorded one.
    public let description: String
}

extension Tree {
    /// The value with each mask replaced by the same text: two recorders have different masks for a secret.
    var withEqualMasks: Tree {
        Masks.occur(in: self) ? withoutMaskDigits : self
    }

    private var withoutMaskDigits: Tree {
        switch self {
        case .string(let text): .string(text.withEqualMasks)
        case .array(let node): Tree(elements: node.elements.map(\.withoutMaskDigits))
        case .object(let node): Tree(members: zip(node.keys, node.values.map(\.withoutMaskDigits)))
        case .null, .bool, .integer, .double, .number: self
        }
    }
}

extension String {
    /// The text with each mask replaced by the same text.
    fileprivate var withEqualMasks: String {
        var (text, rest) = ("", self[...])
        while let start = rest.firstRange(of: Masks.start),
            let end = rest[start.upperBound...].firstRange(of: Masks.end)
        {
            text += rest[..<start.upperBound] + Masks.end
            rest = rest[end.upperBound...]
        }
        return text + rest
    }

    /// Returns the number of characters that both begin with and end with.
    fileprivate func likeness(to other: String) -> Int {
        commonPrefix(with: other).count + String(reversed()).commonPrefix(with: String(other.reversed())).count
    }
}
