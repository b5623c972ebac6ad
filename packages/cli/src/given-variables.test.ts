import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Command } from './command.ts';
import { callerOf } from './gateway-client.ts';
import { run } from './run.ts';
import { keptWorld } from './testing/world.ts';
import type { World } from './world.ts';

/** What a command sees of an environment. */
async function seen(name: string, env: World['env']): Promise<World['env']> {
  let given: World['env'] = {};
  const command: Command<string> = {
    ...{ name, summary: 'Look.', arguments: [], options: [], examples: [] },
    run: async (_, world) => {
      given = world.env;
      return 0;
    },
  };
  const world = keptWorld(env);
  expect([await run([name], world, [command]), world.written.err]).toEqual([0, '']);
  return given;
}

const EMPTY = ['', ' ', '\n'];

test.each([
  'OPENHOUSE_APP_KEY',
  'OPENHOUSE_APP_SECRET',
  'OPENHOUSE_BASE_URL',
  'OPENHOUSE_CA_FILE',
  'OPENHOUSE_CONFIG_DIR',
  'OPENHOUSE_CREDENTIAL',
  'OPENHOUSE_PORTAL_URL',
  'OPENHOUSE_PROFILE',
  'OPENHOUSE_WEBHOOK_SECRET',
  'DATA_DIR',
  'XDG_CONFIG_HOME',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
])('%s that is empty is not set', async (name) => {
  for (const empty of EMPTY) {
    expect(Object.keys(await seen('look', { [name]: empty, OTHER: 'is kept' }))).toEqual(['OTHER']);
  }
});

test('what is set stays as it is, and so do the settings of the service', async () => {
  const env = { OPENHOUSE_APP_KEY: ' ohk_a', no_proxy: '*', MAIL_FROM: '' };
  expect(await seen('look', env)).toEqual(env);
  expect(await seen('serve', { DATA_DIR: '' })).toEqual({ DATA_DIR: '' });
});

describe('beside the .env of openhouse init', () => {
  const file = 'OPENHOUSE_BASE_URL=https://a.example\nOPENHOUSE_APP_KEY=ohk_file\nOPENHOUSE_APP_SECRET=ohs_file\n';
  const ofFile = { baseUrl: 'https://a.example', appKey: 'ohk_file', appSecret: 'ohs_file' };

  async function callerIn(text: string, env: World['env']) {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-empty-'));
    try {
      await writeFile(join(directory, '.env'), text);
      return await callerOf(
        { arguments: [], options: {} },
        keptWorld(await seen('look', env), undefined, { directory }),
      );
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  test.each(['OPENHOUSE_APP_KEY', 'OPENHOUSE_APP_SECRET', 'OPENHOUSE_BASE_URL', 'DATA_DIR'])(
    '%s that is empty changes nothing',
    async (name) => {
      for (const empty of EMPTY) expect(await callerIn(file, { [name]: empty })).toEqual(ofFile);
    },
  );

  test('an address that is empty in the file is that of this machine', async () => {
    const text = file.replace('https://a.example', '');
    expect(await callerIn(text, {})).toEqual({ ...ofFile, baseUrl: 'http://localhost:4001' });
  });
});

test('profiles add reads standard input where OPENHOUSE_CREDENTIAL is empty', async () => {
  const world = keptWorld({ OPENHOUSE_CREDENTIAL: '', OPENHOUSE_CONFIG_DIR: '/nonexistent' }, undefined, {
    stdin: { line: async () => 'ohm_from-standard-input', lines: async function* () {} },
  });
  // Nothing answers there: the credential was taken for one.
  expect(await run(['profiles', 'add', 'ci', '--portal', 'http://127.0.0.1:1'], world)).toBe(4);
  expect(world.written.err).toContain('does not answer');
});

describe('without a home directory', () => {
  const world = () => keptWorld({}, undefined, { home: '' });

  test('nobody is signed in', async () => {
    const it = world();
    expect([await run(['profiles', '--json'], it), it.written.err]).toEqual([0, '']);
  });

  test.each([['login'], ['profiles', 'use', 'ci']].map((words) => [words]))('%j is refused', async (words) => {
    const it = world();
    const to = words[0] === 'login' ? ['--portal', 'http://127.0.0.1:1'] : [];
    expect(await run([...words, ...to], it)).toBe(2);
    expect(it.written.err).toBe(
      'openhouse: A session cannot be kept: this person has no home directory, or HOME is empty. Set HOME, or name a folder in OPENHOUSE_CONFIG_DIR.\n',
    );
  });
});
