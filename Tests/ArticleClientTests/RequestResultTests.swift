import ArticleClient
import Foundation
import Testing

@Suite struct RequestResultTests {
    @Test(arguments: [
        (RequestResult<[Int]>.success([1, 2]), #"{"success":[1,2]}"#),
        (.failure(.notFound), #"{"failure":{"message":"Not found","type":"not_found"}}"#),
    ])
    func `The JSON is readable and can be decoded`(result: RequestResult<[Int]>, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(result), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(RequestResult<[Int]>.self, from: Data(json.utf8)) == result)
    }

    @Test(arguments: ["{}", #"{"success":"text"}"#, #"{"failure":{}}"#, "[]"])
    func `Any other JSON is refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RequestResult<[Int]>.self, from: Data(json.utf8))
        }
    }
}
