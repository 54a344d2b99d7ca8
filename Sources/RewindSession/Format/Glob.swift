import CRewindSQLite

/// Patterns for the names of types: SQLite's GLOB, in which `*` stands for any text, `?` for one character, and `[a-z]`
/// and `[^a-z]` for one that is in a range or is not.
///
/// <https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators>
package enum Glob {
    /// Whether `text` is as `pattern` says, in the same case.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        sqlite3_strglob(pattern, text) == 0
    }
}
