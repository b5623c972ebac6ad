import { join } from 'node:path';
import type { Program } from '../deploy/installation.ts';
import type { Stage } from './stage.ts';

/** What a backup of an installation consists of, beside its keys. */
export interface Backup {
  readonly dump: string;
  /** A copy of the bucket. */
  readonly bucket: string;
  readonly files: number;
}

/** Backs an installation up while it serves, as the guide says: the database first, then the files. */
export async function backUp(stage: Stage): Promise<Backup> {
  const dump = join(stage.folder, 'openhouse.dump');
  await stage.store.cluster.tool('pg_dump', ['--enable-row-security', '--format=custom', `--file=${dump}`]);
  return { dump, ...(await stage.copyFiles()) };
}

/**
 * Loses everything but the backup and the keys, and restores as the guide says.
 * @returns What `openhouse verify` says of each part.
 */
export async function loseAndRestore(stage: Stage, program: Program, backup: Backup): Promise<readonly Verdict[]> {
  for (const part of stage.parts) await part.kill();
  await stage.store.pooler.stop();
  await stage.store.cluster.stop();
  const { cluster } = await stage.replaceStore(backup.bucket);
  await cluster.tool('pg_restore', ['--enable-row-security', backup.dump]);
  await stage.migrate(program);
  const lines = (await stage.operate(program, ['verify', '--json'])).trim().split('\n');
  for (const part of stage.parts) await stage.start(part, program);
  await stage.operate(program, ['assets', 'adopt']);
  return lines.map((line) => JSON.parse(line) as Verdict);
}

/** One line of `openhouse verify --json`. */
export interface Verdict {
  readonly part: string;
  readonly checked: number;
  readonly wrong: number;
}
