import Foundation
import Rewind

let sessions = SessionFolder(file)
var options: RecorderOptions {
    get { RecorderOptions() }
    set {}
}

// SNIPPET: nonisolated final class CrashNotes: NSObject, MXMetricManagerSubscriber {
