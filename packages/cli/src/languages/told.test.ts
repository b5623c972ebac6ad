import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { paragraphsOf } from '../command.ts';
import { commands } from '../commands/index.ts';
import { Noticed, Told, told } from '../told.ts';
import { failuresInChinese } from './failures.zh.ts';
import { inChinese, toldInChinese } from './in-chinese.ts';
import { resultsInChinese } from './results.zh.ts';

const catalogue = { ...resultsInChinese, ...failuresInChinese };

/** Agents and shells read what these write; the reference is in English. */
const NOT_FOR_PEOPLE = /\.test\.ts$|^(?:languages|testing|mcp|completion)\/|^command-page\.ts$|^commands\/mcp\.ts$/;
/** What looks like a sentence and is none, or is no sentence for a person. */
const NO_SENTENCE = [
  // The list of exit statuses is in the reference alone, and this in what programs get.
  /^(?:All done|Done in part|Nothing was tried|Nobody is signed in, or the session|The server or the database is|No command)/,
  // Which part has what.
  /^(?:what every part has|every table|the keys of the portal)$/,
  // Calls, names of files and of characters.
  /^(?:openhouse|source|jpg jpeg|nbsp|middot|THORN|ograve)\b|^ {2}curl/,
  // In files that are written.
  /^# Stays on this machine/,
  // Parts of sentences that are known whole, and of the help.
  /^of the profile|^The (?:credential|session) \{\}$|^Run openhouse --help to see the commands/,
  /^it is no object, or has an expression in it$/,
];

interface Node {
  readonly [key: string]: unknown;
}

const textOf = (quasis: unknown) =>
  (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');

/** Every sentence that is told in the sources, and every text that looks like one and is not. */
function sentencesOf(): { readonly said: ReadonlySet<string>; readonly others: readonly string[] } {
  const [said, others] = [new Set<string>(), [] as string[]];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
      return;
    }
    const { type = '', ...parts } = node as Node;
    if (/^(?:Import|Export(?:All|Named))Declaration$/.test(String(type)) && 'source' in parts && parts.source) return;
    if (String(type).startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(String(type))) return;
    // A bug is reported as it is.
    if (type === 'NewExpression' && (parts.callee as Node).name === 'Error') return;
    if (type === 'TaggedTemplateExpression' && (parts.tag as Node).name === 'told') {
      const { quasis, expressions } = parts.quasi as Node;
      said.add(textOf(quasis));
      walk(expressions);
      return;
    }
    const text = type === 'Literal' ? parts.value : type === 'TemplateLiteral' ? textOf(parts.quasis) : undefined;
    if (typeof text === 'string' && /[a-z]{2,},? [a-z]{2,},? [a-z]{2,}|[a-z]{2}\.$/.test(text)) others.push(text);
    for (const part of Object.values(parts)) walk(part);
  };
  const folder = join(import.meta.dirname, '..');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || NOT_FOR_PEOPLE.test(name)) continue;
    walk(parseSync(name, readFileSync(join(folder, name), 'utf8')).program.body);
  }
  return { said, others };
}

const isWorded = (text: string) => /[a-z]{2}/i.test(text);

describe('what commands say', () => {
  const { said, others } = sentencesOf();

  test('is Chinese to the last sentence', () => {
    expect([...said].filter((one) => isWorded(one) && !(one in catalogue))).toEqual([]);
    expect(said.size).toBeGreaterThan(500);
  });

  test('is told, so that there can be Chinese for it, or is help', () => {
    const help = commands
      .flatMap((one) => [
        ...[one.summary, ...paragraphsOf(one), one.ended ?? ''],
        ...[...one.arguments, ...one.options].map(({ description }) => description),
        ...one.examples.flatMap(({ call, does }) => [call, does]),
      ])
      .join('\n');
    const isHelp = (text: string) => text.split('{}').every((part) => help.includes(part));
    const untold = others.filter((text) => inChinese(text) === text && !isHelp(text));
    expect(untold.filter((text) => !NO_SENTENCE.some((one) => one.test(text)))).toEqual([]);
  });

  test('has no Chinese that nobody says', () => {
    expect(Object.keys(catalogue).filter((one) => !said.has(one))).toEqual([]);
  });

  test('is filled in with as much as in English', () => {
    for (const [english, chinese] of Object.entries(catalogue)) {
      const filled = english
        .split('{}')
        .slice(1)
        .map((_, at) => `<${at}>`);
      const text = toldInChinese(new Told(english, filled));
      expect([english, filled.filter((one) => !text.includes(one)), /\{\d?\}/.test(text)]).toEqual([
        english,
        [],
        false,
      ]);
      expect([english, /\{\}/.test(chinese) && /\{\d\}/.test(chinese)]).toEqual([english, false]);
    }
  });
});

test('a sentence is English as text and in JSON, and says what is filled in in its language', () => {
  const sentence = told`${'Mara'} is ${told`owner`}.`;
  expect([String(sentence), JSON.stringify({ sentence })]).toEqual(['Mara is owner.', '{"sentence":"Mara is owner."}']);
  expect(toldInChinese(sentence)).toBe('Mara：所有者。');
  // What a person calls a thing is nobody's sentence, whatever it looks like.
  expect(toldInChinese(told`${'owner'} is ${told`viewer`}.`)).toBe('owner：查看者。');
  expect([String(told`active#team`), toldInChinese(told`active#team`)]).toEqual(['active', '当前']);
});

test.each([
  [
    new Noticed(
      'hot-list.json#/tagList/3/id: expected an integer, found "a"; served as it came, so a strict client may fail on it',
    ),
    'hot-list.json#/tagList/3/id：应为整数，实为"a"；原样返回，严格的客户端可能出错',
  ],
  [
    new Noticed('a.json: expected the end of the file, found "}" at line 3, column 9'),
    'a.json：应为文件结尾，实为"}"（第 3 行第 9 列）',
  ],
  [new Noticed('work file: expected JSON'), 'work file：应为JSON'],
  [new Noticed('missing', 'missing'), '缺少'],
  [new Noticed('other problems, each in few tours', 'null'), '其他问题，各只涉及少数空间'],
  [new Noticed('a sentence of another program'), 'a sentence of another program'],
])('%s is Chinese', (noticed, chinese) => expect(toldInChinese(noticed)).toBe(chinese));
