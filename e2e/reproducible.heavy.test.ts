import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packPackages, publishedPackages } from '../scripts/release/packages.mjs';
import { inheritedEnv, root } from './service.ts';

const run = promisify(execFile);
/** Copying, building and packing, on a busy machine. */
const BUILD_MS = 1_200_000;
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** Somebody else's machine: files of theirs are closed to others, and it is tomorrow there. */
const ELSEWHERE = { ...inheritedEnv, TZ: 'Pacific/Kiritimati', LANG: 'C', LC_ALL: 'C', HOME: '' };

let directory: string;
let here: string;
let elsewhere: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-reproducible-'));
  // Those that `npm run pack:test` has packed and a release publishes, otherwise some of our own.
  here = process.env.OPENHOUSE_TARBALLS ?? join(directory, 'here');
  elsewhere = join(directory, 'elsewhere');
  for (const path of [here, elsewhere]) await mkdir(path, { recursive: true });
  if (process.env.OPENHOUSE_TARBALLS === undefined) await packPackages(root, here);
  const copy = join(directory, 'another', 'place', 'checkout');
  await mkdir(copy, { recursive: true });
  const pack = `import('./scripts/release/packages.mjs').then(({ packPackages }) => packPackages('.', process.argv[1]))`;
  const steps = [
    'umask 077',
    // What git knows, as it would write it there: with the modes that this umask leaves.
    `(cd "$1" && git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --ignore-failed-read -c) | tar -x --no-same-permissions`,
    // What is installed: npm unpacks with the same umask.
    '(cd "$1" && ls -d node_modules packages/*/node_modules) | while read -r modules; do cp -R --preserve=links "$1/$modules" "$modules"; done',
    'node scripts/ensure.mjs --build',
    'node --input-type=module -e "$3" "$2"',
  ];
  const options = { cwd: copy, env: { ...ELSEWHERE, HOME: directory }, timeout: BUILD_MS, maxBuffer: OUTPUT_MAX_BYTES };
  await run('bash', ['-euo', 'pipefail', '-c', steps.join('\n'), 'bash', root, elsewhere, pack], options);
}, BUILD_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Mode, size and name of each file in a tarball, in its order. */
async function listed(tarball: string): Promise<readonly string[]> {
  const { stdout } = await run('tar', ['-tvzf', tarball], { maxBuffer: OUTPUT_MAX_BYTES });
  return stdout.trim().split('\n');
}
/** Files of two tarballs that are not the same. */
async function differing(one: string, other: string): Promise<readonly string[]> {
  const places = [join(directory, 'one'), join(directory, 'other')] as const;
  for (const [place, tarball] of [
    [places[0], one],
    [places[1], other],
  ] as const) {
    await rm(place, { recursive: true, force: true });
    await mkdir(place);
    await run('tar', ['-xzf', tarball, '-C', place]);
  }
  const { stdout } = await run('diff', ['-rq', ...places]).catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter(Boolean);
}
const sha256Of = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

test.each(publishedPackages(root))(
  '$name: built and packed elsewhere, later and with another umask it is the same to the byte',
  async ({ tarball }) => {
    const [ours, theirs] = [join(here, tarball), join(elsewhere, tarball)];
    if ((await sha256Of(ours)) === (await sha256Of(theirs))) return;
    expect(await differing(ours, theirs)).toEqual([]);
    expect(await listed(theirs)).toEqual(await listed(ours));
    throw new Error('the same files, but not the same bytes around them');
  },
);
