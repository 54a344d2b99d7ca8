#if Fleet

import Foundation
import RewindFleet
import RewindSession
import TestSupport
import Testing

/// Sessions that apps send with their keys.
@Suite(.needsPostgres, .ownThreads) struct SenderTests {
    private let folder = TemporaryFolder()
    private let fleet: FleetDatabase
    private let address: String
    private let id = UUID().uuidString.lowercased()

    init() throws {
        address = try #require(FleetCluster.shared).createFleet()
        fleet = try FleetDatabase(address)
    }

    /// Writes a session with the id of all sessions of the test.
    private func write(_ name: String, app: String, actions: Int) throws -> URL {
        let url = folder.session(name)
        try BranchingSession(parents: Array(0..<actions)).write(to: url, facts: [SessionFact.idKey: id, "app": app])
        return url
    }

    @Test func `An app cannot take the id of another app's session`() throws {
        let shop = try write("shop.rewind", app: "Shop", actions: 5)
        let bank = try write("bank.rewind", app: "shop", actions: 7)
        #expect(try fleet.push(bank, sentBy: "bank") == .stored(id: id, actions: 7))
        #expect(try fleet.push(shop, sentBy: "shop") == .stored(id: id, actions: 5))
        for (url, app) in [(shop, "shop"), (bank, "bank")] {
            #expect(try fleet.push(url, sentBy: app) == .known(id: id))
            let copy = folder.session("copy of \(app).rewind")
            try fleet.pull(fleet.session(id, of: app), to: copy)
            // Also when it is stored by hand.
            #expect(try fleet.push(copy) == .known(id: id))
            for table in ["action", "session"] {
                let sql = "SELECT * FROM \(table) ORDER BY 1"
                #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: url))
            }
        }
        #expect(Set(try fleet.sessions(FleetFilter()).map(\.app)) == ["shop", "bank"])
        #expect(throws: FleetError.ambiguousSession(id)) { try fleet.session(id) }
        #expect(throws: FleetError.noSession(id)) { try fleet.session(id, of: "Shop") }
        let other = try write("other.rewind", app: "Shop", actions: 9)
        for app in [nil, "shop", "bank"] {
            #expect(throws: FleetError.unfit(path: other.path, .otherContents), "\(app ?? "")") {
                try fleet.push(other, sentBy: app)
            }
        }
        try fleet.erase(fleet.sessions(withID: id), containing: nil)
        #expect(try fleet.sessions(FleetFilter()).isEmpty)
        for app in [nil, "shop", "new"] {
            #expect(throws: FleetError.unfit(path: shop.path, .forgotten)) { try fleet.push(shop, sentBy: app) }
        }
    }

    @Test func `A session that was stored by hand is not stored again when an app sends it`() throws {
        let shop = try write("shop.rewind", app: "Shop", actions: 5)
        #expect(try fleet.push(shop) == .stored(id: id, actions: 5))
        #expect(try fleet.push(shop, sentBy: "shop") == .known(id: id))
        let other = try write("other.rewind", app: "Shop", actions: 6)
        #expect(throws: FleetError.unfit(path: other.path, .otherContents)) { try fleet.push(other) }
        // What nobody with a key has sent cannot keep an app's session away.
        #expect(try fleet.push(other, sentBy: "shop") == .stored(id: id, actions: 6))
        #expect(try fleet.push(other, sentBy: "shop") == .known(id: id))
    }

    @Test func `Two apps can send sessions with one id at the same time`() throws {
        let urls = try [5, 7].map { try write("\($0).rewind", app: "Shop", actions: $0) }
        let (address, id) = (address, id)
        try Threads(8) { number in
            let fleet = try FleetDatabase(address)
            let app = number % 2
            let result = try fleet.push(urls[app], sentBy: "app\(app)")
            #expect(result == .known(id: id) || result == .stored(id: id, actions: app == 0 ? 5 : 7))
        }.wait()
        #expect(try fleet.sessions(withID: id).map(\.actions).sorted() == [5, 7])
    }
}

#endif
