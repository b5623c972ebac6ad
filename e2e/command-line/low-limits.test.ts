import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slowAfter } from '../../packages/server/src/testing/slow-after.ts';
import { inheritedEnv, openhouse, root } from '../service.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openhouse-limits-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** @param before What the shell does before it becomes the command, and `redirected` how it starts it. */
async function run(before: string, args: readonly string[], redirected = '', more: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = inheritedEnv;
  const env = {
    ...inherited,
    HOME: home,
    DATA_DIR: join(home, 'store'),
    OPENHOUSE_CONFIG_DIR: join(home, 'config'),
    ...more,
  };
  const words = ['-c', `${before}; exec "$@" ${redirected}`, 'sh', process.execPath, openhouse, ...args];
  return promisify(execFile)('sh', words, { env, cwd: home }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

test.each([
  ['ulimit -n 40', ['--version'], 2, 'This process may open 40 files, and needs 64. Allow it more: ulimit -n 1024'],
  ['ulimit -n 64', ['migrate'], 2, 'needs 128 open files, and this process may open 64. Allow it more: ulimit -n 1024'],
  ['ulimit -n 64', ['doctor', '--store'], 1, 'A process may open 64: each connection of a caller takes one.'],
  ['ulimit -n 128', ['migrate'], 0, 'Applied '],
  [
    'ulimit -f 1000',
    ['migrate'],
    2,
    'and this process may write 0 MiB into one. Lift that limit: ulimit -f unlimited.',
  ],
  [
    'ulimit -v 4000000',
    ['migrate'],
    2,
    'This process may take 3 GiB of addresses, and needs 24, most of which it never fills. Lift that limit: ulimit -v unlimited',
  ],
])('%s, %j: ends with %i and a sentence', { tags: ['slow', 'long'] }, async (limit, args, code, says) => {
  const { code: ended, said } = await run(limit, args);
  expect(said).toContain(says);
  expect(said).not.toMatch(/\n\s+at /);
  expect(ended).toBe(code);
});

test('a store that gets no memory is not called damaged', { tags: ['slow', 'long'] }, async () => {
  // V8 itself needs the more the newer it is. What reads HTTP gets none either.
  const open = `process.on('unhandledRejection', () => undefined);
    import(${JSON.stringify(join(root, 'packages/server/dist/kernel/database/open-database.js'))})
    .then(({ openDatabase }) => openDatabase({ directory: 'starved' }))
    .catch(({ message }) => console.log(message))`;
  const { said } = await run('ulimit -v 20000000; set -- "$1" -e "$OPEN"', [], '', { OPEN: open });
  expect(said).toContain(
    'cannot be opened: the system gives this process no memory for it. Its files are as they were.',
  );
});

test('with 64 descriptors every module that needs no store is loaded', { tags: ['slow', 'long'] }, async () => {
  expect(await run('ulimit -n 64', ['profiles', '--json'])).toEqual({ code: 0, said: '' });
});

slowAfter(1, ['<&- >&- 2>&-', '<&-', '>&-', '2>&-'])('%s: a closed descriptor stops nothing', async (redirected) => {
  expect((await run(':', ['profiles'], redirected)).code).toBe(0);
});
