import RewindSession
import Testing
@testable import RewindCommands
@testable import RewindUpkeep

@Suite struct FindingTextTests {
    private static let table: [(SessionCheck.Finding, String)] = [
        (.sqlite(message: "row 3 missing from index branch"), "SQLite: row 3 missing from index branch"),
        (.chunkUnreadable(id: 4), "chunk 4 cannot be read"),
        (.chunkHash(id: 4), "chunk 4 is not what its hash says"),
        (.gap(before: 7), "an action is missing before action 7"),
        (.parent(seq: 7, parent: 9), "action 7 cannot have been applied to the state at 9"),
        (.payload(seq: 7), "the payload of action 7 cannot be read"),
        (.patch(seq: 7), "the patch of action 7 cannot be read or does not fit the state before it"),
        (.snapshot(seq: 256), "the state stored for 256 is not the one that the patches lead to"),
        (.strandedSnapshot(seq: 300), "a state is stored for 300, which is no action"),
        (.strandedAction(seq: 12), "action 12 is there, though later ones were pruned"),
        (.prunedThrough, "what the session says about where it was pruned makes no sense"),
        (.noInitialState, "there is no initial state"),
        (
            .value(table: "action", column: "at", row: 7),
            "at in row 7 of table action is not what the format says"
        ),
        (.noLogEnd, "the session does not say where its log ended when it was closed"),
        (.logEnd(recorded: 9, found: 7), "the log ended with action 9 when it was closed, and ends with 7 now"),
        (.logRows, "the rows of the log are not those that were there when it was closed"),
        (.cursor, "the cursor stands where no state is"),
        (.cursorTip, "redo would lead to where no state is"),
        (.bookmark(name: "crash"), "the bookmark \"crash\" names a point in time that is not there"),
        (.unusedChunk(id: 4), "nothing uses chunk 4"),
        (.unusedPointer(id: 4), "no change uses pointer 4"),
        (.index(seq: 7), "the change index does not say what the patch of action 7 says"),
    ]

    @Test func `The hint is to save what is sound, or to make the index again`() {
        let repair = "rewind verify FILE --repair --output NEW.rewind saves all that can be proven."
        #expect(FindingText.hint(for: [.row(seq: 4)]) == repair)
        #expect(FindingText.hint(for: [.index(seq: 4), .unusedChunk(id: 4)]) == repair)
        #expect(
            FindingText.hint(for: [.index(seq: 4), .unusedPointer(id: 4)])
                == "rewind verify FILE --rebuild makes the index again."
        )
    }

    @Test(arguments: table)
    func `Every finding has its words`(finding: SessionCheck.Finding, expected: String) {
        #expect(FindingText.text(of: finding) == expected)
    }
}
