import CRewindSQLite

/// Patterns for type names, like SQLite's GLOB: `*` matches any text, `?` one character, `[a-z]` one character in a
/// range, and `[^a-z]` one character outside it.
///
/// <https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators>
package enum Glob {
    /// Returns true if `text` matches `pattern`, including case.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        sqlite3_strglob(pattern, text) == 0
    }
}
