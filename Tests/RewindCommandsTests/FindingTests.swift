import Testing
@testable import RewindCommands
@testable import RewindUpkeep

@Suite struct FindingTests {
    private static let table: [(SessionCheck.Finding, String)] = [
        (.sqlite(message: "row 3 missing from index branch"), "SQLite: row 3 missing from index branch"),
        (.chunkUnreadable(id: 4), "chunk 4 cannot be read"),
        (.chunkHash(id: 4), "chunk 4 does not match its hash"),
        (.gap(before: 7), "an action is missing before action 7"),
        (.parent(seq: 7, parent: 9), "action 7 cannot have been applied to the state at 9"),
        (.payload(seq: 7), "the payload of action 7 cannot be read"),
        (.patch(seq: 7), "the patch of action 7 is unreadable or does not fit the state before it"),
        (.snapshot(seq: 256), "the snapshot at 256 differs from the state that the patches lead to"),
        (.strandedSnapshot(seq: 300), "a snapshot exists for 300, which is not an action"),
        (.strandedAction(seq: 12), "action 12 exists, although later ones were pruned"),
        (.prunedThrough, "the record of pruned actions is inconsistent"),
        (.noInitialState, "the initial state is missing"),
        (
            .value(table: "action", column: "at", row: 7),
            "at in row 7 of table action is malformed"
        ),
        (.noLogEnd, "the end of the log was not recorded when the session was closed"),
        (.logEnd(recorded: 9, found: 7), "the log ended with action 9 when it was closed, but now ends with 7"),
        (.logRows, "the rows of the log changed after it was closed"),
        (.effectRow(id: 3), "the row of effect 3 does not match its hash"),
        (.outcomeRow(id: 3), "the row of outcome 3 does not match its hash"),
        (.effectValues(id: 3), "the input or outcome of effect 3 cannot be read"),
        (.effectSeq(id: 3, seq: 9), "effect 3 cannot have begun after action 9"),
        (.strandedEffect(id: 3), "effect 3 exists, although it ended before the first state"),
        (.effectCause(id: 3), "effect 3 cannot have begun in what is recorded as its cause"),
        (.actionCause(seq: 7), "action 7 cannot have been dispatched in what is recorded as its cause"),
        (.outcomeSeq(id: 2, seq: 9), "outcome 2 cannot have come after action 9"),
        (.outcomeEffect(id: 2, effect: 3), "outcome 2 cannot be that of effect 3"),
        (.effectRows, "the rows of effects changed after the log was closed"),
        (.cursor, "the cursor is at a state that does not exist"),
        (.cursorTip, "redo leads to a state that does not exist"),
        (.bookmark(name: "crash"), "the bookmark \"crash\" is at a state that does not exist"),
        (.unusedChunk(id: 4), "chunk 4 is unused"),
        (.unusedPointer(id: 4), "pointer 4 is unused"),
        (.index(seq: 7), "the change index does not match the patch of action 7"),
    ]

    @Test func `The hint suggests a repair or a rebuild of the index`() {
        let repair = "rewind verify FILE --repair --output NEW.rewind"
        #expect(Wording.hint(for: [.row(seq: 4)]).command == repair)
        #expect(Wording.hint(for: [.index(seq: 4), .unusedChunk(id: 4)]).command == repair)
        let rebuild = "rewind verify FILE --rebuild"
        #expect(Wording.hint(for: [.index(seq: 4), .unusedPointer(id: 4)]).command == rebuild)
    }

    @Test(arguments: table)
    func `Every finding has a text`(finding: SessionCheck.Finding, expected: String) {
        #expect(finding.description == expected)
    }
}
