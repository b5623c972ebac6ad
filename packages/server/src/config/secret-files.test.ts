import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig, secretNames, variables } from './config.ts';
import { withSecretFiles } from './secret-files.ts';
import { generateKey } from './secrets.ts';
import { misspeltNames } from './warnings.ts';

describe('secrets in files', () => {
  let folder = '';
  const at = (name: string) => join(folder, name);
  const put = async (name: string, text: string, mode = 0o600) => {
    await writeFile(at(name), text);
    await chmod(at(name), mode);
    return at(name);
  };
  const KEY = generateKey('LINK_KEYS');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A text that the variable takes. */
  const textOf = (name: string) => {
    if (/_(KEYS|SECRETS)$/.test(name)) return KEY;
    if (name === 'APP_SECRET_PEPPER') return KEY.slice(2);
    if (name.startsWith('DATABASE')) return 'postgres://u:p@h/d';
    if (name === 'REDIS_URL') return 'redis://h';
    if (name === 'AUDIT_HEADS_TO') return 'https://collector.example.com/heads';
    if (name === 'SMTP_URL') return 'smtp://user:password@mail.example.com';
    if (name === 'OTEL_EXPORTER_OTLP_HEADERS') return 'x-key=a%20secret,x-tenant=one';
    return name === 'NOTIFY_WEBHOOK_URL' ? 'https://chat.example.com/hook' : 'a secret of many characters';
  };
  test.each(secretNames)(
    '%s can be given as a file, whose blanks and line ends around it do not count',
    async (name) => {
      const others = { DATABASE_URL: 'postgres://u:p@h/d', UPSTREAM_APPS_TOKEN: 'a token of many characters' };
      for (const end of ['', '\n', '\r\n', ' \n\n']) {
        const path = await put('one', `${textOf(name)}${end}`);
        const { [name]: _, ...without } = {
          ...others,
          ...(name === 'SMTP_URL' && { MAIL_FROM: 'openhouse@example.com' }),
        } as Record<string, string>;
        const read = parseConfig({ ...without, [`${name}_FILE`]: path });
        const given = parseConfig({ ...without, [name]: textOf(name) });
        expect(Reflect.get(read, name)).toEqual(Reflect.get(given, name));
        expect(Reflect.get(read, name)).not.toBeNull();
        expect(misspeltNames({ [`${name}_FILE`]: path })).toEqual([]);
      }
    },
  );

  test('every variable with a secret in its name is one of them', () => {
    const named = Object.keys(variables).filter((name) => /_(KEYS|SECRETS?|PEPPER|TOKEN)$/.test(name));
    expect(secretNames).toEqual(expect.arrayContaining(named));
  });

  test.each([
    ['both', { LINK_KEYS: KEY }, KEY, 0o600, 'LINK_KEYS and LINK_KEYS_FILE are both set: leave one of them out'],
    ['an empty file', {}, '\n', 0o600, 'is empty: write the value into it'],
    [
      'a file with the name too',
      {},
      `LINK_KEYS=${KEY}`,
      0o600,
      'begins with LINK_KEYS=: write the value alone into it',
    ],
    ['a value in quotes', {}, `"${KEY}"`, 0o600, 'is in quotes, which are taken for a part of it: leave them out'],
    ['a file in UTF-16', {}, [...KEY].join('\0'), 0o600, 'is no text in UTF-8: save it as UTF-8'],
    ['a large file', {}, 'x'.repeat(70_000), 0o600, 'holds more than 65536 bytes'],
    [
      'a file that others read',
      { APP_ENV: 'production' },
      KEY,
      0o644,
      'has mode 0644, so others can read it: chmod 0600',
    ],
    ['a file that its group reads', { APP_ENV: 'production' }, KEY, 0o640, 'has mode 0640, so others can read it'],
    ['a file that all but its group read', { APP_ENV: 'production' }, KEY, 0o604, 'has mode 0604'],
    ['a file that its group writes', { APP_ENV: 'production' }, KEY, 0o620, 'has mode 0620'],
    ['a file that anybody writes', { APP_ENV: 'production' }, KEY, 0o602, 'has mode 0602'],
  ])('%s is refused, without the value', async (_, env, text, mode, says) => {
    const path = await put('refused', text, mode);
    let message = '';
    try {
      parseConfig({ ...env, LINK_KEYS_FILE: path });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toContain(says);
    expect(message).not.toContain(KEY.slice(2));
  });

  describe.skipIf(process.getuid?.() !== 0)('as containers mount one, of another user', () => {
    const OTHER = 1000;
    const readAs = async (mode: string) => {
      const path = await put('mounted', KEY, Number.parseInt(mode, 8));
      await chown(path, OTHER, OTHER);
      const env = { APP_ENV: 'production', LINK_KEYS_FILE: path };
      return withSecretFiles(env, secretNames, []);
    };

    test.each(['0400', '0440', '0600', '0640'])('mode %s is accepted', async (mode) => {
      expect(await readAs(mode)).toMatchObject({ env: { LINK_KEYS: KEY }, problems: [] });
    });

    test.each(['0644', '0444', '0604', '0660'])('mode %s is refused, with what the platform takes', async (mode) => {
      const { problems } = await readAs(mode);
      expect(problems).toEqual([expect.stringContaining(`has mode ${mode} and belongs to user ${OTHER}`)]);
      expect(problems.join()).not.toContain('chmod');
      for (const says of ['mode 0440', 'defaultMode: 0440 and fsGroup', 'uid, gid and mode: 0400'])
        expect(problems.join()).toContain(says);
    });
  });

  test('a file that is not there, and a folder, are refused by name', () => {
    expect(() => parseConfig({ LINK_KEYS_FILE: at('nowhere') })).toThrow(
      `LINK_KEYS_FILE: ${at('nowhere')} is not there (ENOENT): name a file that this user may read`,
    );
    expect(() => parseConfig({ LINK_KEYS_FILE: folder })).toThrow(`${folder} is a folder (EISDIR)`);
  });
});
