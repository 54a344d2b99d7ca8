import Foundation
import RewindBridge
import RewindInspector
import RewindListen
import RewindRemote
import RewindReplay
import RewindServer
import RewindSession
import RewindTree

@testable import RewindCommands
@testable import RewindTimeline
@testable import RewindUpkeep

/// An example of each error that a command can end with.
enum ErrorSamples {
    static let all: [any Error] = groups.flatMap(\.self)

    private static let groups: [[any Error]] = [
        SessionError.samples, reader, TimelineError.samples, expressions, QueryError.samples, BookmarkError.samples,
        imports, CutError.samples, ScrubError.samples, ReplayError.samples, refusals,
        InspectorError.samples, ServerError.samples, CollectError.samples, commands,
    ]

    private static let reader: [any Error] = [
        RecordedSessionError(unknownState: 7, action: 5, lastKnown: 4),
        PointerError.noLeadingSlash,
        decodingError([[String: [Int]]].self, of: [["a": [1, "secret"]]]),
        decodingError(Int.self, of: "secret"),
        decodingError(Named.self, of: ["nam": 1]),
    ]

    private static let expressions: [any Error] = [
        TimelineError.malformedExpression(.failed(message: "near \"\n\": syntax error")),
        TimelineError.malformedExpression(.tookTooLong(seconds: 2.5)),
    ]

    private static let imports: [any Error] = BridgeError.samples.map {
        CommandError(message: $0.message(about: "a.json"), hint: Wording.importHint)
    }

    private static let refusals: [any Error] =
        worded
        + Refusal.Code.allCases.filter { code in !worded.contains { $0.code == code } }
        .map { Refusal($0, "The app says why.") }

    private static let worded: [Refusal] = [
        .notOpen(path: "a.rewind"), .gone(path: "a.rewind"), .notRecorded(path: "a.rewind"),
        .noAnswer(seconds: 2, isTaken: false), .noAnswer(seconds: 0.5, isTaken: true), .otherVersion(2),
        .tooLong(bytes: 2_000_000, limit: 1_048_576),
    ]

    private static let commands: [CommandError] = [
        .noImportFile(path: "state.json"),
        .importIsNoFile(path: "folder"),
        .importIsSession(path: "a session.rewind"),
        .noScreens,
        .noScreen(seq: 0),
        .noSession,
        .severalSessions(["a.rewind", "b c.rewind"]),
        .severalSessions(["1", "2", "3", "4", "5", "6"]),
        .bookmarkExists("my crash", seq: 63),
        .malformedPointer("home"),
        .nothingAt(Pointer(["home", "nowhere"]), seq: 12, holder: ["home"]),
        .neverAnything(Pointer(["home", "nowhere"]), seq: 12, holder: ["home"]),
        .nothingAt(["home", "error"], seq: 12, holder: ["home"], elsewhere: 63),
        .neverAnything(["home", "my error"], seq: 12, holder: ["home"], elsewhere: 63),
        .noSuchPointer(["hoem"], nearest: [["home"]], holder: []),
        .noSuchPointer(["a", "x"], nearest: [["a", "b"], ["a", "c"], ["a", "d"]], holder: ["a"]),
        .noSuchPointer(["home", "x"], nearest: [], holder: ["home"]),
        .noValueHeld(Pointer(["home", "pageNumber"]), values: 5),
        .noValueHeld(Pointer(["user"]), values: 1),
        .textNotFound("Swift"),
        .textNotFound("swift"),
        .countTooSmall(option: "--limit"),
        .countTooSmall(option: "-n", least: 0),
        .builtWithoutFleet,
        .builtWithoutSealing("keys"),
        .noSuchCommand("lgo", nearest: "log"),
        .noSuchCommand("demo.rewind", nearest: nil),
        .outputExists(path: "a.rewind"),
        .outputIsFolder(path: "sessions"),
        .outputIsNoFile(path: "/dev/stdout"),
        .outputIsInput(path: "my a.rewind", input: "my a.rewind"),
        .outputIsInput(path: "to/link", input: "a.rewind"),
        .outputIsSideFile(path: "to/a.rewind-wal", session: "a.rewind"),
        .noFolder(path: "a/b"),
        .rerunTrapped(seq: 9, type: "A"),
        .rerunRefused(reason: "It cannot."),
        .rerunRefused(reason: nil),
        .outputFailed(reason: "No space left on device"),
        .conditionNeverHeld(from: 0, holdsAlready: false),
        .conditionNeverHeld(from: 12, holdsAlready: true),
        .notWritten(["count"], from: 13, to: 14),
        .notWritten(.root, from: 13, to: 14),
        .testAborted(seq: 3, .status(200)),
        .testAborted(seq: 3, .signal(11)),
        .testAborted(seq: 3, .notStarted("grep", code: ENOENT)),
        .testAborted(seq: 3, .noInput(code: ENOSPC)),
        .noReducer,
        .malformedChange(option: "--insert", "12"),
        .malformedChange(option: "--edit", "12"),
        .malformedChange(option: "--reorder", "12"),
        .malformedChange(option: "--note", "12"),
        .dispatchedWhileRecording(
            path: "a.rewind",
            command: #"rewind dispatch FILE '{"type":"PopScreenAction"}'"#
        ),
        .noReducerName,
        .pageTooLarge(limit: 900_000, from: 3, fits: 12, output: "a b.html"),
        .pageTooLarge(limit: 900_000, from: 3, fits: nil, output: "a.html"),
        .storyTooLarge(limit: 900_000), .noMoments(output: "a b.html"), .noteWithoutMoment(seq: 5),
        .malformedAction("{"),
        .noSuchVerb("stpe"),
        .noSuchVerb("up"),
        .noSuchVerb("xyzzyx"),
        .noSuchInfo("registers"),
        .notANumber("x"),
        .noArgument(of: .when),
        .notATestFile("state.json"),
        .missing("a REF", of: .goto),
        .noSuchNumber("7"),
        .noEffectNamed("GET *"),
        .noMoreMoves(isUndo: true),
        .noMoreMoves(isUndo: false),
    ]

    private struct Named: Decodable {
        let name: String
    }

    private static func decodingError<T: Decodable>(_ type: T.Type, of tree: Tree) -> any Error {
        do {
            _ = try RecordedValue(tree).decode(type)
            return CancellationError()
        } catch {
            return error
        }
    }
}

/// An error of which each case has a sample.
private protocol Sampled: Error {
    /// Returns the sample after `previous`, or the first; nil after the last.
    ///
    /// Its switch has no default, so that a new case needs a sample before it compiles.
    static func sample(after previous: Self?) -> Self?
}

extension Sampled {
    fileprivate static var samples: [Self] {
        // A mistake in the order must not lead in a circle.
        Array(
            sequence(state: Self?.none) { previous in
                previous = sample(after: previous)
                return previous
            }.prefix(100)
        )
    }
}

extension SessionError: Sampled {
    fileprivate static func sample(after previous: SessionError?) -> SessionError? {
        switch previous {
        case nil: .notFound(path: "a.rewind")
        case .notFound: .isDirectory(path: "a")
        case .isDirectory: sample(after: nil as Mismatch?)
        case .notASession(_, let mismatch): sample(after: mismatch) ?? .unsupportedVersion(path: "a.rewind", found: 9)
        case .unsupportedVersion(_, 9): .unsupportedVersion(path: "a.rewind", found: 0)
        case .unsupportedVersion: .alreadyExists(path: "a.rewind")
        case .alreadyExists: .noSuchFolder(path: "b/a.rewind")
        case .noSuchFolder: .beingRecorded(path: "a.rewind")
        case .beingRecorded: .noLocks(path: "a.rewind")
        case .noLocks: .partMissing(path: "a.rewind", missing: "a.rewind-wal")
        case .partMissing: .diskFull(path: "a.rewind")
        case .diskFull: .notPermitted(path: "a.rewind")
        case .notPermitted: .system(path: "a.rewind", reason: "Input/output error")
        case .system: sample(after: nil as Damage?)
        case .damaged(_, let damage): sample(after: damage)
        }
    }

    private static func sample(after previous: Mismatch?) -> SessionError? {
        let mismatch: Mismatch? =
            switch previous {
            case nil: .empty
            case .empty: .notSQLite
            case .notSQLite: .otherApplication(id: 7)
            case .otherApplication: .missingTable("chunk")
            case .missingTable: .otherColumns(table: "chunk")
            case .otherColumns: .plantedSchema(name: "evil")
            case .plantedSchema: nil
            }
        return mismatch.map { .notASession(path: "a", $0) }
    }

    private static func sample(after previous: Damage?) -> SessionError? {
        let damage: Damage? =
            switch previous {
            case nil: .cutShort(expectedBytes: 8192, actualBytes: 100)
            case .cutShort: .sqlite(message: "database disk image is malformed")
            case .sqlite: .actionMissing(seq: 3)
            case .actionMissing: .chunkMissing(id: 5)
            case .chunkMissing: .chunkCycle(id: 5)
            case .chunkCycle: .malformed(table: "action", column: "payload", row: 3)
            case .malformed: .tooDeep(table: "action", column: "payload", row: 3)
            case .tooDeep: .patchDoesNotApply(seq: 3)
            case .patchDoesNotApply: .noSoundAction
            case .noSoundAction: .noInitialState
            case .noInitialState: nil
            }
        return damage.map { .damaged(path: "a.rewind", $0) }
    }
}

extension TimelineError: Sampled {
    fileprivate static func sample(after previous: TimelineError?) -> TimelineError? {
        switch previous {
        case nil: .malformedPattern("(")
        case .malformedPattern: .nothingMatches("zzzz")
        case .nothingMatches: .malformedReference("twelve")
        case .malformedReference: .noActionOfType("Nope")
        case .noActionOfType: .noSuchEffect(12)
        case .noSuchEffect: .noActions
        case .noActions: .emptyRange(from: 70, to: 60)
        case .emptyRange: .referenceOutOfRange("-99", last: 64)
        case .referenceOutOfRange("-99", _): .referenceOutOfRange("99", last: 64)
        case .referenceOutOfRange("99", _): .referenceOutOfRange("99~1", last: 64)
        case .referenceOutOfRange("99~1", _): .referenceOutOfRange("end~65", last: 64)
        case .referenceOutOfRange: .pruned("12", through: 256)
        case .pruned: .noStates(isLive: false)
        case .noStates(isLive: false): .noStates(isLive: true)
        case .noStates: .noSuchBookmark("crash")
        case .noSuchBookmark: .nothingToUndo
        case .nothingToUndo: .nothingToRedo
        case .nothingToRedo: .notABranch(seq: 9, cursor: 4)
        case .notABranch: QueryError.sample(after: nil).map(TimelineError.malformedExpression)
        case .malformedExpression(let problem):
            QueryError.sample(after: problem).map(TimelineError.malformedExpression) ?? .notAnAncestor(9, of: 4)
        case .notAnAncestor: .noActionLed(to: 0)
        case .noActionLed: .goodIsBad(3)
        case .goodIsBad: .badIsGood(3)
        case .badIsGood: .endIsUntestable(3)
        case .endIsUntestable: .tooManyToAlign(from: 12, most: 20_000)
        case .tooManyToAlign: nil
        // Its times are local: see `WordingTests`.
        case .notRecordedThen, .neverOnTheClock: nil
        }
    }
}

extension QueryError: Sampled {
    fileprivate static func sample(after previous: QueryError?) -> QueryError? {
        switch previous {
        case nil: .failed(message: "no such column: x")
        case .failed: .notAllowed(message: "not authorized")
        case .notAllowed: .notOneQuery
        case .notOneQuery: .hasParameters
        case .hasParameters: .malformedPointer("home")
        case .malformedPointer: .tookTooLong(seconds: 1)
        case .tookTooLong: .tooLarge
        case .tooLarge: .tooLong(bytes: 100_080)
        case .tooLong: nil
        }
    }
}

extension BookmarkError: Sampled {
    fileprivate static func sample(after previous: BookmarkError?) -> BookmarkError? {
        switch previous {
        case nil: .unusableName("a~1")
        case .unusableName("a~1"): .unusableName(String(repeating: "x", count: 201))
        case .unusableName: .noteTooLong(most: 10_000)
        case .noteTooLong: nil
        }
    }
}

extension BridgeError: Sampled {
    fileprivate static func sample(after previous: BridgeError?) -> BridgeError? {
        switch previous {
        case nil: .syntax(.unexpectedByte(0x7D), line: 3, column: 7, within: .root)
        case .syntax(_, 3, _, _): .syntax(.unexpectedEnd, line: 1, column: 9, within: ["payload"])
        case .syntax: .unknownForm
        case .unknownForm: .unusable(["actionsById", "1"], .object)
        case .unusable(_, .object): .unusable(["actionsById"], .array)
        case .unusable(_, .array): .unusable(["actionsById", "1", "type"], .text)
        case .unusable(_, .text): .unusable(["stagedActionIds", "0"], .actionId)
        case .unusable(_, .actionId): .unusable(["stagedActionIds", "1"], .knownActionId)
        case .unusable(_, .knownActionId): .unusable(["0", "timestamp"], .time)
        case .unusable(_, .time): .tooLarge(.root)
        case .tooLarge: nil
        }
    }
}

extension CutError: Sampled {
    fileprivate static func sample(after previous: CutError?) -> CutError? {
        switch previous {
        case nil: .noActions(from: 9, to: 4)
        case .noActions: .stateNotKnown(seq: 9, next: 12)
        case .stateNotKnown(_, 12): .stateNotKnown(seq: 9, next: nil)
        case .stateNotKnown: nil
        }
    }
}

extension ScrubError: Sampled {
    fileprivate static func sample(after previous: ScrubError?) -> ScrubError? {
        switch previous {
        case nil: .nothingThere(["user", "pim"], last: 12)
        case .nothingThere: .noSuchKey("email")
        case .noSuchKey: .incomplete(texts: 2)
        case .incomplete: nil
        }
    }
}

extension ReplayError: Sampled {
    fileprivate static func sample(after previous: ReplayError?) -> ReplayError? {
        switch previous {
        case nil: .noReducer
        case .noReducer: .ambiguousType("Add")
        case .ambiguousType: .unknownType("Add")
        case .unknownType: .notAnAction(type: "Add", action: "Action")
        case .notAnAction: .noFirstState
        case .noFirstState:
            .stateNotDecodable(seq: 3, failure(.otherKind(expected: "Int", found: "string"), isMasked: true))
        case .stateNotDecodable: .actionNotDecodable(seq: 3, type: "Add", failure(.missing))
        case .actionNotDecodable(_, _, let previous):
            sample(after: previous.reason) ?? .unknownMember(seq: 3, type: "Add", ["extra"])
        case .unknownMember: .stateNotEncodable(seq: 3, type: "Add")
        case .stateNotEncodable: .effectDoesNotFit(seq: 3, type: "Add")
        case .effectDoesNotFit: .contradiction(seq: 3)
        case .contradiction: .notOnPath(seq: 3, end: 9)
        case .notOnPath: .notAnActionAt(seq: 0)
        case .notAnActionAt: .noActions(from: 5, to: 5)
        case .noActions: .effectNotKnown(seq: 7, type: "Add")
        case .effectNotKnown: .stateNotKnown(seq: 7, lastKnown: 5)
        case .stateNotKnown: .noStateToDispatchAt(seq: 9, lastKnown: 5)
        case .noStateToDispatchAt: .unreachableType("Home.Action")
        case .unreachableType: .noFlow(seq: 4)
        case .noFlow: .noTravel(to: 4, before: 9)
        case .noTravel: .noFlows
        case .noFlows: .unknownFlow("tap")
        case .unknownFlow: .noSuchEffect(9)
        case .noSuchEffect: .malformedOutcome(9)
        case .malformedOutcome: nil
        }
    }

    private static func sample(after previous: DecodingFailure.Reason) -> ReplayError? {
        let reason: DecodingFailure.Reason? =
            switch previous {
            case .missing: .otherKind(expected: "Int", found: "string")
            case .otherKind: .refused(kind: "string")
            case .refused: .unknownCase("rename", of: "Edit")
            case .unknownCase: .threw("URLError")
            case .threw: nil
            }
        return reason.map { .actionNotDecodable(seq: 3, type: "Add", failure($0)) }
    }

    private static func failure(_ reason: DecodingFailure.Reason, isMasked: Bool = false) -> DecodingFailure {
        DecodingFailure(at: ["a", "0"], reason, isMasked: isMasked)
    }
}

extension InspectorError: Sampled {
    fileprivate static func sample(after previous: InspectorError?) -> InspectorError? {
        switch previous {
        case nil: .noSuchAction(9)
        case .noSuchAction: .noSuchState(9, first: 0, last: 7)
        case .noSuchState: .noSuchRequest
        case .noSuchRequest: .badParameter("seq")
        case .badParameter: .stateNotKnown(9, action: 8)
        case .stateNotKnown: .noReducer
        case .noReducer: .copiesTooLarge(limit: 1 << 30)
        case .copiesTooLarge: .readOnlyCopy
        case .readOnlyCopy: .notRerunYet(9)
        case .notRerunYet: .testTooLong(most: 10)
        case .testTooLong: .badPointer("a")
        case .badPointer: nil
        }
    }
}

extension ServerError: Sampled {
    fileprivate static func sample(after previous: ServerError?) -> ServerError? {
        switch previous {
        case nil: .portTaken(8000)
        case .portTaken: .noAddress("192.0.2.1", reason: "Cannot assign requested address")
        case .noAddress: .unusableToken(path: "a/.rewind-token")
        case .unusableToken: nil
        }
    }
}

extension CollectError: Sampled {
    fileprivate static func sample(after previous: CollectError?) -> CollectError? {
        switch previous {
        case nil: .noKeys(example: "5f0c8d2b6f1e4a7d9c3b1a0e8f7d6c5b")
        case .noKeys: .malformedKey(number: 2)
        case .malformedKey: .spoolInUse(path: "spool")
        case .spoolInUse: nil
        }
    }
}
