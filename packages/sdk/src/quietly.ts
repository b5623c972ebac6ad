/** Runs a hook of the caller's: what it throws, at once or later as a promise, must not break calls. */
export function quietly<T>(hook: () => T): T | undefined {
  try {
    const result = hook();
    // An async hook is not waited for; unheard, its rejection would end the process.
    Promise.resolve(result).catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
