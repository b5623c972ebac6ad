import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { openStore, parseConfig } from '@openhouse/server';
import { afterAll, beforeAll } from 'vitest';
import { writeMigrated } from '../../../server/src/testing/embedded-template.ts';
import { run } from '../run.ts';
import { keptWorld } from './world.ts';

type Environment = Readonly<Record<string, string>>;

/** A store of one test file, with a Team `acme` that Mara owns. Use it inside tests and hooks. */
export interface CommandStore {
  /** Folder of the file's own; the store is in `store`. */
  readonly root: string;
  readonly database: Awaited<ReturnType<typeof openStore>>;
  env(more?: Environment): Environment;
  /** Runs a command beside the store. */
  openhouse(args: readonly string[], env?: Environment): Promise<{ exitCode: number; out: string; err: string }>;
}

/** Opens a store that is migrated and new, as a first start leaves it, in a fifth of the processor's time. */
export async function openNewStore(env: Environment & { DATA_DIR: string }): Promise<CommandStore['database']> {
  await mkdir(env.DATA_DIR, { recursive: true });
  await writeMigrated(path.join(env.DATA_DIR, DATA_DIRECTORY.database));
  return openStore(parseConfig(env), () => {});
}

export function useCommandStore(): CommandStore {
  let root = '';
  /** Held open meanwhile: the commands borrow it, which takes a fraction of opening it anew. */
  let held: CommandStore['database'] | undefined;
  const env = (more: Environment = {}) => ({ DATA_DIR: path.join(root, 'store'), ...more });
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-command-'));
    held = await openNewStore(env());
    await held.pool.query("insert into team (code, name) values ('acme', 'Acme Homes')");
    await held.pool.query("insert into person (code, name, email) values ('ohu_mara', 'Mara', 'mara@acme.example')");
    const owner = await held.connectAsOwner();
    await owner.query("select set_config('app.team', '*', false)");
    await owner.query("insert into team_member select t.id, p.id, 'owner' from team t, person p");
    await owner.end();
  });
  afterAll(async () => {
    await held?.close();
    await rm(root, { recursive: true, force: true });
  });
  return {
    get root() {
      return root;
    },
    get database() {
      if (held === undefined) throw new Error('The file has no store yet: use it inside a test or a hook.');
      return held;
    },
    env,
    async openhouse(args, settings = env()) {
      const world = keptWorld(settings);
      return { exitCode: await run([...args], world), ...world.written };
    },
  };
}
