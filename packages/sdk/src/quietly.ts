/** Runs a hook of the caller's: what it throws must not break calls. */
export function quietly<T>(hook: () => T): T | undefined {
  try {
    return hook();
  } catch {
    return undefined;
  }
}
