#if os(macOS) || os(Linux)

import RewindUpkeep

extension Wording {
    /// Returns the text for a step of long work.
    static func text(for stage: SessionProgress.Stage) -> String {
        switch stage {
        case .checkingFile: "checking the file"
        case .checkingChunks: "checking the chunks"
        case .checkingRows: "checking the rows"
        case .checkingStates: "checking the states"
        case .checkingIndex: "checking the index"
        case .checkingUse: "looking for unused data"
        case .reading: "reading"
        case .writing: "writing"
        case .proving: "searching for remains"
        case .pruning: "deleting the oldest actions"
        case .indexing: "building the index"
        }
    }
}

#endif
