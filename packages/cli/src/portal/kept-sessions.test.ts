import type { PathLike } from 'node:fs';
import fs, { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { type KeptWorld, keptWorld } from '../testing/world.ts';
import {
  addProfile,
  forgetSession,
  type KeptSession,
  keepSession,
  keptSessions,
  profileToKeep,
} from './kept-sessions.ts';
import { targetOf } from './target.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-profiles-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const world = (env: KeptWorld['env'] = {}): KeptWorld =>
  keptWorld({ OPENHOUSE_CONFIG_DIR: join(directory, 'config'), ...env }, undefined, { directory });
const file = () => join(directory, 'config', 'sessions.json');

const sessionAt = (portal: string, name = 'Ada'): KeptSession => ({
  portal,
  token: `ohc_${name}`,
  sessionId: `id-of-${name}`,
  endsAt: '2026-12-20T09:30:00.000Z',
  name,
  email: `${name.toLowerCase()}@example.com`,
  baseUrl: 'https://gateway.example.com',
});

const [here, there] = ['https://portal.example.com', 'https://staging.example.com'];

async function openhouse(env: KeptWorld['env'], ...args: string[]) {
  const kept = world(env);
  const exitCode = await run(args, kept);
  return { exitCode, ...kept.written };
}

describe('the file', () => {
  test('is for its owner only, and nothing is left beside it', async () => {
    await keepSession(world(), 'default', sessionAt(here));
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'config'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(directory, 'config'))).toEqual(['sessions.json']);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"current":null,"profiles":3}',
    '{"current":null,"profiles":[]}',
    '{"current":"default","profiles":{"default":{}}}',
    JSON.stringify({ current: 'default', profiles: { default: { ...sessionAt(here), token: 7 } } }),
    JSON.stringify({ current: here, portals: { [here]: {} } }),
    JSON.stringify({ current: 'here', portals: { here: sessionAt(here) } }),
  ])('is damaged: %s', async (text) => {
    await mkdir(join(directory, 'config'));
    await writeFile(file(), text);
    for (const args of [['profiles'], ['whoami'], ['logout', '--portal', here]]) {
      const { exitCode, out, err } = await openhouse({}, ...args);
      const told = `openhouse: ${file()} cannot be read. Remove it and run openhouse login again.\n`;
      expect({ exitCode, out, err }).toEqual({ exitCode: 2, out: '', err: told });
    }
  });

  test('that the system does not hand out is not said to be damaged', async () => {
    await mkdir(file(), { recursive: true });
    expect((await openhouse({}, 'profiles')).err).toBe(
      `openhouse: ${file()} cannot be read: it is a folder (EISDIR). Mend that, or name another folder in OPENHOUSE_CONFIG_DIR.\n`,
    );
  });

  test('cannot lie in a file', async () => {
    await writeFile(join(directory, 'config'), '');
    expect((await openhouse({}, 'profiles')).err).toBe(
      `openhouse: ${file()} cannot be read: a part of the path is a file (ENOTDIR). Mend that, or name another folder in OPENHOUSE_CONFIG_DIR.\n`,
    );
  });

  test('that could not be kept is asked for of nobody', async () => {
    await symlink(join(directory, 'gone'), join(directory, 'config'));
    // Nothing answers there: who is asked first sees that, and a person who is asked would have allowed it for nothing.
    expect(await openhouse({}, 'login', '--portal', 'http://127.0.0.1:1')).toEqual({
      exitCode: 2,
      out: '',
      err: `openhouse: ${join(directory, 'config')} cannot be written: a part of the path is missing (ENOENT). Name a folder in OPENHOUSE_CONFIG_DIR.\n`,
    });
  });

  test('of a time before profiles keeps working: the last login is the profile default', async () => {
    const { portal: _, ...ada } = sessionAt(here);
    const { portal: __, ...sam } = sessionAt(there, 'Sam');
    await mkdir(join(directory, 'config'));
    await writeFile(file(), JSON.stringify({ current: here, portals: { [there]: sam, [here]: ada } }));
    const expected = {
      current: 'default',
      profiles: { default: { ...ada, portal: here }, 'staging.example.com': { ...sam, portal: there } },
    };
    expect(await keptSessions(world())).toEqual(expected);
    expect(await targetOf({ arguments: [], options: {} }, world())).toEqual({
      kind: 'portal',
      url: here,
      profile: 'default',
    });
    await forgetSession(world(), 'staging.example.com');
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
      current: 'default',
      profiles: { default: { ...ada, portal: here } },
    });
  });

  test.each([
    ['long ago', 0],
    ['in the future of a clock that was set back', 4_000_000_000],
  ])(
    'loses nothing when many commands write at once, and outlives one that was killed %s',
    {
      tags: 'slow',
    },
    async (_, killedAtS) => {
      await mkdir(join(directory, 'config'));
      await writeFile(`${file()}.lock`, '');
      await utimes(`${file()}.lock`, killedAtS, killedAtS);
      await writeFile(`${file()}.part`, 'half of the sessions', { mode: 0o644 });
      const names = Array.from({ length: 20 }, (_, number) => `profile-${number}`);
      await Promise.all(names.map((name) => keepSession(world(), name, sessionAt(here, name))));
      expect(Object.keys((await keptSessions(world())).profiles).sort()).toEqual(names.sort());
      await Promise.all(names.slice(0, 19).map((name) => forgetSession(world(), name)));
      expect(Object.keys((await keptSessions(world())).profiles)).toEqual(names.slice(19));
      expect([await readdir(join(directory, 'config')), (await stat(file())).mode & 0o777]).toEqual([
        ['sessions.json'],
        0o600,
      ]);
    },
  );

  test('is written though one command was killed with the lock, and another while it broke that', async () => {
    await mkdir(join(directory, 'config'));
    for (const path of [`${file()}.lock`, `${file()}.lock.breaking`]) {
      await writeFile(path, '');
      await utimes(path, 0, 0);
    }
    await keepSession(world(), 'default', sessionAt(here));
    expect(await readdir(join(directory, 'config'))).toEqual(['sessions.json']);
  });

  test.each(['.lock', '.lock.breaking'])(
    'a command that saw %s of one that was killed waits for one that has taken the lock since',
    async (suffix) => {
      const lock = `${file()}.lock`;
      await mkdir(join(directory, 'config'));
      for (const path of new Set([lock, `${file()}${suffix}`])) {
        await writeFile(path, '');
        await utimes(path, 0, 0);
      }
      const look = fs.stat;
      // Between its look and what it does about it, another command breaks the lock and takes it: with the same inode, since
      // that of a removed file is the next to be used.
      let isFirst = true;
      const overtaken = async (path: PathLike) => {
        const seen = await look(path);
        if (path === `${file()}${suffix}` && isFirst) {
          isFirst = false;
          await rm(`${lock}.breaking`, { force: true });
          await rm(lock);
          await writeFile(lock, '');
        }
        return seen;
      };
      Object.assign(fs, { stat: overtaken });
      syncBuiltinESMExports();
      try {
        const kept = keepSession(world(), 'default', sessionAt(here));
        await sleep(200);
        expect(await readdir(join(directory, 'config'))).toEqual(['sessions.json.lock']);
        await rm(lock);
        await kept;
      } finally {
        Object.assign(fs, { stat: look });
        syncBuiltinESMExports();
      }
      expect(await readdir(join(directory, 'config'))).toEqual(['sessions.json']);
    },
  );

  test.each(['', '[]', 'null', '{"profiles":3}', '{"portals":null}'])(
    '%j is refused: it cannot be read',
    async (text) => {
      await mkdir(join(directory, 'config'));
      await writeFile(file(), text);
      expect(await openhouse({}, 'profiles')).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('cannot be read'),
      });
    },
  );
});

describe('which profile a command acts with', () => {
  beforeEach(async () => {
    await keepSession(world(), 'staging', sessionAt(there, 'Sam'));
    await keepSession(world(), 'second', sessionAt(here, 'Sam'));
    await keepSession(world(), 'default', sessionAt(here));
  });

  test.each([
    ['nothing: the current one', {}, {}, 'default'],
    ['--profile', {}, { profile: 'staging' }, 'staging'],
    ['OPENHOUSE_PROFILE', { OPENHOUSE_PROFILE: 'second' }, {}, 'second'],
    ['--profile before OPENHOUSE_PROFILE', { OPENHOUSE_PROFILE: 'second' }, { profile: 'staging' }, 'staging'],
    ['--profile before a store', { DATA_DIR: '/data' }, { profile: 'staging' }, 'staging'],
    ['--portal: its own profile', {}, { portal: there }, 'staging'],
    ['--portal before OPENHOUSE_PROFILE', { OPENHOUSE_PROFILE: 'second' }, { portal: there }, 'staging'],
    ['--portal: the current one of two', {}, { portal: here }, 'default'],
    ['--portal and --profile that agree', {}, { portal: here, profile: 'second' }, 'second'],
    [
      'OPENHOUSE_PROFILE before OPENHOUSE_PORTAL_URL',
      { OPENHOUSE_PROFILE: 'second', OPENHOUSE_PORTAL_URL: there },
      {},
      'second',
    ],
    ['OPENHOUSE_PORTAL_URL', { OPENHOUSE_PORTAL_URL: there }, {}, 'staging'],
    ['a portal without a profile', {}, { portal: 'https://other.example.com' }, undefined],
  ])('%s', async (_, env, options, profile) => {
    expect(await targetOf({ arguments: [], options }, world(env))).toMatchObject({ kind: 'portal', profile });
  });

  test.each([
    [{ profile: 'nobody' }, 'There is no profile "nobody"'],
    [{ profile: '__proto__' }, 'cannot be the name of a profile'],
    [{ profile: 'constructor' }, 'There is no profile "constructor"'],
    [{ profile: 'staging', portal: here }, 'is at https://staging.example.com, not at https://portal.example.com'],
    [{ profile: 'staging', store: true as const }, 'Use only one of them'],
  ])('%j is refused', async (options, sentence) => {
    await expect(targetOf({ arguments: [], options }, world())).rejects.toThrow(sentence);
  });

  test('a store that options name is not left for a variable', async () => {
    const target = targetOf({ arguments: [], options: { store: true } }, world({ OPENHOUSE_PROFILE: 'second' }));
    expect(await target).toEqual({ kind: 'store' });
  });

  test('profiles: lists, changes and forgets them, and shows no token', async () => {
    const listed = await openhouse({}, 'profiles', '--json');
    expect(listed.out + listed.err).not.toContain('ohc_');
    const lines = listed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ profile, isCurrent }) => [profile, isCurrent])).toEqual([
      ['staging', false],
      ['second', false],
      ['default', true],
    ]);
    expect(await openhouse({}, 'profiles', 'use', 'staging')).toMatchObject({ exitCode: 0 });
    expect((await keptSessions(world())).current).toBe('staging');
    expect(await openhouse({}, 'profiles', 'use', 'nobody')).toMatchObject({ exitCode: 2 });
    expect(await openhouse({}, 'profiles', 'remove', 'staging')).toMatchObject({ exitCode: 0 });
    expect(Object.keys((await keptSessions(world())).profiles)).toEqual(['second', 'default']);
  });
});

test.each([
  ['the first', [], here, 'default'],
  ['another portal', [['default', here]], there, 'staging.example.com'],
  ['the same portal again', [['work', here]], here, 'work'],
] as const)('a login without a name keeps its session: %s', async (_, known, portal, profile) => {
  for (const [name, at] of known) await keepSession(world(), name, sessionAt(at));
  expect(profileToKeep(await keptSessions(world()), portal)).toBe(profile);
});

describe('a credential of a Team that a profile keeps', () => {
  const credential: KeptSession = { ...sessionAt(here, 'ci of Acme'), token: 'ohm_ci', sessionId: 'id-of-ci' };

  test.each([
    ['the only profile at the portal', [], 'default'],
    ['a person is signed in there as well', [['default', here]], 'default'],
    [
      'the names that a login would take are taken',
      [
        ['default', there],
        ['portal.example.com', there],
      ],
      'portal.example.com-2',
    ],
  ] as const)('is not replaced by a login without a name: %s', async (_, known, profile) => {
    await addProfile(world(), 'ci', credential);
    for (const [name, at] of known) await addProfile(world(), name, sessionAt(at));
    const kept = await keptSessions(world());
    expect([kept.current, profileToKeep(kept, here)]).toEqual(['ci', profile]);
  });

  test('is not replaced by a login that names it, and no person is asked', async () => {
    await addProfile(world(), 'ci', credential);
    const told = await openhouse({}, 'login', '--portal', 'http://127.0.0.1:1', '--profile', 'ci');
    expect([told.exitCode, told.err]).toEqual([
      2,
      'openhouse: The profile ci keeps a credential of a Team, which is shown once. Name another profile, or forget it with openhouse profiles remove ci.\n',
    ]);
    expect((await keptSessions(world())).profiles.ci).toEqual(credential);
  });

  test('does not replace the session of a person, which could be ended nowhere here then', async () => {
    await keepSession(world(), 'default', sessionAt(here));
    const told = await openhouse(
      { OPENHOUSE_CREDENTIAL: 'ohm_ci' },
      ...['profiles', 'add', 'default', '--portal', 'http://127.0.0.1:1'],
    );
    expect([told.exitCode, told.err]).toEqual([
      2,
      'openhouse: The profile default keeps the session of Ada. Name another profile, or end it with openhouse logout --profile default.\n',
    ]);
  });

  test('is no session to log out of, and the message says what it is', async () => {
    await addProfile(world(), 'ci', credential);
    for (const words of [[], ['--profile', 'ci'], ['--portal', here]]) {
      const { exitCode, err } = await openhouse({}, 'logout', ...words);
      expect([exitCode, err]).toEqual([2, expect.stringContaining('The profile ci keeps a credential of a Team.')]);
    }
  });
});
