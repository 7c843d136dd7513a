/// Ends the process where a promise does not hold, so that libFuzzer keeps the input that shows it.
@inlinable
public func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { fail(promise()) }
}

/// Ends the process with the promise that was broken.
public func fail(_ promise: String) -> Never {
    fatalError("broken promise: \(promise)")
}
