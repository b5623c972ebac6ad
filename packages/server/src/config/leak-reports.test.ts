import { generateKeyPairSync } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { parseConfig } from './config.ts';
import { ConfigError } from './variables.ts';
import { misspeltNames } from './warnings.ts';

const NAME = 'LEAK_REPORTS_SIGNED_BY';
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = ({ publicKey }: ReturnType<typeof pair>) => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const listed = (...keys: readonly object[]) => JSON.stringify({ public_keys: keys });
const [one, two] = [pair(), pair()];
const both = listed(
  { key_identifier: 'one', key: pem(one), is_current: true },
  { key_identifier: 'two', key: pem(two), is_current: false },
);

function problemOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join();
    throw error;
  }
  return '';
}

test('the list that a code host publishes is taken as it is; nothing is none', () => {
  const keys = parseConfig({ [NAME]: both })[NAME];
  expect([...(keys?.keys() ?? [])]).toEqual(['one', 'two']);
  expect(keys?.get('two')).toBe(pem(two));
  expect(parseConfig({})[NAME]).toBeNull();
});

describe('refused, with what is wrong', () => {
  const privatePem = one.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'pem' });
  test.each([
    ['no JSON', 'one,two', 'with 1 to 100 keys'],
    ['a list alone', '[]', 'with 1 to 100 keys'],
    ['no keys', listed(), 'with 1 to 100 keys'],
    ['null', 'null', 'with 1 to 100 keys'],
    ['no name', listed({ key: pem(one) }), 'key 1 has no key_identifier'],
    ['one name twice', listed(...Array(2).fill({ key_identifier: 'a', key: pem(one) })), 'key 2 has no key_identifier'],
    ['no key', listed({ key_identifier: 'a' }), 'key 1 is no public key'],
    ['half a key', listed({ key_identifier: 'a', key: pem(one).slice(0, 80) }), 'key 1 is no public key'],
    ['a private key', listed({ key_identifier: 'a', key: privatePem }), 'key 1 is no public key'],
    ['RSA', listed({ key_identifier: 'a', key: rsa }), 'key 1 is no public key'],
    ['another curve', listed({ key_identifier: 'a', key: p384 }), 'key 1 is no public key'],
  ])('%s', (_, value, says) => {
    const problem = problemOf({ [NAME]: value });
    expect(problem).toContain(NAME);
    expect(problem).toContain(says);
    expect(problem).not.toContain('PRIVATE');
  });
});

describe('from a file', () => {
  const folder = useFolder();
  const file = join(folder, 'keys.json');
  const given = () => parseConfig({ [`${NAME}_FILE`]: file })[NAME];

  test('that others may read but not write', async () => {
    await writeFile(file, `${both}\n`);
    await chmod(file, 0o644);
    expect(given()?.get('one')).toBeDefined();
    expect(misspeltNames({ [`${NAME}_FILE`]: file })).toEqual([]);
    expect(misspeltNames({ LEAK_REPORT_SIGNED_BY_FILE: file })).toEqual([
      `LEAK_REPORT_SIGNED_BY_FILE is no setting, and sets nothing: did you mean ${NAME}_FILE?`,
    ]);
    // What else production asks for is said with it.
    const inProduction = () => problemOf({ APP_ENV: 'production', [`${NAME}_FILE`]: file });
    expect(inProduction()).not.toContain(NAME);
    for (const mode of [0o646, 0o664]) {
      await chmod(file, mode);
      expect(inProduction()).toContain(
        `${NAME}_FILE: ${file} has mode 0${mode.toString(8)}, so others can change it: chmod 0644 ${file}`,
      );
      expect(given()?.size).toBe(2);
    }
  });
});
