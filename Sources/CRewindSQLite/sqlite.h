#include <sqlite3.h>

/// Has a name in double quotes that means nothing be an error, not a text. What does this takes a variable number of
/// arguments, which Swift does not import.
static inline void rewind_sqlite_refuse_double_quoted_texts(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

/// Has SQLite copy the bytes of a value that it is given. The macro is a cast, which Swift does not import.
static inline sqlite3_destructor_type rewind_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

/// Has the compiler do what stores come before this before what stores come after it: memory that others map sees them in
/// that order when the process ends in between. Swift has no such thing without a library.
static inline void rewind_keep_order_of_stores(void) {
    __asm__ volatile("" ::: "memory");
}
