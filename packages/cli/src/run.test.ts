import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GatewayRefusal } from './bounded-call.ts';
import { type Command, flagOf, Refusal } from './command.ts';
import { commands } from './commands/index.ts';
import { run } from './run.ts';
import { tasks } from './tasks.ts';
import { keptWorld } from './testing/world.ts';
import { told } from './told.ts';
import { version } from './version.ts';

const echo: Command<string> = {
  name: 'say words',
  summary: 'Say words.',
  arguments: [
    { name: 'first', description: 'the first word', required: true },
    { name: 'others', description: 'further words', required: false, variadic: true },
  ],
  options: [
    { flags: '--loud', description: 'in capitals' },
    { flags: '--to-whom <name>', description: 'who hears it' },
    { flags: '--note <text>', description: 'what is noted', mayBeEmpty: true },
  ],
  examples: [{ call: 'openhouse say words hello', does: 'says hello' }],
  async run(invocation, { stdout }) {
    stdout.write(JSON.stringify(invocation));
    return 1;
  },
};

const failing = (error: unknown): Command<string> => ({
  ...echo,
  name: 'fail',
  arguments: [],
  run: () => Promise.reject(error),
});

async function runIn(args: string[], known: readonly Command<string>[] = [echo]) {
  const world = keptWorld();
  return { exitCode: await run(args, world, known), ...world.written };
}

describe('run', () => {
  test.each([
    [['say', 'words', 'a'], { arguments: ['a'], options: {} }],
    [['say', 'words', '--', '-4bI0fY'], { arguments: ['-4bI0fY'], options: {} }],
    [['say', 'words', 'a', 'b', 'c'], { arguments: ['a', 'b', 'c'], options: {} }],
    [['say', 'words', '--loud', 'a', '--to-whom', 'x'], { arguments: ['a'], options: { loud: true, toWhom: 'x' } }],
    [['say', 'words', '--', '--loud'], { arguments: ['--loud'], options: {} }],
    [['say', 'words', 'a', '--note', ''], { arguments: ['a'], options: { note: '' } }],
  ])('%j reaches the command, whose exit code counts', async (args, invocation) => {
    const { exitCode, out } = await runIn(args);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual(invocation);
  });

  test.each([['--version'], ['-v'], ['-V'], ['version']])('%s says the version', async (word) => {
    expect(await runIn([word], commands)).toEqual({ exitCode: 0, out: `${version()}\n`, err: '' });
  });

  // The program has options too, which commander would look for everywhere.
  test.each(commands.map((command) => [command.name, command] as const))(
    '%s takes its own options',
    async (_, command) => {
      const words = command.arguments.filter(({ required }) => required).map(() => 'word');
      for (const { flags } of command.options) {
        const [flag = '', ...value] = flags.split(' ');
        const args = [...command.name.split(' '), ...words, flag, ...value.map(() => '1')];
        const { exitCode, out } = await runIn(args, [{ ...command, run: echo.run }]);
        expect([flag, exitCode]).toEqual([flag, 1]);
        const [name, read] = flag.startsWith('--no-') ? [`--${flag.slice('--no-'.length)}`, false] : [flag, true];
        const options = Object.entries(JSON.parse(out).options).map(([option, found]) => [flagOf(option), found]);
        expect(options).toContainEqual([name, value.length > 0 ? '1' : read]);
      }
    },
  );

  test.each([
    [[], 'Usage: openhouse'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['say', 'words'], "missing required argument 'first'"],
    [['say', 'words', 'a', '--unknown'], "unknown option '--unknown'"],
    [['--loud', 'say', 'words', 'a'], 'Options stand behind the command'],
    [['nonsense'], 'Run openhouse --help to see the commands.'],
    [['say', 'words', '-4bI0fY'], 'Write -- before a word that begins with - and is no option.'],
    [['say', 'words', 'a', '--to-whom'], "option '--to-whom <name>' argument missing"],
  ])('%j is refused with what is wrong, and with exit code 2', async (args, message) => {
    const { exitCode, err, out } = await runIn(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(message);
  });

  test.each([
    [['say', 'words', ''], '<first> is empty'],
    [['say', 'words', 'a', ' '], '<others> is empty'],
    [['say', 'words', 'a', 'b', ''], '<others> is empty'],
    [['say', 'words', 'a', '--to-whom', ''], '--to-whom is empty'],
    [['say', 'words', 'a', '--to-whom='], '--to-whom is empty'],
  ])('%j is refused: a variable of the shell was not set', async (args, message) => {
    const { exitCode, err, out } = await runIn(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(message);
  });

  describe('a group with a list', () => {
    const list: Command<string> = {
      ...echo,
      name: 'things list',
      arguments: [],
      options: [{ flags: '--long', description: 'all' }],
    };
    const known = [list, { ...list, name: 'things sort' }];

    test.each([[['things']], [['things', '--long']], [['things', 'list', '--long']]])('%j lists', async (args) => {
      expect((await runIn(args, known)).exitCode).toBe(1);
    });

    test('whose list takes a word hands it on', async () => {
      const { out } = await runIn(
        ['things', 'lamp'],
        [
          { ...list, arguments: echo.arguments },
          { ...list, name: 'things sort' },
        ],
      );
      expect(JSON.parse(out)).toEqual({ arguments: ['lamp'], options: {} });
    });

    test.each([
      ['lst', 'list'],
      ['srot', 'sort'],
    ])('%s is told to be %s', async (word, meant) => {
      const { exitCode, err } = await runIn(['things', word], known);
      expect({ exitCode, err }).toEqual({
        exitCode: 2,
        err: expect.stringContaining(`unknown command '${word}'\n(Did you mean ${meant}?)`),
      });
    });

    test.each([['--help'], ['-h']])('%s names its commands', async (flag) => {
      expect((await runIn(['things', flag], known)).out).toMatch(/list .*\n.*sort /);
    });
  });

  test.each(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOENT', 'EACCES', 'EROFS'])(
    '%s of a file is one sentence that names the file',
    async (code) => {
      const error = Object.assign(new Error('odd'), { code, path: '/tmp/there', syscall: 'open' });
      const { exitCode, err } = await runIn(['fail'], [failing(error)]);
      expect(exitCode).toBe(2);
      expect(err).toMatch(new RegExp(`^openhouse: /tmp/there cannot be used: [a-z' -]+ \\(${code}\\)\\.\n$`));
    },
  );

  test.each([
    [['--json'], 'unknown option'],
    [['--json', 'say', 'words', 'a'], 'Options stand behind the command'],
    [['nonsense', '--json'], "unknown command 'nonsense'"],
    [['say', 'words', '--json'], "unknown option '--json'"],
    [['say', '--json'], 'unknown option'],
  ])('%j is refused in one JSON object', async (args, message) => {
    const { exitCode, err, out } = await runIn(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(JSON.parse(err)).toEqual({ error: { code: 'CALL_WRONG', message: expect.stringContaining(message) } });
  });

  test.each([[['--help']], [['--version']], [['say', 'words', '--help']]])(
    '%j is answered with exit code 0',
    async (args) => {
      const { exitCode, out, err } = await runIn(args);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      expect(out).not.toBe('');
    },
  );

  test('a refusal of the gateway is one sentence and exit code 1', async () => {
    const result = await runIn(['fail'], [failing(new GatewayRefusal('err_x', told`err_x: no\u001b[2J.`))]);
    expect(result).toEqual({ exitCode: 1, out: '', err: 'openhouse: err_x: no\ufffd[2J.\n' });
  });

  test('a refusal that a page of the portal explains says which', async () => {
    const page = 'https://portal.example.com/docs/reference/errors#APP_NOT_FOUND';
    const refusal = new Refusal('APP_NOT_FOUND', told`APP_NOT_FOUND: no such app.`).explainedOn(page);
    const { err } = await runIn(['fail'], [failing(refusal)]);
    expect(err).toBe(`openhouse: APP_NOT_FOUND: no such app.\n  See ${page}\n`);
  });

  test.each(['migrate', 'serve'])(
    '%s ends with 4 while the database is away, and with 2 for a wrong address',
    { tags: 'slow' },
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'openhouse-run-'));
      const ended = (DATABASE_URL: string) => run([name], keptWorld({ DATABASE_URL, DATA_DIR: join(folder, 'data') }));
      expect(await ended('postgres://openhouse@127.0.0.1:1/openhouse')).toBe(4);
      expect(await ended('postgres://openhouse@127.0.0.1:1/openhouse?sslmode=prefer')).toBe(2);
      await rm(folder, { recursive: true });
    },
  );

  test('an error nobody foresaw says where it broke', async () => {
    const { exitCode, err } = await runIn(['fail'], [failing(new RangeError('odd'))]);
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^openhouse: RangeError: odd\n {4}at /);
  });
});

/** Lines of a help that a terminal breaks within a word. Usage and examples stay one line each, to be copied. */
function brokenLines(help: string, columns: number, flags: readonly string[] = []): string[] {
  const [, text = ''] = /\n([\s\S]*?)(\nExamples:|$)/.exec(help) ?? [];
  const lines = text.split('\n').filter((line) => line.trim().includes(' ') && !flags.includes(line.trim()));
  return lines.filter((line) => line.length > columns);
}

// A terminal that does not know its width reports 0.
test.each([0, 60, 80])('the list of all commands fits a terminal of %d columns', async (columns) => {
  const world = keptWorld({}, { columns });
  expect(await run(['--help'], world)).toBe(0);
  expect(brokenLines(world.written.out, columns || 100)).toEqual([]);
  for (const { summary } of commands.filter(({ name }) => !name.includes(' '))) {
    expect(world.written.out.replaceAll(/\s+/g, ' ')).toContain(summary);
  }
});

test('the list of all commands is one by tasks, in their order; each command stands below one', async () => {
  const world = keptWorld({}, { columns: 100 });
  await run(['--help'], world);
  const listed = world.written.out.split(/\n(?=\S)/).filter((part) => !/^(Usage|Openhouse|Options)/.test(part));
  const named = listed.map((part) => [...part.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, word]) => word));
  expect(listed.map((part) => part.split('\n')[0])).toEqual(tasks.map(([task]) => `${task}:`));
  expect(named.map((words) => words.toSorted())).toEqual(tasks.map(([, words]) => words.toSorted()));
});

describe.each(commands)('the command $name', (command) => {
  test('has help with its summary, every argument, every option and its examples', async () => {
    const world = keptWorld();
    expect(await run([...command.name.split(' '), '--help'], world)).toBe(0);
    for (const { name } of command.arguments) expect(world.written.out).toContain(name);
    for (const { flags } of command.options) expect(world.written.out).toContain(flags);
    for (const { call } of command.examples) expect(world.written.out).toContain(call);
    expect(world.written.out).toContain(command.summary);
  });

  test('has help that fits a terminal of 40 or 80 columns', async () => {
    const flags = command.options.map((option) => option.flags);
    for (const columns of [40, 80]) {
      const world = keptWorld({}, { columns });
      expect(await run([...command.name.split(' '), '--help'], world)).toBe(0);
      expect(brokenLines(world.written.out, columns, flags)).toEqual([]);
    }
  });

  test('has at least one example', () => expect(command.examples.length).toBeGreaterThan(0));
});
