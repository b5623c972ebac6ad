import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditChinese, auditEnglish } from './audit-words.ts';
import { authorizeChinese, authorizeEnglish } from './authorize-words.ts';
import { connectChinese, connectEnglish } from './connect-words.ts';
import { consoleChinese, consoleEnglish } from './console-words.ts';
import { credentialChinese, credentialEnglish } from './credential-words.ts';
import { deletionChinese, deletionEnglish } from './deletion-words.ts';
import { en } from './en.ts';
import { explanationChinese, explanationEnglish } from './explanation-words.ts';
import { firstChinese, firstEnglish } from './first-words.ts';
import { importChinese, importEnglish } from './import-words.ts';
import { invitationChinese, invitationEnglish } from './invitation-words.ts';
import { joinChinese, joinEnglish } from './join-words.ts';
import { landingChinese, landingEnglish } from './landing-words.ts';
import { makingChinese, makingEnglish } from './making-words.ts';
import type { Language } from './messages.ts';
import { noteChinese, noteEnglish } from './note-words.ts';
import { operatorChinese, operatorEnglish } from './operator-words.ts';
import { planChinese, planEnglish } from './plan-words.ts';
import { programChinese, programEnglish } from './program-words.ts';
import { secretChinese, secretEnglish } from './secret-words.ts';
import { settingsChinese, settingsEnglish } from './settings-words.ts';
import { startLanguages } from './start-languages.ts';
import { tourChinese, tourEnglish } from './tour-words.ts';
import { usageChinese, usageEnglish } from './usage-words.ts';
import { warningChinese, warningEnglish } from './warning-words.ts';
import { webhookChinese, webhookEnglish } from './webhook-words.ts';
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

/** Every message of a language, those that are loaded later too. */
const messages: { readonly [Key in Language]: ReadonlyMap<string, string> } = {
  en: new Map([
    ...flat(en),
    ...flat(auditEnglish, 'audit:'),
    ...flat(authorizeEnglish, 'authorize:'),
    ...flat(connectEnglish, 'connect:'),
    ...flat(credentialEnglish, 'credentials:'),
    ...flat(deletionEnglish, 'deletion:'),
    ...flat(explanationEnglish, 'explanation:'),
    ...flat(firstEnglish, 'first:'),
    ...flat(invitationEnglish, 'invitation:'),
    ...flat(importEnglish, 'imports:'),
    ...flat(joinEnglish, 'join:'),
    ...flat(consoleEnglish, 'console:'),
    ...flat(makingEnglish, 'making:'),
    ...flat(landingEnglish, 'landing:'),
    ...flat(noteEnglish, 'note:'),
    ...flat(operatorEnglish, 'operator:'),
    ...flat(planEnglish, 'plan:'),
    ...flat(programEnglish, 'programs:'),
    ...flat(secretEnglish, 'secrets:'),
    ...flat(settingsEnglish, 'settings:'),
    ...flat(tourEnglish, 'tour:'),
    ...flat(usageEnglish, 'usage:'),
    ...flat(warningEnglish, 'warnings:'),
    ...flat(webhookEnglish, 'webhooks:'),
  ]),
  zh: new Map([
    ...flat(zh),
    ...flat(auditChinese, 'audit:'),
    ...flat(authorizeChinese, 'authorize:'),
    ...flat(connectChinese, 'connect:'),
    ...flat(credentialChinese, 'credentials:'),
    ...flat(deletionChinese, 'deletion:'),
    ...flat(explanationChinese, 'explanation:'),
    ...flat(firstChinese, 'first:'),
    ...flat(invitationChinese, 'invitation:'),
    ...flat(importChinese, 'imports:'),
    ...flat(joinChinese, 'join:'),
    ...flat(consoleChinese, 'console:'),
    ...flat(makingChinese, 'making:'),
    ...flat(landingChinese, 'landing:'),
    ...flat(noteChinese, 'note:'),
    ...flat(operatorChinese, 'operator:'),
    ...flat(planChinese, 'plan:'),
    ...flat(programChinese, 'programs:'),
    ...flat(secretChinese, 'secrets:'),
    ...flat(settingsChinese, 'settings:'),
    ...flat(tourChinese, 'tour:'),
    ...flat(usageChinese, 'usage:'),
    ...flat(warningChinese, 'warnings:'),
    ...flat(webhookChinese, 'webhooks:'),
  ]),
};
const { en: english, ...translations } = messages;
const variables = (message: string | undefined) =>
  [...(message ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

describe.each(Object.entries(translations))('the language %s', (_tag, translated) => {
  test('has the messages of English; only a singular may be missing', () => {
    const needed = [...english.keys()].filter((key) => !key.endsWith('_one'));
    expect([...translated.keys()].filter((key) => !key.endsWith('_one')).sort()).toEqual(needed.sort());
    expect([...translated.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  test.each([...translated.keys()])('%s fills in the same values', (key) => {
    expect(variables(translated.get(key)).sort()).toEqual(variables(english.get(key)).sort());
  });
});

describe('the languages', () => {
  test('leave no message empty', () => {
    const all = Object.values(messages).flatMap((each) => [...each]);
    expect(all.filter(([, message]) => message.trim() === '')).toEqual([]);
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
  const built = [...sources.matchAll(/`([\w-]+[.:][\w.-]*)\$\{[^}]+\}(\w*)`/g)].map(([, start = '', end = '']) => ({
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
