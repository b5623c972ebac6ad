import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { atNoStore, called, onStore } from '../testing/store-commands.ts';
import { keptWorld } from '../testing/world.ts';

/** Begin a store, or look at what is missing. */
const mayBeFirst = ['serve', 'migrate', 'installation import', 'doctor', ...atNoStore];
const others = onStore
  .filter(({ name }) => !mayBeFirst.includes(name))
  .map((command) => [command.name, called(command)]);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-no-store-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.each([...others, ['migrate --plan', ['migrate', '--plan']]] as [string, string[]][])(
  '%s: a mistyped data directory is named, and no store is made there',
  async (_, call) => {
    const mistyped = join(directory, 'date');
    const world = keptWorld({ DATA_DIR: mistyped }, undefined, { directory });
    expect([await run(call, world), world.written.out]).toEqual([2, '']);
    expect(world.written.err).toContain(`There is no embedded store: ${join(mistyped, 'database')} is not there.`);
    expect(existsSync(mistyped)).toBe(false);
  },
);
