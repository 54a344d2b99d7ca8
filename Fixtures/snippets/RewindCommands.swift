import ArgumentParser
import Counter
import RewindCommands

// As on the page "Adding a command".
struct SlicesCommand: ParsableCommand {}
