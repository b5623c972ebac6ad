import { describe, expect, test } from 'vitest';
import { HELP, readOptions } from './options.ts';

describe('readOptions', () => {
  test('without arguments measures all parts, up to a million tours', () => {
    expect(readOptions([])).toEqual({
      only: ['reads', 'pages', 'import', 'memory'],
      sizes: [1000, 10_000, 100_000, 1_000_000],
      rounds: 5,
      seconds: 2,
      imports: 3000,
      memoryMinutes: 10,
      memoryBudget: 256,
      memoryTours: 100_000,
      json: null,
      write: false,
    });
  });

  test('takes parts, sizes and fractions of a minute', () => {
    const asked = readOptions(['--only', 'memory,reads', '--sizes', '200,400', '--memory-minutes', '0.5', '--write']);
    expect(asked).toMatchObject({ only: ['memory', 'reads'], sizes: [200, 400], memoryMinutes: 0.5, write: true });
  });

  test.each([
    [['--only', 'writes'], '--only takes reads, pages, import, memory, not writes'],
    [['--sizes', '1000,many'], '--sizes takes whole numbers from 200 on, not many'],
    [['--sizes', '100'], '--sizes takes whole numbers from 200 on, not 100'],
    [['--sizes', '1000,1000'], '--sizes takes ascending numbers, not 1000,1000'],
    [['--rounds', '0'], '--rounds takes whole numbers from 1 on, not 0'],
    [['--imports', '1.5'], '--imports takes whole numbers from 1 on, not 1.5'],
    [['--seconds', 'Infinity'], '--seconds takes a number above 0, not Infinity'],
    [['--memory-minutes=-1'], '--memory-minutes takes a number above 0, not -1'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  test('refuses an option that there is not', () => {
    expect(() => readOptions(['--top', '1000'])).toThrow("Unknown option '--top'");
  });

  test('help names every option', () => {
    expect(readOptions(['--help'])).toBeUndefined();
    const names = ['only', 'sizes', 'rounds', 'seconds', 'imports', 'json', 'write', 'help'];
    for (const name of [...names, 'memory-minutes', 'memory-budget', 'memory-tours'])
      expect(HELP).toContain(`--${name}`);
  });
});
