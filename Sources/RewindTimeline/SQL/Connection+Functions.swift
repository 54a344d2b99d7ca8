import CRewindSQLite
import RewindSession

extension Connection {
    /// The context that SQLite stores for a function.
    private final class Registration {
        let body: ([SQLValue]) throws -> SQLValue

        init(_ body: @escaping ([SQLValue]) throws -> SQLValue) {
            self.body = body
        }

        func call(_ arguments: UnsafeBufferPointer<OpaquePointer?>, result: OpaquePointer?) {
            do {
                try body(arguments.map { SQLValue(argument: $0) }).give(to: result)
            } catch let error as SQLiteError {
                sqlite3_result_error_code(result, error.extendedCode)
            } catch {
                sqlite3_result_error_code(result, SQLITE_ABORT)
            }
        }
    }

    /// Adds a function for statements; the schema of the file cannot use it. An error ends the statement: a
    /// `SQLiteError` with its code, any other error with `SQLITE_ABORT`.
    ///
    /// - Throws: `SQLiteError`.
    package func add(_ name: String, argumentCount: Int, _ body: @escaping ([SQLValue]) throws -> SQLValue) throws {
        let handle = try handle
        let code = sqlite3_create_function_v2(
            handle,
            name,
            Int32(argumentCount),
            SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(Registration(body)).toOpaque(),
            { result, count, values in
                guard let context = sqlite3_user_data(result) else { return }
                let registration = Unmanaged<Registration>.fromOpaque(context).takeUnretainedValue()
                registration.call(UnsafeBufferPointer(start: values, count: Int(count)), result: result)
            },
            nil,
            nil,
            { context in
                guard let context else { return }
                Unmanaged<Registration>.fromOpaque(context).release()
            }
        )
        guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }
}

extension SQLValue {
    /// Creates the value of an argument.
    fileprivate init(argument: OpaquePointer?) {
        switch sqlite3_value_type(argument) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
        case SQLITE_TEXT:
            let start = UnsafeRawPointer(sqlite3_value_text(argument))
            self = .text(String(decoding: Self.bytes(at: start, of: argument), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(argument)
            self = .blob(Array(Self.bytes(at: start, of: argument)))
        default: self = .null
        }
    }

    /// Returns the bytes of an argument. Without bytes, SQLite returns no address.
    private static func bytes(at start: UnsafeRawPointer?, of argument: OpaquePointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(argument)))
    }

    /// Sets the value as the result of a function.
    fileprivate func give(to result: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(result)
        case .integer(let value): sqlite3_result_int64(result, value)
        case .real(let value): sqlite3_result_double(result, value)
        case .text(let text):
            sqlite3_result_text(result, text, Int32(clamping: text.utf8.count), rewind_sqlite_transient())
        case .blob(let bytes):
            sqlite3_result_blob(result, bytes, Int32(clamping: bytes.count), rewind_sqlite_transient())
        }
    }
}

/// A function that a query can call. Evaluated lazily, for each row that needs it.
package struct SQLFunction {
    package let name: String
    package let argumentCount: Int
    /// Returns the value for the arguments. An error that it throws ends the query, which then throws it.
    package let body: ([SQLValue]) throws -> SQLValue

    package init(_ name: String, argumentCount: Int, _ body: @escaping ([SQLValue]) throws -> SQLValue) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }
}
