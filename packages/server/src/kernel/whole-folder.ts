import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lifeOf, ownIdentity, readIdentity } from './database/embedded/process-identity.ts';
import { renamed } from './renamed.ts';

/** Who writes an unfinished folder, in a file of it. */
const WRITER = 'writer.json';
/** The folder under which an unfinished one lies: `.name.<UUID>`. */
const UNFINISHED = /^\..+\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What this process is writing. */
const writing = new Set<string>();

/**
 * Writes a folder that appears under its name when it is whole.
 * @param fill Writes its content into the empty folder that it is given.
 * @throws What `fill` throws, and ENOTEMPTY or EEXIST when another process gave the name to its own folder meanwhile.
 */
export async function wholeFolder<Result>(target: string, fill: (folder: string) => Promise<Result>): Promise<Result> {
  const unfinished = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  const folder = join(unfinished, basename(target));
  writing.add(unfinished);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(unfinished, WRITER), JSON.stringify(ownIdentity()));
    const result = await fill(folder);
    await renamed(folder, target);
    return result;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    writing.delete(unfinished);
  }
}

/** Removes what this process is writing, at once: for its last moment. */
export function removeUnfinished(): void {
  for (const unfinished of writing) rmSync(unfinished, { recursive: true, force: true });
}

/** Removes the unfinished folders that processes left in a directory when they were killed. */
export async function removeLeftBehind(directory: string): Promise<void> {
  const own = ownIdentity();
  for (const name of await readdir(directory)) {
    if (!UNFINISHED.test(name)) continue;
    const writer = await readIdentity(join(directory, name, WRITER));
    if (writer === undefined || lifeOf(writer, own) !== 'dead') continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}
