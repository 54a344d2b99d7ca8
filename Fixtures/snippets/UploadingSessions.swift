import Foundation
import Rewind
import RewindLink

struct Settings {
    var sendsReports = false
}

let settings = Settings()
let server = URL(filePath: "/")
let key = ""
let folder = SessionFolder(URL(filePath: "sessions"))
