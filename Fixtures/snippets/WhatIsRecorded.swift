import Rewind

struct LocalizedText {
    let key: String
}

nonisolated struct Row {
    let number: Int
}

@MainActor var options = RecorderOptions()
