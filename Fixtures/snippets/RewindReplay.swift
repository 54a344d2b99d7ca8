import Counter
import RewindReplay
import Testing

// SNIPPET: @Suite struct CounterTests {
