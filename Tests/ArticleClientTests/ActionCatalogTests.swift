import ArticleClient
import Foundation
import ReduxStore
import Testing

@Suite struct ActionCatalogTests {
    private static let cases = AppReducerTests.listCases + AppReducerTests.detailCases + AppReducerTests.otherCases

    @Test func `The catalog has the 27 actions of the reference, push and pop, and the init action`() {
        #expect(ActionCatalog.types.count == 30)
        let names = Set(Self.cases.map { String(describing: type(of: $0.action)) })
        #expect(Set(ActionCatalog.types.keys) == names.union(["ReSwiftInit"]))
    }

    @Test(arguments: cases)
    func `Every action survives being written and made again by name`(_ example: AppReducerTests.Case) throws {
        func checkRoundTrip<A: AppAction>(_ action: A) throws {
            let json = try JSONEncoder().encode(action)
            let again = try ActionCatalog.action(named: String(describing: type(of: action as any Action)), json: json)
            #expect(again as? A == action)
        }
        try checkRoundTrip(example.action)
    }

    @Test func `The init action is made of an empty object`() throws {
        #expect(try ActionCatalog.action(named: "ReSwiftInit", json: Data("{}".utf8)) is ReSwiftInit)
    }

    @Test func `An unknown name makes none`() throws {
        #expect(try ActionCatalog.action(named: "Unknown", json: Data("{}".utf8)) == nil)
    }

    @Test func `A payload that does not fit is refused`() {
        #expect(throws: DecodingError.self) {
            try ActionCatalog.action(named: "LoadingAction", json: Data(#"{"isLoading": "yes"}"#.utf8))
        }
    }

    @Test func `The JSON of a result action reads well`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(HomeArticleResultAction(result: .failure(.notFound)))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"result":{"failure":{"message":"Not found","type":"not_found"}}}"#
        )
    }
}
