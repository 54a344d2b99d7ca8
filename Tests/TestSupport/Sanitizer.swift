import Foundation

/// The sanitizer of the test build: with one, code takes more time, memory and stack.
package enum Sanitizer {
    /// True in a build with AddressSanitizer or ThreadSanitizer.
    package static let isOn = ["__asan_init", "__tsan_init"].contains { (name: String) in
        dlsym(dlopen(nil, RTLD_NOW), name) != nil
    }
}
