import RewindInspector
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

@testable import RewindCommands

/// The cases by name. The switches are exhaustive, so that a new case does not build until it is named here, and the
/// lists then ask for its words.
extension WordingSample {
    static let allCases = Set([
        "notFound", "isDirectory", "notASession", "unsupportedVersion", "damaged", "alreadyExists", "noSuchFolder",
        "beingRecorded", "diskFull", "notPermitted", "system",
        "scrub.incomplete", "scrub.nothingThere", "malformedPattern", "nothingMatches",
        "query.failed", "query.notAllowed", "query.notOneQuery", "query.hasParameters", "query.malformedPointer",
        "query.tookTooLong", "query.tooLarge",
        "notASession.empty", "notASession.notSQLite", "notASession.otherApplication", "notASession.missingTable",
        "notASession.plantedSchema", "notASession.otherColumns",
        "damaged.cutShort", "damaged.sqlite", "damaged.actionMissing", "damaged.chunkMissing", "damaged.chunkCycle",
        "damaged.malformed", "damaged.tooDeep", "damaged.patchDoesNotApply", "damaged.noInitialState",
        "damaged.noSoundAction",
        "malformedReference", "referenceOutOfRange", "pruned", "noSuchBookmark", "nothingToUndo", "nothingToRedo",
        "noActionOfType", "notRecordedThen", "emptyRange", "noSession", "severalSessions",
        "bookmarkExists", "noActionLed", "noScreens",
        "notABranch", "malformedExpression", "notAnAncestor",
        "unknownState", "malformedPointer", "pointer", "decoding", "noSuchPointer", "nothingAt", "neverAnything",
        "notWritten", "noValueHeld", "tooManyToAlign", "textNotFound",
        "countTooSmall",
        "noSuchCommand", "outputExists", "outputIsFolder", "outputIsNoFile", "outputIsInput", "outputIsSideFile",
        "outputFailed", "portTaken",
        "inspector.noSuchAction", "inspector.noSuchState", "inspector.badParameter", "inspector.badPointer",
        "inspector.stateNotKnown", "inspector.noReducer", "inspector.notRerunYet", "inspector.testTooLong",
        "rerunTrapped", "rerunRefused",
        "conditionNeverHeld", "goodIsBad", "badIsGood", "endIsUntestable", "testAborted",
        "bookmark.unusableName", "bookmark.noteTooLong", "cut.noActions", "cut.stateNotKnown",
        "malformedAction",
    ]).union(replayCases).union(steeringCases)

    /// The names of the error's case and of the case inside it.
    var cases: [String] {
        switch error {
        case let error as SessionError: Self.cases(of: error)
        case let error as QueryError: ["query." + Self.name(of: error)]
        case let error as ScrubError: ["scrub." + Self.name(of: error)]
        case let error as BookmarkError: ["bookmark." + Self.name(of: error)]
        case let error as CutError: ["cut." + Self.name(of: error)]
        case let error as InspectorError: ["inspector." + Self.name(of: error)]
        case let error as TimelineError: [Self.name(of: error)]
        case let error as CommandError: [Self.name(of: error)]
        case let error as ReplayError: [Self.name(of: error)]
        case let error as SteeringError: ["steering." + Self.name(of: error)]
        case is RecordedSession.UnknownState: ["unknownState"]
        case is PointerError: ["pointer"]
        case is DecodingError: ["decoding"]
        default: []
        }
    }

    private static func cases(of error: SessionError) -> [String] {
        switch error {
        case .notFound: ["notFound"]
        case .isDirectory: ["isDirectory"]
        case .notASession(_, let mismatch): ["notASession", "notASession." + name(of: mismatch)]
        case .unsupportedVersion: ["unsupportedVersion"]
        case .damaged(_, let damage): ["damaged", "damaged." + name(of: damage)]
        case .alreadyExists: ["alreadyExists"]
        case .noSuchFolder: ["noSuchFolder"]
        case .beingRecorded: ["beingRecorded"]
        case .diskFull: ["diskFull"]
        case .notPermitted: ["notPermitted"]
        case .system: ["system"]
        }
    }

    private static func name(of mismatch: SessionError.Mismatch) -> String {
        switch mismatch {
        case .empty: "empty"
        case .notSQLite: "notSQLite"
        case .otherApplication: "otherApplication"
        case .missingTable: "missingTable"
        case .otherColumns: "otherColumns"
        case .plantedSchema: "plantedSchema"
        }
    }

    private static func name(of damage: SessionError.Damage) -> String {
        switch damage {
        case .cutShort: "cutShort"
        case .sqlite: "sqlite"
        case .actionMissing: "actionMissing"
        case .chunkMissing: "chunkMissing"
        case .chunkCycle: "chunkCycle"
        case .malformed: "malformed"
        case .tooDeep: "tooDeep"
        case .patchDoesNotApply: "patchDoesNotApply"
        case .noInitialState: "noInitialState"
        case .noSoundAction: "noSoundAction"
        }
    }

    private static func name(of error: ScrubError) -> String {
        switch error {
        case .incomplete: "incomplete"
        case .nothingThere: "nothingThere"
        }
    }

    private static func name(of error: BookmarkError) -> String {
        switch error {
        case .unusableName: "unusableName"
        case .noteTooLong: "noteTooLong"
        }
    }

    private static func name(of error: CutError) -> String {
        switch error {
        case .noActions: "noActions"
        case .stateNotKnown: "stateNotKnown"
        }
    }

    private static func name(of problem: QueryError) -> String {
        switch problem {
        case .failed: "failed"
        case .notAllowed: "notAllowed"
        case .notOneQuery: "notOneQuery"
        case .hasParameters: "hasParameters"
        case .malformedPointer: "malformedPointer"
        case .tookTooLong: "tookTooLong"
        case .tooLarge: "tooLarge"
        }
    }

    private static func name(of error: TimelineError) -> String {
        switch error {
        case .malformedReference: "malformedReference"
        case .referenceOutOfRange: "referenceOutOfRange"
        case .pruned: "pruned"
        case .noSuchBookmark: "noSuchBookmark"
        case .noActionOfType: "noActionOfType"
        case .notRecordedThen: "notRecordedThen"
        case .emptyRange: "emptyRange"
        case .nothingToUndo: "nothingToUndo"
        case .nothingToRedo: "nothingToRedo"
        case .notABranch: "notABranch"
        case .malformedExpression: "malformedExpression"
        case .malformedPattern: "malformedPattern"
        case .nothingMatches: "nothingMatches"
        case .notAnAncestor: "notAnAncestor"
        }
    }

    private static func name(of error: InspectorError) -> String {
        switch error {
        case .noSuchAction: "noSuchAction"
        case .noSuchState: "noSuchState"
        case .badParameter: "badParameter"
        case .badPointer: "badPointer"
        case .stateNotKnown: "stateNotKnown"
        case .noReducer: "noReducer"
        case .notRerunYet: "notRerunYet"
        case .testTooLong: "testTooLong"
        }
    }

    private static func name(of error: CommandError) -> String {
        switch error {
        case .malformedPointer: "malformedPointer"
        case .noSuchPointer: "noSuchPointer"
        case .nothingAt: "nothingAt"
        case .neverAnything: "neverAnything"
        case .noSuchCommand: "noSuchCommand"
        case .notWritten: "notWritten"
        case .noValueHeld: "noValueHeld"
        case .tooManyToAlign: "tooManyToAlign"
        case .textNotFound: "textNotFound"
        case .countTooSmall: "countTooSmall"
        case .outputExists: "outputExists"
        case .outputIsFolder: "outputIsFolder"
        case .outputIsNoFile: "outputIsNoFile"
        case .outputIsInput: "outputIsInput"
        case .outputIsSideFile: "outputIsSideFile"
        case .portTaken: "portTaken"
        case .noActionLed: "noActionLed"
        case .noScreens: "noScreens"
        case .noSession: "noSession"
        case .severalSessions: "severalSessions"
        case .bookmarkExists: "bookmarkExists"
        case .outputFailed: "outputFailed"
        case .conditionNeverHeld: "conditionNeverHeld"
        case .goodIsBad: "goodIsBad"
        case .badIsGood: "badIsGood"
        case .endIsUntestable: "endIsUntestable"
        case .testAborted: "testAborted"
        case .noReducer: "noReducer"
        case .rerunTrapped: "rerunTrapped"
        case .rerunRefused: "rerunRefused"
        case .malformedAction: "malformedAction"
        case .dispatchedWhileRecording: "dispatchedWhileRecording"
        case .noReducerName: "noReducerName"
        case .malformedChange: "malformedChange"
        case .nothingBetween: "nothingBetween"
        case .pageTooLarge: "pageTooLarge"
        }
    }
}
