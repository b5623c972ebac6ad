import { isAbsolute } from 'node:path';
import { readMigrations } from '../../packages/server/src/kernel/database/migrate.ts';
import { build, checkoutOf, commitOfOlderSchema, git, unknownTo } from '../deploy/earlier-checkout.ts';
import { type Program, programOf } from '../deploy/installation.ts';

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
 * below this commit, else the newest commit with another schema.
 */
export async function previousRelease(): Promise<PreviousRelease> {
  const given = process.env.PREVIOUS_RELEASE ?? '';
  return isAbsolute(given) ? releaseIn(given, given, async () => undefined) : clonedRelease(given);
}

async function clonedRelease(given: string): Promise<PreviousRelease> {
  const tagged = () => git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD~1').catch(commitOfOlderSchema);
  const named = given || ((await tagged()) ?? 'HEAD~1');
  const commit = await git('rev-parse', '--verify', `${named}^{commit}`);
  const { path, remove } = await checkoutOf(commit);
  try {
    await build(path);
  } catch (error) {
    await remove();
    throw error;
  }
  return releaseIn(path, named === commit ? named.slice(0, 7) : `${named} (${commit.slice(0, 7)})`, remove);
}

async function releaseIn(checkout: string, name: string, remove: PreviousRelease['remove']): Promise<PreviousRelease> {
  const unknown = await unknownTo(checkout);
  const all = await readMigrations();
  const newest = all.filter((one) => !unknown.includes(one.name)).at(-1)?.name ?? '';
  const refused = all.find((one) => unknown.includes(one.name) && (one.livesWith ?? '9') > newest)?.name;
  return { program: programOf(checkout), name, unknown, refused, remove };
}
