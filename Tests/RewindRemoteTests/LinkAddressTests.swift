import Foundation
import RewindRemote
import Testing

@Suite struct LinkAddressTests {
    @Test(
        arguments: [
            ("http://t@192.168.1.20:8000", "http://192.168.1.20:8000", "http://t@192.168.1.20:8000"),
            ("https://t@mac.example.com", "https://mac.example.com:443", "https://t@mac.example.com:443"),
            ("HTTPS://t@mac.example.com:8443/", "https://mac.example.com:8443", "https://t@mac.example.com:8443"),
            ("http://t@[::1]", "http://[::1]:80", "http://t@[::1]:80"),
        ]
    )
    func `An address keeps its scheme and has a port`(text: String, url: String, description: String) {
        let address = LinkAddress(text)
        #expect(address?.url?.absoluteString == url)
        #expect(address?.description == description)
        #expect(address?.isEncrypted == text.lowercased().hasPrefix("https"))
    }

    @Test(arguments: ["", "t@a", "ftp://t@a", "https://a", "https://t:p@a", "https://t@a/b", "http://t@"])
    func `Other texts are no addresses`(text: String) {
        #expect(LinkAddress(text) == nil)
    }
}
