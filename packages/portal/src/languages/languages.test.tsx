import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { startLanguages } from './start-languages.ts';
import { zh } from './zh.ts';

type Tree = { readonly [key: string]: string | Tree };

/** @returns Every message by its dotted key. */
function flat(tree: Tree, above = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${above}${key}`, value] as const] : [...flat(value, `${above}${key}.`)],
    ),
  );
}

const english = flat(en);
const chinese = flat(zh);
const variables = (message: string | undefined) =>
  [...(message ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

describe('the languages', () => {
  test('have the same messages; only a singular has no Chinese', () => {
    const needed = [...english.keys()].filter((key) => !key.endsWith('_one'));
    expect([...chinese.keys()].sort()).toEqual(needed.sort());
  });

  test.each([...chinese.keys()])('%s fills in the same values', (key) => {
    expect(variables(chinese.get(key)).sort()).toEqual(variables(english.get(key)).sort());
  });

  test('leave no message empty', () => {
    expect([...english, ...chinese].filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  test('count in both', async () => {
    const inEnglish = await startLanguages('en');
    const inChinese = await startLanguages('zh');
    expect(inEnglish.t('sessions.ended', { count: 1 })).toBe('One session ended.');
    expect(inEnglish.t('sessions.ended', { count: 3 })).toBe('3 sessions ended.');
    expect(inChinese.t('sessions.ended', { count: 1 })).toBe('已结束 1 个会话。');
  });
});

test('no message is left that no page shows', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('languages') && !path.includes('.test.'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  // A key may be put together from a group and a kind: `problems.${kind}Title`.
  const built = [...sources.matchAll(/`([\w-]+\.[\w.-]*)\$\{[^}]+\}(\w*)`/g)].map(([, start = '', end = '']) => ({
    start,
    end,
  }));
  const shown = (key: string) => {
    const plain = key.replace(/_(one|other)$/, '');
    if (sources.includes(`'${plain}'`)) return true;
    return built.some(({ start, end }) => plain.startsWith(start) && plain.endsWith(end));
  };
  expect([...english.keys()].filter((key) => !shown(key))).toEqual([]);
});
