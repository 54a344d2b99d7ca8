import RewindInspector

/// What the page of the inspector is told when it cannot be answered.
extension Wording {
    static func failure(of error: InspectorError) -> Failure {
        switch error {
        case .noSuchAction(let seq):
            Failure(message: "There is no action \(seq).", hint: "The session may have been replaced by another one.")
        case .noSuchState(let seq, let first, let last):
            Failure(message: "There is no state at \(seq).", hint: "The session has those from \(first) to \(last).")
        case .badParameter(let name):
            Failure(
                message: "\(name) is missing, or is not what it should be.",
                hint: "The page \"The inspector's API\" of the documentation tells what can be asked."
            )
        case .badPointer: Failure(message: "The pointer is malformed.", hint: pointerHint)
        }
    }
}
