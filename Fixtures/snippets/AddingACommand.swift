import ArgumentParser
import Foundation
import RewindAnswers
import RewindCommands

// SNIPPET: struct SlicesCommand: SessionCommand {
