import Testing

@testable import Rewind
@testable import RewindSession

@Suite("The data protection of a recording") struct FileProtectionTests {
    @Test func `is class C, by the numbers of Apple's headers, unless the app asks for its own`() {
        let usual = RecorderOptions().fileProtection.protectionClass
        #expect(usual?.rawValue == 3)
        #expect(usual?.sqliteFlags == 0x0030_0000)
        #expect(FileProtection.inherited.protectionClass == nil)
    }
}
