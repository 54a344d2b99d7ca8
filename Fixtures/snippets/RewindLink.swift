import Foundation
import Rewind
import RewindLink

let sessions = SessionFolder(URL(filePath: "sessions"))
