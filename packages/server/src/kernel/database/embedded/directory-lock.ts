import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ofFile } from '../../file-error.ts';
import { lifeOf, ownIdentity, type ProcessIdentity } from './process-identity.ts';

export interface LockHolder {
  readonly identity: ProcessIdentity;
  /** `unknown`: a process of another machine or container, which cannot be seen from here. */
  readonly life: 'alive' | 'unknown';
  /** The file to delete once it is certain that the process has ended. */
  readonly file: string;
}

export type LockAttempt = { readonly release: () => Promise<void> } | { readonly heldBy: LockHolder };

const CLAIM = '.json';

/**
 * Tries once to become the only holder of a directory. The lock is a folder with one file per claimant. Each process
 * writes only its own file and deletes only its own or those of dead processes, so a live process's claim can never be
 * taken from it: a claimant that finds another live claim withdraws its own.
 * @param lock The folder; created when missing.
 */
export async function tryLock(lock: string): Promise<LockAttempt> {
  await mkdir(lock, { recursive: true, mode: 0o700 });
  const own = ownIdentity();
  const name = `${own.pid}-${randomBytes(6).toString('hex')}`;
  const file = join(lock, `${name}${CLAIM}`);
  const release = () => rm(file, { force: true });
  // Renamed into place, so that nobody reads half a claim.
  await writeFile(join(lock, name), JSON.stringify(own), { mode: 0o600 }).catch(ofFile(lock));
  await rename(join(lock, name), file);
  for (const entry of await readdir(lock)) {
    const other = join(lock, entry);
    if (!entry.endsWith(CLAIM) || other === file) continue;
    const identity = await readClaim(other);
    if (identity === undefined) continue;
    const life = lifeOf(identity, own);
    if (life !== 'dead') {
      await release();
      return { heldBy: { identity, life, file: other } };
    }
    await rm(other, { force: true });
  }
  return { release };
}

/** @returns Who wrote the claim, or undefined when it was withdrawn meanwhile. */
async function readClaim(file: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(
      `${file} cannot be read as the claim of a process. If no Openhouse process uses this directory, delete it.`,
      {
        cause: error,
      },
    );
  }
}
