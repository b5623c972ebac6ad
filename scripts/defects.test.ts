import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { variantOf } from './defects/defect.mjs';
import { defects } from './defects/list/index.mjs';
import { type Tried, tryDefects } from './defects/try-defects.mjs';
import { type Fixture, makeFixture } from './test/fixture.ts';
import { checkout, read, trackedFiles } from './test/tracked-files.ts';

describe('the list of planted defects', () => {
  test('has enough of them, each with a name of its own', () => {
    const names = defects.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z-]+\/[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test.each(defects)('$name: its text occurs once, and its suites exist', ({ file, find, replace, suites }) => {
    expect(variantOf({ find, replace }, read(file))).not.toBe(undefined);
    expect(variantOf({ find, replace }, read(file))).not.toBe(read(file));
    expect(suites).not.toEqual([]);
    expect(suites.filter((suite) => !existsSync(join(checkout, suite)))).toEqual([]);
    // Heavy suites do not run, and a defect of a test proves nothing.
    expect(suites.filter((suite) => !/(?<!\.heavy)\.test\.tsx?$/.test(suite))).toEqual([]);
    expect(file).toMatch(/^packages\/(?!.*(\/testing\/|\.test\.))/);
    expect(trackedFiles).toContain(file);
  });
});

describe('the command', () => {
  let fixture: Fixture;
  afterEach(() => fixture.remove());

  /** A checkout with one source, one suite that sees some of it, and one that holds nothing of it. */
  function makeProject(): void {
    fixture = makeFixture();
    execFileSync('git', ['init', '--quiet'], { cwd: fixture.directory });
    fixture.write('.gitignore', 'node_modules\n');
    fixture.write('package.json', JSON.stringify({ name: 'fixture', type: 'module' }));
    fixture.write('vitest.config.ts', "export default { test: { include: ['*.test.ts'] } };\n");
    fixture.write('price.ts', 'export const price = (count: number): number => count * 3; // for each\n');
    const suite = (name: string, expected: string) =>
      `import { expect, test } from 'vitest';\nimport { price } from './price.ts';\n\ntest('${name}', () => expect(price(2)).${expected});\n`;
    fixture.write('price.test.ts', suite('two cost six', 'toBe(6)'));
    fixture.write('type.test.ts', suite('is a number', "toBeTypeOf('number')"));
  }

  async function verdictsOf(
    ...tried: readonly { find: string; replace: string; suites: string[] }[]
  ): Promise<{ tried: Tried[]; said: string[] }> {
    const said: string[] = [];
    const named = tried.map((defect, at) => ({ name: `a/${at}`, file: 'price.ts', ...defect }));
    const how = { from: fixture.directory, workers: 2, say: (line: string) => said.push(line), show: () => {} };
    return { tried: await tryDefects(named, how), said };
  }

  test('tells what is caught, and by what, from what is not', { tags: 'slow' }, async () => {
    makeProject();
    const suites = ['price.test.ts'];
    const { tried, said } = await verdictsOf(
      { find: '* 3', replace: '* 2', suites },
      { find: '// for each', replace: '// of each', suites },
      { find: '* 3', replace: '* 2', suites: ['type.test.ts'] },
      { find: 'count', replace: 'many', suites },
      { find: '* 3;', replace: '* ;', suites },
    );
    expect(said).toEqual(['Without a defect: 2 tests pass in 2 suites.\n']);
    expect(tried.map(({ verdict }) => verdict)).toEqual(['caught', 'NOT caught', 'NOT caught', 'stale', 'did not run']);
    expect(tried[0]?.by).toBe('price.test.ts › two cost six');
    const left = execFileSync('git', ['status', '--porcelain', 'price.ts'], {
      cwd: fixture.directory,
      encoding: 'utf8',
    });
    expect(left).toBe('?? price.ts\n');
  });

  test('says nothing of defects when a suite fails without one, or runs no test', { tags: 'slow' }, async () => {
    makeProject();
    const change = { find: '* 3', replace: '* 2' };
    fixture.write('price.ts', 'export const price = (count: number): number => count * 3 + 1;\n');
    await expect(verdictsOf({ ...change, suites: ['price.test.ts'] })).rejects.toThrow(
      'Without a defect these tests fail, so nothing can be said:\nprice.test.ts › two cost six',
    );
    fixture.write('skipped.test.ts', "import { test } from 'vitest';\n\ntest.skip('waits for a program', () => {});\n");
    await expect(verdictsOf({ ...change, suites: ['skipped.test.ts'] })).rejects.toThrow(
      'Without a defect no test runs in skipped.test.ts.',
    );
    await expect(verdictsOf({ ...change, suites: ['lost.test.ts'] })).rejects.toThrow(
      'There is no suite lost.test.ts.',
    );
  });
});
