/// An addition to the completion script for bash, which splits the words of a line at ":" and "@": points in time
/// contain both.
enum BashCompletion {
    /// Returns the addition to the output for these arguments; empty unless they ask for the script.
    static func addition(for arguments: [String]) -> String {
        guard arguments.first == "--generate-completion-script", arguments.dropFirst().first ?? "bash" == "bash" else {
            return ""
        }
        return script
    }

    private static let script = #"""

        # Joins the words that bash splits at ":" and "@", and offers only what follows the last of these.
        __rewind_joining_words() {
            local line="${COMP_LINE}" word rest
            local -a words=()
            local -i index current=0
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[index]}"
                rest="${line#"${line%%[![:space:]]*}"}"
                if [[ "${#words[@]}" -gt 0 && "${rest}" = "${line}" ]]; then
                    words[${#words[@]} - 1]+="${word}"
                else
                    words+=("${word}")
                fi
                [[ "${index}" -eq "${COMP_CWORD}" ]] && current="$((${#words[@]} - 1))"
                line="${rest#"${word}"}"
            done
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${current}"
            _rewind "${1}" "${words[current]}" "${words[current - 1]}"
            word="${words[current]}"
            local prefix="${word%"${word##*[:@]}"}"
            # The line editor keeps "@" as a part of the word, and ":" as the end of the word before.
            prefix="${prefix%@}"
            for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]="${COMPREPLY[index]#"${prefix}"}"; done
            # File names have these characters escaped.
            [[ "${word}" = *[:@]* ]] && compopt +o filenames
        }

        complete -o filenames -F __rewind_joining_words rewind
        """#
}
