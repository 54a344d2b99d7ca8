import Rewind
import RewindSession
import RewindTimeline
import RewindTree

/// A recorded error whose type cannot be decoded, in place of that error in a replay.
public struct RecordedFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the error's type; nil if it was not recorded.
    public let type: String?
    /// The error as JSON.
    public let json: String

    /// The type and the error.
    public var description: String { "\(type ?? "error"): \(json)" }
}

/// Converting recorded outcomes to values and errors of the app.
extension FlowReplay {
    /// Returns the result of a call; nil if its types cannot hold it, which is noted.
    func result<Value, Failure: Error>(of answer: Answer) -> Result<Value, Failure>? {
        switch answer {
        case .unrecorded(let error):
            if let failure = error as? Failure { return .failure(failure) }
            return nil
        case .open, .alreadyBegun:
            return (CancellationError() as? Failure).map { .failure($0) }
        case .outcome(let outcome):
            let name = recording.effect(outcome.effect)?.effect.name ?? ""
            let label = "Effect \(outcome.effect), \(name)"
            switch outcome.status {
            case .done: return value(outcome, label).map { .success($0) }
            case .failed: return failure(outcome, label).map { .failure($0) }
            case .canceled:
                if let failure = CancellationError() as? Failure { return .failure(failure) }
                return failure(outcome, label).map { .failure($0) }
            }
        }
    }

    private func value<Value>(_ outcome: OutcomeRecord, _ label: String) -> Value? {
        if let nothing = () as? Value { return nothing }
        guard outcome.coder == .codable, let type = Value.self as? any Decodable.Type else {
            noteFailure("\(label), ran: \(TypeName.of(Value.self)) is not Codable, so a replay cannot return it.")
            return nil
        }
        guard let tree = outcome.value else {
            noteFailure("\(label), ran: its value was not recorded.")
            return nil
        }
        do {
            return try decode(type, tree) as? Value
        } catch {
            noteFailure("\(label), ran: its value does not decode: \(DecodingFailure(error, in: tree)).")
            return nil
        }
    }

    private func failure<Failure: Error>(_ outcome: OutcomeRecord, _ label: String) -> Failure? {
        let name = outcome.type ?? ""
        let registered = options.errors.filter {
            name == TypeName.of($0) || name.hasPrefix("\(TypeName.of($0)).")
        }
        let types = [Failure.self as? any Decodable.Type].compactMap(\.self) + registered
        if outcome.coder == .codable, let tree = outcome.value {
            for type in types { if let failure = (try? decode(type, tree)) as? Failure { return failure } }
        }
        let recorded = RecordedFailure(type: outcome.type, json: outcome.value?.text ?? "null")
        if let failure = recorded as? Failure { return failure }
        let reason =
            Failure.self == Never.self
            ? "it cannot throw, and so cannot fail as recorded"
            : "\(TypeName.of(Failure.self)) is not Codable, so a replay cannot throw it"
        noteFailure("\(label), ran: \(reason).")
        return nil
    }

    private func decode<T: Decodable>(_ type: T.Type, _ tree: Tree) throws -> T {
        try TreeDecoder(userInfo: options.recorder.userInfo).decode(type, from: tree)
    }
}
