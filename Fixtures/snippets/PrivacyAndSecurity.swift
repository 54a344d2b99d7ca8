import Rewind

@MainActor var options = RecorderOptions()
