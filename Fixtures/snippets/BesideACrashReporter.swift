import Foundation
import Rewind

let sessions = SessionFolder(file)
var options: RecorderOptions {
    get { RecorderOptions() }
    set {}
}

class NSObject {}

// SNIPPET: final class CrashNotes: NSObject, MXMetricManagerSubscriber {
