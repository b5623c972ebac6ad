import { access } from 'node:fs/promises';

/** Whether something is at a path, as far as this process may see it. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
