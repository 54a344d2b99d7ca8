/// Names of SQLite's functions.
package enum SQLNames {
    /// The functions and operators, in lowercase, whose value depends only on their arguments:
    /// <https://www.sqlite.org/lang_corefunc.html>, <https://www.sqlite.org/lang_aggfunc.html>,
    /// <https://www.sqlite.org/lang_mathfunc.html>, and <https://www.sqlite.org/json1.html>.
    package static let repeatableFunctions: Set<String> = [
        "abs", "char", "coalesce", "format", "glob", "hex", "ifnull", "iif", "instr", "length", "like", "likelihood",
        "likely", "lower", "ltrim", "max", "min", "nullif", "printf", "quote", "replace", "round", "rtrim", "sign",
        "soundex", "substr", "substring", "trim", "typeof", "unhex", "unicode", "unlikely", "upper", "zeroblob",
        "avg", "count", "group_concat", "string_agg", "sum", "total",
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh", "degrees", "exp",
        "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians", "sin", "sinh", "sqrt", "tan",
        "tanh", "trunc",
        "->", "->>", "json", "json_array", "json_array_length", "json_error_position", "json_extract",
        "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch", "json_quote",
        "json_remove", "json_replace", "json_set", "json_type", "json_valid",
    ]
}
