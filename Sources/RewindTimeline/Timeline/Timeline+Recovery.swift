extension Timeline {
    /// Recovers states that the recording does not have, as far as possible, and reports the states that replace the
    /// others. Returns true if any was recovered.
    package typealias Recovery = (UnknownStates, Timeline) throws -> Bool

    /// The actions whose states a reader needs and the recording does not have.
    package struct UnknownStates {
        /// Their seqs, in order.
        package let seqs: [Int]
        /// True if the reader needs only one state.
        package let isOne: Bool
        /// True if the reader shows states, so that replacements for unknown ones must be reported.
        package let areShown: Bool
    }

    /// Recovers the unknown states at `seqs`, if the timeline has a `recovery`.
    ///
    /// - Complexity: Linear in the actions with unknown effects up to each of them.
    /// - Throws: `SessionError`, or an error of `recovery`.
    package func know(_ seqs: Int..., showingStates: Bool = true) throws {
        try know(seqs, showingStates: showingStates)
    }

    /// Recovers the unknown states at `seqs`, if the timeline has a `recovery`.
    ///
    /// - Throws: `SessionError`, or an error of `recovery`.
    package func know(_ seqs: [Int], showingStates: Bool = true) throws {
        guard recovery != nil else { return }
        let unknown = try Set(seqs).subtracting(asked.seqs).sorted().filter {
            try $0 > first && !session.isEffectKnown($0)
        }
        _ = try recover(unknown, isOne: unknown.count == 1, areShown: showingStates)
        asked.seqs.formUnion(unknown)
    }

    /// Recovers all unknown states in `ranges`. Returns true if any was recovered.
    ///
    /// - Complexity: Linear in the actions.
    /// - Throws: `SessionError`, or an error of `recovery`.
    @discardableResult
    package func know(allIn ranges: [ClosedRange<Int>]) throws -> Bool {
        guard recovery != nil else { return false }
        let new = ranges.compactMap { range in
            let known = asked.ranges.filter { $0.contains(range.upperBound) }.map(\.lowerBound).min()
            guard let known else { return range }
            return known > range.lowerBound ? range.lowerBound...known - 1 : nil
        }
        if !new.isEmpty { asked.ranges += ranges }
        return try recover(try seqsOfUnknownEffects(in: new))
    }

    /// Recovers the effects of the actions in `range` for a list, which marks those that remain unknown.
    ///
    /// - Complexity: Linear in the actions of the range.
    /// - Throws: `SessionError`, or an error of `recovery`.
    package func know(listed range: ClosedRange<Int>) throws {
        guard recovery != nil, asked.lists.insert(range).inserted else { return }
        _ = try recover(try seqsOfUnknownEffects(upTo: range), areShown: false)
    }

    private func recover(_ seqs: [Int], isOne: Bool = false, areShown: Bool = true) throws -> Bool {
        guard let recovery, !seqs.isEmpty else { return false }
        return try recovery(UnknownStates(seqs: seqs, isOne: isOne, areShown: areShown), self)
    }
}
