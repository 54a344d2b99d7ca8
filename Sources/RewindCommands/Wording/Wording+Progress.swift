#if os(macOS) || os(Linux)

import RewindSession
import RewindUpkeep

extension Wording {
    /// Returns the text for the progress of long work.
    static func text(for progress: SessionProgress) -> String {
        let text =
            switch progress.stage {
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
        guard let done = progress.done else { return text }
        return progress.total.map { "\(text): \(done) of \($0)" } ?? "\(text): \(done)"
    }
}

#endif
