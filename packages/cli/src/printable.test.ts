import { jsonLine } from '@openhouse/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, Refusal } from './command.ts';
import { results } from './results.ts';
import { run } from './run.ts';
import { keptWorld } from './testing/world.ts';
import { told } from './told.ts';

/** What a hostile server, tour or file would call itself. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u001b[2J', '\u001b]0;title\u0007', '\r', '\n', '\b', '\u0000', '\u009b31m', '\u202e', '\u2066'),
      fc.constantFrom('\u2028', '\u200f', '\ufeff', '\u{e0041}', '\n\nopenhouse: Signed in', 'Villa', ' ', '\t', '厅'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const unseen = (text: string) => [...text].filter((character) => UNSEEN.test(character) && character !== '\n');

/** A command that tells what it was told, in every way that there is. */
const teller = (text: string): Command<string> => ({
  name: 'tell',
  summary: 'Tell.',
  arguments: [],
  options: [
    { flags: '--json', description: 'as JSON' },
    { flags: '--fail', description: 'fail with it' },
  ],
  examples: [],
  async run(invocation, world) {
    if (invocation.options.fail === true) throw new Refusal('err_x', told`${text}`);
    const out = results(invocation, world);
    out.many([{ told: text }], () => [text, text]);
    out.one({ told: text }, text);
    out.say(told`${text}`);
    world.stderr.write(`${text}\n`);
    return 0;
  },
});

async function toldOn(terminal: { columns: number } | undefined, told: string, ...args: string[]) {
  const world = keptWorld({}, terminal);
  await run(['tell', ...args], world, [teller(told)]);
  return world.written;
}

describe('whatever text came from outside', () => {
  test('no control or invisible character of it reaches a terminal, in no form', { tags: 'slow' }, () =>
    fc.assert(
      fc.asyncProperty(hostile, async (told) => {
        for (const args of [[], ['--json'], ['--fail'], ['--fail', '--json']]) {
          const { out, err } = await toldOn({ columns: 80 }, told, ...args);
          expect([unseen(out.replaceAll('\t', '')), unseen(err)]).toEqual([[], []]);
        }
      }),
    ),
  );

  test('it begins no line of its own: an error is one line, and what follows is indented', () =>
    fc.assert(
      fc.asyncProperty(hostile, async (told) => {
        const { err } = await toldOn(undefined, told, '--fail');
        const [first = '', ...others] = err.split('\n');
        expect(first.startsWith('openhouse: ')).toBe(true);
        for (const line of others) expect(line).toMatch(/^$|^\s/);
      }),
    ));

  test('a cell of a list is never two lines', () =>
    fc.assert(
      fc.asyncProperty(hostile, async (told) => {
        const { out } = await toldOn(undefined, told);
        expect(out.split('\n')[0]?.split('\t')).toHaveLength(2);
      }),
    ));

  test('with --json it is the same value', () =>
    fc.assert(
      fc.property(hostile, (told) => {
        expect(JSON.parse(jsonLine({ told }))).toEqual({ told });
      }),
    ));
});

test('what a command prints into a pipe stays byte for byte', async () => {
  const world = keptWorld();
  const raw: Command<string> = {
    ...teller(''),
    run: async (_, { stdout }) => {
      stdout.write('{"name":"\u202eVilla\u009b"}\r\n');
      return 0;
    },
  };
  await run(['tell'], world, [raw]);
  expect(world.written.out).toBe('{"name":"\u202eVilla\u009b"}\r\n');
});

test('on a terminal the same JSON is shown, harmless and with the same meaning', async () => {
  const world = keptWorld({}, { columns: 80 });
  const raw: Command<string> = {
    ...teller(''),
    run: async (_, { stdout }) => {
      stdout.write('{"name":"\u202eVilla\u009b\u{e0041}"}\r\n');
      return 0;
    },
  };
  await run(['tell'], world, [raw]);
  expect(world.written.out).toBe('{"name":"\\u202eVilla\\u009b\\udb40\\udc41"}\r\n');
});
