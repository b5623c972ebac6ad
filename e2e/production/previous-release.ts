import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { readMigrations } from '../../packages/server/src/kernel/database/migrate.ts';
import { type Program, programOf } from '../deploy/installation.ts';
import { inheritedEnv, root } from '../service.ts';

const run = promisify(execFile);
/** Installing and building, on a slow line and a busy machine. */
const BUILD_MS = 1_200_000;

/** The program that an installation runs before it is upgraded to this one. */
export interface PreviousRelease {
  readonly program: Program;
  /** Its tag or commit. */
  readonly name: string;
  /** Migrations of this program that it does not know. */
  readonly unknown: readonly string[];
  /** The first of them that it cannot live with (decision 0127), so that there is no way back to it; undefined for none. */
  readonly refused: string | undefined;
  remove(): Promise<void>;
}

/**
 * The built checkout that PREVIOUS_RELEASE names, or the commit, built in a temporary clone; without it the last release's tag
 * below this commit, else the commit before this one.
 */
export async function previousRelease(): Promise<PreviousRelease> {
  const given = process.env.PREVIOUS_RELEASE ?? '';
  return isAbsolute(given) ? releaseIn(given, given, async () => undefined) : clonedRelease(given);
}

async function clonedRelease(given: string): Promise<PreviousRelease> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  const tagged = git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD~1').catch(() => 'HEAD~1');
  const named = given || (await tagged);
  const commit = await git('rev-parse', '--verify', `${named}^{commit}`);
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-previous-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const clone = join(directory, 'openhouse');
  try {
    await run('git', ['clone', '--quiet', '--no-checkout', root, clone]);
    await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone });
    await run(process.execPath, ['scripts/ensure.mjs', '--build'], {
      cwd: clone,
      env: inheritedEnv,
      timeout: BUILD_MS,
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return releaseIn(clone, `${named} (${commit.slice(0, 7)})`, remove);
}

async function releaseIn(checkout: string, name: string, remove: PreviousRelease['remove']): Promise<PreviousRelease> {
  const migrationsOf = (of: string) => readdir(join(of, 'packages/server/migrations'));
  const known = new Set(await migrationsOf(checkout));
  const unknown = (await migrationsOf(root)).filter((file) => file.endsWith('.sql') && !known.has(file));
  const newest =
    [...known]
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? '';
  const all = await readMigrations();
  const refused = all.find(({ name: file, livesWith }) => unknown.includes(file) && (livesWith ?? '9') > newest)?.name;
  return { program: programOf(checkout), name, unknown, refused, remove };
}
