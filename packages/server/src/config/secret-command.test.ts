import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig, requiredKeys } from './config.ts';
import { generateKey } from './secrets.ts';
import { configWarnings } from './warnings.ts';

describe('secrets of a key management system', () => {
  let folder = '';
  const at = (name: string) => join(folder, name);
  const program = async (lines: string, mode = 0o755) => {
    await writeFile(at('keys'), `#!/bin/sh\n${lines}\n`);
    await chmod(at('keys'), mode);
    return at('keys');
  };
  const refusalOf = (env: Record<string, string>) => {
    try {
      parseConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    return 'taken';
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-key-command-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('openssl unwraps every key ring, and the program is started once for all of them', {
    tags: 'slow',
  }, async () => {
    await writeFile(at('kek'), 'the key that wraps the others');
    const openssl = `openssl enc -aes-256-cbc -pbkdf2 -base64 -A -pass file:${at('kek')}`;
    const KEY_COMMAND = await program(
      `echo started >> ${at('starts')}
while read -r name reference; do
  secret=$(printf %s "$reference" | ${openssl} -d) || exit 1
  printf '%s %s\\n' "$name" "$secret"
done`,
    );
    const { execFileSync } = await import('node:child_process');
    const given = Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)]));
    const wrapped = Object.entries(given).map(([name, input]) => {
      const text = execFileSync('/bin/sh', ['-c', openssl], { input }).toString();
      return [name, `command:${text}`] as const;
    });
    await writeFile(at('link-keys'), Object.fromEntries(wrapped).LINK_KEYS ?? '', { mode: 0o600 });
    const { LINK_KEYS: _, ...inEnvironment } = Object.fromEntries(wrapped);
    const read = parseConfig({ ...inEnvironment, LINK_KEYS_FILE: at('link-keys'), KEY_COMMAND });
    const plain = parseConfig(given);
    for (const name of requiredKeys) expect([name, read[name]]).toEqual([name, plain[name]]);
    expect(await readFile(at('starts'), 'utf8')).toBe('started\n');

    // Another wrapping key: openssl fails.
    await writeFile(at('kek'), 'another one');
    const refused = refusalOf({ ...inEnvironment, KEY_COMMAND });
    expect(refused).toContain('KEY_COMMAND ended with exit status 1: run it by hand');
  });

  test('a part asks for its own secrets only, and the program sees none of the environment', async () => {
    const KEY_COMMAND = await program(
      `env > ${at('seen')}; cat > ${at('asked')}; echo "LINK_KEYS ${generateKey('LINK_KEYS')}"`,
    );
    parseConfig({
      SERVE_ONLY: 'gateway',
      DATABASE_GATEWAY_URL: 'postgres://gate:word@db/openhouse',
      LINK_KEYS: 'command:links',
      APP_SECRET_SEALING_KEYS: 'command:app-secrets',
      UPSTREAM_APPS_TOKEN: 'a token of many characters',
      VAULT_ADDR: 'https://vault.example.com',
      KEY_COMMAND,
    });
    expect(await readFile(at('asked'), 'utf8')).toBe('LINK_KEYS links\n');
    const seen = await readFile(at('seen'), 'utf8');
    expect(seen).toContain('VAULT_ADDR=https://vault.example.com');
    expect(seen).not.toMatch(/a token of many|postgres:|command:/);
  });

  test('migrate asks for the addresses of the database alone', async () => {
    const KEY_COMMAND = await program(`cat > ${at('asked')}; echo 'DATABASE_URL postgres://u:word@db/openhouse'`);
    const env = { DATABASE_URL: 'command:owner', LINK_KEYS: 'command:links', KEY_COMMAND };
    expect(parseConfig(env, 'migrate').DATABASE_URL).toBe('postgres://u:word@db/openhouse');
    expect(await readFile(at('asked'), 'utf8')).toBe('DATABASE_URL owner\n');
  });

  const SECRET = generateKey('LINK_KEYS');
  test.each([
    ['exit 3', 'KEY_COMMAND ended with exit status 3: run it by hand to see why', true],
    ['kill -9 $$', 'KEY_COMMAND ended with SIGKILL', true],
    ['exit 0', 'KEY_COMMAND printed nothing for LINK_KEYS', false],
    [`echo "${SECRET}"`, 'KEY_COMMAND printed a line 1 that is no secret that was asked for', false],
    [`echo "COOKIE_SECRETS ${SECRET}"`, 'printed a line 1', false],
    [`echo "LINK_KEYS ${SECRET}"; echo "LINK_KEYS ${SECRET}"`, 'printed a line 2', false],
    [`echo "${SECRET}" >&2; exit 1`, 'exit status 1', true],
    ['echo "LINK_KEYS 1:short"', 'LINK_KEYS takes number:base64url', false],
    ['yes "LINK_KEYS of many lines"', 'printed more than 256 KiB', false],
  ])('a program that does %j is refused, without what it printed', async (lines, says, mayPass) => {
    const env = { LINK_KEYS: 'command:links', KEY_COMMAND: await program(lines) };
    const message = refusalOf(env);
    expect(() => parseConfig(env)).toThrow(expect.objectContaining({ mayPass }));
    expect(message).toContain(says);
    expect(message).not.toContain(SECRET.slice(2));
    expect(message).not.toContain('of many lines');
  });

  test('beside a setting that is wrong, a later start is no better', async () => {
    const env = { LINK_KEYS: 'command:links', KEY_COMMAND: await program('exit 3'), LINK_KEYS_FILE: '/nowhere/links' };
    expect(() => parseConfig(env)).toThrow(expect.objectContaining({ mayPass: false }));
  });

  test.each([
    [{ KEY_COMMAND: '' }, 'LINK_KEYS is to come from KEY_COMMAND, which is not set'],
    [{ KEY_COMMAND: 'keys' }, 'takes the path of a program from /, not "keys"'],
    [{ KEY_COMMAND: '/nowhere/keys' }, 'names /nowhere/keys, which is not there'],
    [{ KEY_COMMAND: '/bin/cat', LINK_KEYS: 'command:' }, 'LINK_KEYS: what follows command: must be one line'],
    [{ KEY_COMMAND: '/bin/cat', LINK_KEYS: 'command:a\nCOOKIE_SECRETS b' }, 'must be one line'],
  ])('%j is refused', (env, says) => {
    expect(refusalOf({ LINK_KEYS: 'command:links', ...env })).toContain(says);
  });

  test('in production a program that others may change is refused', async () => {
    const env = { APP_ENV: 'production', LINK_KEYS: 'command:links' };
    expect(refusalOf({ ...env, KEY_COMMAND: await program('exit 0', 0o777) })).toContain('which others may change');
    expect(refusalOf({ ...env, KEY_COMMAND: await program('exit 0', 0o755) })).toContain('printed nothing for');
  });

  test('a program that is set and never asked is warned about', async () => {
    const env = { KEY_COMMAND: await program('exit 1') };
    expect(configWarnings(env, parseConfig(env))).toEqual([expect.stringContaining('KEY_COMMAND sets nothing')]);
  });
});

// Its bound is fifteen seconds.
test('a program that never ends, nor what it started, is ended', { tags: ['slow', 'long'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-key-command-'));
  const path = join(folder, 'keys');
  await writeFile(path, '#!/bin/sh\nsleep 600 &\nsleep 600\n');
  await chmod(path, 0o755);
  expect(() => parseConfig({ LINK_KEYS: 'command:links', KEY_COMMAND: path })).toThrow('did not end within 15 s');
  await rm(folder, { recursive: true });
});
