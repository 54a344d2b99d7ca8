import ArgumentParser

// As on the page "Adding a command".
struct SlicesCommand: ParsableCommand {}
