@testable import ArticleClient
import Foundation
import RewindStore
import Testing

@Suite struct ActionCatalogTests {
    private static let cases = AppReducerTests.listCases + AppReducerTests.detailCases + AppReducerTests.otherCases

    @Test func `The catalog has the 27 actions of the reference, push and pop, and the init action`() {
        #expect(ActionCatalog.types.count == 30)
        let names = Set(Self.cases.map { String(describing: type(of: $0.action)) })
        #expect(Set(ActionCatalog.types.map { String(describing: $0) }) == names.union(["ReSwiftInit"]))
    }

    @Test(arguments: cases)
    func `Every action can be encoded and decoded by its type`(_ example: AppReducerTests.Case) throws {
        func checkRoundTrip<A: AppAction>(_ action: A) throws {
            let json = try JSONEncoder().encode(action)
            let known = try #require(ActionCatalog.types.first { $0 == A.self })
            let again = try JSONDecoder().decode(known, from: json)
            #expect(again as? A == action)
        }
        try checkRoundTrip(example.action)
    }

    @Test func `The JSON of a result action is readable`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(HomeArticleResultAction(result: .failure(.notFound)))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"result":{"failure":{"message":"Not found","type":"not_found"}}}"#
        )
    }
}
