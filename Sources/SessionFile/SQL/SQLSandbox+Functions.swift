import GRDBSQLite

extension SQLSandbox {
    /// What SQLite keeps for a function.
    private final class Registration {
        let function: SQLFunction
        let fault: Fault
        let timer: SQLTimer

        init(_ function: SQLFunction, _ fault: Fault, _ timer: SQLTimer) {
            self.function = function
            self.fault = fault
            self.timer = timer
        }

        func call(_ arguments: UnsafeBufferPointer<OpaquePointer?>, result: OpaquePointer?) {
            // SQLite asks the timer after some steps of its own, each of which may call a function that takes long.
            guard !timer.isOver() else { return sqlite3_result_error_code(result, SQLITE_INTERRUPT) }
            do {
                let value = try function.body(arguments.map { SQLValue(argument: $0) })
                value.give(to: result)
            } catch {
                fault.error = error
                sqlite3_result_error_code(result, SQLITE_ABORT)
            }
        }
    }

    /// Lets queries call `function`.
    ///
    /// - Throws: `SessionError`.
    func add(_ function: SQLFunction) throws {
        let code = sqlite3_create_function_v2(
            connection,
            function.name,
            Int32(function.argumentCount),
            // No schema may call it, whatever a file's schema holds.
            SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(Registration(function, fault, timer)).toOpaque(),
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
        guard code == SQLITE_OK else { throw failure() }
    }
}

extension SQLValue {
    /// The value of an argument.
    fileprivate init(argument: OpaquePointer?) {
        switch sqlite3_value_type(argument) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
        case SQLITE_TEXT:
            let text = UnsafeRawBufferPointer(start: sqlite3_value_text(argument), count: sqlite3_value_bytes(argument))
            self = .text(String(decoding: text, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(argument)
            let bytes = UnsafeRawBufferPointer(start: start, count: sqlite3_value_bytes(argument))
            self = .blob(Array(bytes))
        default: self = .null
        }
    }

    /// Makes the value the result of a function.
    fileprivate func give(to result: OpaquePointer?) {
        // SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_result_null(result)
        case .integer(let value): sqlite3_result_int64(result, value)
        case .real(let value): sqlite3_result_double(result, value)
        case .text(let text): sqlite3_result_text(result, text, Int32(clamping: text.utf8.count), transient)
        case .blob(let bytes): sqlite3_result_blob(result, bytes, Int32(clamping: bytes.count), transient)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes of a value: SQLite gives no address for none.
    fileprivate init(start: UnsafePointer<UInt8>?, count: Int32) {
        self.init(start: UnsafeRawPointer(start), count: start == nil ? 0 : Int(count))
    }

    fileprivate init(start: UnsafeRawPointer?, count: Int32) {
        self.init(start: start, count: start == nil ? 0 : Int(count))
    }
}
