import ArgumentParser
import RewindReplay
import RewindTree

/// The options of a re-run of the app's flows.
struct FlowOptions: ParsableArguments {
    @Flag(help: "Run the app's flows, with the recorded outcomes of its effects")
    var flows = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Outcome of an effect: {\"value\":…}, {\"error\":…} or {\"canceled\":true}",
            valueName: "number> <json"
        )
    )
    var editEffect: [String] = []

    /// Checks that the options fit together.
    ///
    /// - Throws: `ValidationError`.
    func check() throws {
        guard editEffect.count.isMultiple(of: 2), editEffect.isEmpty || flows else {
            throw ValidationError.editedEffects
        }
    }

    /// Returns the recording with the edited outcomes.
    ///
    /// - Throws: `ValidationError`, `ReplayError`.
    func edited(_ recording: FlowRecording) throws -> FlowRecording {
        var recording = recording
        for index in stride(from: 0, to: editEffect.count, by: 2) {
            guard let id = Int(editEffect[index]), let outcome = try? Tree(parsing: editEffect[index + 1]) else {
                throw ValidationError.editedEffects
            }
            try recording.edit(id, outcome: outcome)
        }
        return recording
    }
}
