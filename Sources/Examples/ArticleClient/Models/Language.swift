/// A language of the client's texts. The reference app is Japanese.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case japanese = "ja"

    /// Returns the text in this language.
    func text(_ english: String, ja japanese: String) -> String {
        switch self {
        case .english: english
        case .japanese: japanese
        }
    }
}
