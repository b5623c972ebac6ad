/**
 * Continues with a value that may be a promise. When it is not, everything stays synchronous: on the gateway's hot path
 * a promise costs more than the work.
 */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
