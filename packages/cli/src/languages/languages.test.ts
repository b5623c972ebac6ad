import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Command, paragraphsOf } from '../command.ts';
import { commands } from '../commands/index.ts';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';
import { helpInChinese } from './help.zh.ts';
import { inChinese } from './in-chinese.ts';
import { speaksChinese } from './locale.ts';
import { columnsOf, wrapChinese } from './wrap-chinese.ts';

const CHINESE = /\p{Script=Han}/u;

test.each([
  [{ LANG: 'zh_CN.UTF-8' }, true],
  [{ LANG: 'zh' }, true],
  [{ LANG: 'zh-TW' }, true],
  [{ LC_MESSAGES: 'zh_CN', LANG: 'en_US.UTF-8' }, true],
  [{ LC_ALL: 'C', LC_MESSAGES: 'zh_CN', LANG: 'zh_CN' }, false],
  [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN' }, true],
  [{ LC_MESSAGES: 'en_GB', LANG: 'zh_CN' }, false],
  [{ LANG: 'zha_CN' }, false],
  [{ LC_CTYPE: 'zh_CN', LANGUAGE: 'zh' }, false],
  [{}, false],
])('%j speaks Chinese: %s', (env, expected) => expect(speaksChinese(env)).toBe(expected));

const textsOf = (command: Command): readonly string[] => [
  command.summary,
  ...paragraphsOf(command),
  ...[...command.arguments, ...command.options].map(({ description }) => description),
  ...command.examples.map(({ does }) => does),
  ...(command.ended === undefined ? [] : [command.ended]),
];

describe('the help', () => {
  test('has every text of every command in Chinese, with what is filled in', () => {
    for (const text of commands.flatMap(textsOf)) {
      expect(inChinese(text), text).toMatch(CHINESE);
      expect(inChinese(text), text).not.toContain('{}');
    }
  });

  test('has no Chinese that no command uses', () => {
    const used = new Set(commands.flatMap(textsOf).map(inChinese));
    const unused = Object.entries(helpInChinese).filter(
      ([english, chinese]) => !english.includes('{}') && !used.has(chinese),
    );
    expect(unused).toEqual([]);
  });

  test('names in Chinese the options, variables and commands that it names in English', () => {
    const firstWords = new Set(commands.map(({ name }) => name.split(' ')[0]));
    const isNamed = (word: string) => !word.startsWith('openhouse ') || firstWords.has(word.split(' ')[1]);
    const named = (text: string) =>
      [...text.matchAll(/--[a-z][a-z-]+|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|openhouse [a-z-]+/g)]
        .map(([word]) => word)
        .filter(isNamed);
    for (const [english, chinese] of Object.entries(helpInChinese)) {
      expect([english, new Set(named(chinese))]).toEqual([english, new Set(named(english))]);
    }
  });

  const rows = commands.map((command) => [command.name, command] as const);
  const isChinese = 'of %s is Chinese where the locale is, and stays in the terminal';
  test.each(rows.slice(0, 2))(isChinese, holds);
  test.each(rows.slice(2))(isChinese, { tags: 'slow' }, holds);

  async function holds(name: string, { summary, arguments: taken, options, examples }: Command): Promise<void> {
    const world = keptWorld({ LANG: 'zh_CN.UTF-8' }, { columns: 80 });
    expect(await run([...name.split(' '), '--help'], world)).toBe(0);
    const said = world.written.out;
    expect(said).toMatch(/^用法：/);
    expect(said.replaceAll(/\s/g, '')).toContain(inChinese(summary).replaceAll(/\s/g, ''));
    for (const { flags } of options) expect(said).toContain(flags);
    for (const argument of taken) expect(said).toContain(argument.name);
    expect(said).not.toMatch(/^(?:Usage|Arguments|Options|Commands|Examples):/m);
    // The call of an example is one line, to be copied.
    const calls = examples.map(({ call }) => `  ${call}`);
    const long = said.split('\n').filter((line) => columnsOf(line) > 80);
    expect(long.filter((line) => !calls.includes(line) && /\p{Script=Han}.*\p{Script=Han}/u.test(line))).toEqual([]);
  }
});

describe('what is wrong with a call', () => {
  const said = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const world = keptWorld(env);
    const exitCode = await run(args, world);
    return { exitCode, text: world.written.err };
  };

  test.each([
    [['nothing-like-it'], '错误：没有命令'],
    [['teams', 'invit'], '（你是否要写 invite？）'],
    [['apps', 'show'], "错误：缺少必需的参数 'app'"],
    [['list', '--bogus'], "错误：没有选项 '--bogus'"],
    [['apps', 'show', 'one', 'two'], "错误：'show' 的参数过多。需要 1 个，给出了 2 个。"],
  ])('%j is said in Chinese', async (args, expected) => {
    const { exitCode, text } = await said(args, { LANG: 'zh_CN.UTF-8' });
    expect([exitCode, text]).toEqual([2, expect.stringContaining(expected)]);
    expect(text).not.toMatch(/error:|Run /);
  });

  test('a refusal of the command is said in Chinese', { tags: 'slow' }, async () => {
    const { exitCode, text } = await said(['get', 'vr-inf'], { LANG: 'zh_CN.UTF-8' });
    expect([exitCode, text]).toEqual([
      2,
      expect.stringMatching(/^openhouse: "vr-inf" 不是接口：你是否要写 vr-info？接口有 vr-info, /),
    ]);
  });

  test('an empty word is said in Chinese', { tags: 'slow' }, async () => {
    expect((await said(['apps', 'show', ''], { LANG: 'zh_CN.UTF-8' })).text).toMatch(/^openhouse: <app> 是空的。/);
  });

  test('programs read the same in every locale', async () => {
    const args = ['list', '--bogus', '--json'];
    expect(await said(args, { LANG: 'zh_CN.UTF-8' })).toEqual(await said(args, {}));
  });

  test.each([
    [{ LANG: 'zh_CN.UTF-8' }, [], 'zh', '应用密钥错误'],
    [{ LANG: 'zh_CN.UTF-8' }, ['--json'], '*', 'wrong'],
    [{ LC_ALL: 'C', LANG: 'zh_CN.UTF-8' }, [], '*', 'wrong'],
  ])('in %j with %j the gateway is asked for %s', { tags: 'slow' }, async (locale, more, language, message) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['accept-language']);
      const said = request.headers['accept-language'] === 'zh' ? '应用密钥错误' : 'wrong';
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: -2, status: 'err_app_credentials_invalid', message: said, request_id: 'r' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const env = { ...locale, OPENHOUSE_APP_KEY: 'ohk_x', OPENHOUSE_APP_SECRET: 'ohs_x', OPENHOUSE_BASE_URL: address };
      expect((await said(['list', ...more], env)).text).toContain(message);
      expect(new Set(asked)).toEqual(new Set([language]));
    } finally {
      server.close();
    }
  });
});

test('a line ends where Chinese may be broken', () => {
  expect(wrapChinese('把空间写成独立的网站，或写给其他查看器。', 20)).toBe(
    '把空间写成独立的网\n站，或写给其他查看\n器。',
  );
  expect(wrapChinese('运行 openhouse login，然后再试（很快）。', 16)).toBe(
    '运行 openhouse\nlogin，然后再试\n（很快）。',
  );
  expect(wrapChinese('一\n\n二', 10)).toBe('一\n\n二');
});
