import RewindTree

/// The placeholder for an unknown initial state.
package enum InitialState {
    /// Stores null as the state at seq 0, and notes that, if the session ended before any state was written.
    package static func ensure(in db: Connection) throws {
        let isUnknown = try db.fetchOne(
            Bool.self,
            """
            SELECT NOT EXISTS (SELECT 1 FROM snapshot) AND NOT EXISTS (SELECT 1 FROM action WHERE patch IS NOT NULL)
            """
        )
        guard isUnknown == true else { return }
        var chunks = ChunkWriter(in: db)
        try chunks.writeSnapshot(of: .null, seq: 0)
        try SessionFact.set(SessionFact.noStatesKey, to: "1", in: db)
    }
}
