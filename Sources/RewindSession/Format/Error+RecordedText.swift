import Foundation

extension Error {
    /// The localized description of the error, if it has one, otherwise its description.
    package var recordedText: String {
        (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}
