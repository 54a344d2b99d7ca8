import Testing

@testable import Rewind
@testable import RewindSession

@Suite struct FileProtectionTests {
    @Test func `The default protection is class C, with the numbers of Apple's headers`() {
        let usual = RecorderOptions().fileProtection.protectionClass
        #expect(usual?.rawValue == 3)
        #expect(usual?.sqliteFlags == 0x0030_0000)
        #expect(FileProtection.inherited.protectionClass == nil)
    }
}
