/** @returns The error with the path of what was written: the system names no file where a disk has no room for more of one. */
export function named(error: unknown, path: string): unknown {
  const { syscall, path: known } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && known === undefined ? Object.assign(error as Error, { path }) : error;
}

/** For `catch` of what writes a file. @throws The error, with the path of that file. */
export const ofFile =
  (path: string) =>
  (error: unknown): never => {
    throw named(error, path);
  };
