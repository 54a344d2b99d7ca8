import ArgumentParser
import Foundation
import RewindCommands
import RewindTimeline

// SNIPPET: struct SlicesCommand: SessionCommand {
