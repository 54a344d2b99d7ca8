import Foundation

extension Error {
    /// What the error says, in its own words where it has some.
    package var recordedText: String {
        (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}
