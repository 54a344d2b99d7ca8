import RewindSession

/// Error texts in which the recorder has masked secrets.
enum MaskedText {
    /// Returns true if a recorded text may equal the text of a re-run. A mask matches any text.
    static func agree(recorded: String?, rerun: String?) -> Bool {
        guard let recorded, let rerun else { return recorded == nil && rerun == nil }
        if recorded.utf8.elementsEqual(rerun.utf8) { return true }
        let parts = recorded.split(separator: Masks.start, omittingEmptySubsequences: false)
        guard parts.count > 1, let start = parts.first, let last = parts.last else { return false }
        let rest = last.firstRange(of: Masks.end)?.upperBound
        let end = rest.map { last[$0...] } ?? ""
        return rerun.hasPrefix(start) && rerun.hasSuffix(end) && rerun.utf8.count >= start.utf8.count + end.utf8.count
    }
}
