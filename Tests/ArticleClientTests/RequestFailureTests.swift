import ArticleClient
import Foundation
import Testing

@Suite struct RequestFailureTests {
    @Test(arguments: [
        (
            ArticleClientError.refused(status: 403, RequestFailure(message: "Forbidden", type: "forbidden")),
            "Forbidden", "forbidden"
        ),
        (.unexpectedStatus(500), "通信処理でエラーが発生しました", "http_500"),
        (.unreadableAnswer, "通信処理でエラーが発生しました", "unreadable_answer"),
        (.timedOut, "通信処理でエラーが発生しました", "timed_out"),
        (.cancelled, "通信処理でエラーが発生しました", "cancelled"),
        (.unreachable(.cannotConnectToHost), "通信処理でエラーが発生しました", "unreachable"),
        (.invalidIdentifier(".."), "通信処理でエラーが発生しました", "invalid_request"),
        (.invalidBaseURL("x"), "通信処理でエラーが発生しました", "invalid_request"),
    ])
    func `The API's message is kept, and other failures have the generic text`(
        error: ArticleClientError,
        message: String,
        type: String
    ) {
        #expect(RequestFailure(error, in: .japanese) == RequestFailure(message: message, type: type))
    }
}
