/// What a mask, which stands in a session for a secret, begins and ends with: `‹masked 0123456789ab›`.
package enum MaskMarks {
    package static let start = "‹masked "
    package static let end = "›"
}
