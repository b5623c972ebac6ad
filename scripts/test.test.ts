import { afterEach, expect, test, vi } from 'vitest';
import { type Fixture, makeFixture } from './test/fixture.ts';
import { runQuietly } from './test/run-quietly.mjs';

// Whole programs run here, several at a time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: Fixture;
let requiredServices = '';

const rootConfig = '../../tsconfig.base.json';
const typesOnly = { composite: false, declaration: false, noEmit: true, tsBuildInfoFile: null };

/** A project that passes every check, with one test that passes. */
function makeProject(): void {
  fixture = makeFixture('scripts', 'package-lock.json', 'tsconfig.base.json', '.gitignore');
  const json: Record<string, unknown> = {
    'package.json': { name: 'fixture', type: 'module', devDependencies: { vitest: '4.1.11' } },
    'biome.json': {
      files: { includes: ['tests/*'] },
      formatter: { indentStyle: 'space' },
      json: { formatter: { enabled: false } },
    },
    'knip.json': { entry: ['tests/*.test.ts'], project: ['tests/**'] },
    'tsconfig.json': { files: [], references: [{ path: 'packages/one' }] },
    'tsconfig.tests.json': { extends: './tsconfig.base.json', compilerOptions: typesOnly, include: ['tests'] },
    'packages/one/tsconfig.json': { extends: rootConfig, compilerOptions: { outDir: 'dist' } },
    'packages/portal/tsconfig.json': { extends: rootConfig, compilerOptions: typesOnly },
  };
  for (const [path, value] of Object.entries(json)) fixture.write(path, JSON.stringify(value));
  fixture.write(
    'vitest.config.ts',
    "export default { test: { include: ['tests/*.test.ts'], tags: [{ name: 'slow' }, { name: 'long' }] } };\n",
  );
  fixture.write('packages/one/one.ts', 'export const one = 1;\n');
  fixture.write('packages/portal/page.ts', 'export const page = 1;\n');
  fixture.write('tests/good.test.ts', 'import { test } from "vitest";\n\ntest("holds", () => {});\n');
}

interface Run {
  ended: boolean;
  output: string;
  lastLine: string | undefined;
}

/** `npm test` there; services are asked for by the one test about them alone. */
async function npmTest(...options: string[]): Promise<Run> {
  for (const name of Object.keys(process.env).filter((key) => key.startsWith('VITEST'))) vi.stubEnv(name, undefined);
  vi.stubEnv('OPENHOUSE_REQUIRE_SERVICES', requiredServices);
  const run = await runQuietly(['scripts/test.mjs', ...options], fixture.directory);
  return { ...run, lastLine: run.output.replace(/\n$/, '').split('\n').at(-1) };
}

afterEach(() => {
  vi.unstubAllEnvs();
  requiredServices = '';
  fixture.remove();
});

test('all holds: the three checks, the build and the tests are counted, and nothing failed', {
  tags: 'slow',
}, async () => {
  makeProject();
  const { ended, lastLine, output } = await npmTest();
  expect(lastLine, output).toBe('5 passed, 0 failed, 0 skipped');
  expect(ended).toBe(true);
});

test('slow tests are left out, and said to be; --ci leaves out the long ones alone, --slow none', {
  tags: ['slow', 'long'],
}, async () => {
  makeProject();
  fixture.write(
    'tests/slow.test.ts',
    'import { test } from "vitest";\n\ntest("waits", { tags: ["slow"] }, () => {});\ntest("waits longer", { tags: ["slow", "long"] }, () => {});\n',
  );
  const without = await npmTest();
  expect(without.lastLine, without.output).toBe('5 passed, 0 failed, 0 skipped');
  expect(without.output).toContain('2 slow tests left out: `npm run test:slow` runs them too.');
  const ci = await npmTest('--ci');
  expect(ci.lastLine, ci.output).toBe('6 passed, 0 failed, 0 skipped');
  expect(ci.output).toContain('1 long test left out: `npm run test:slow` runs it too.');
  const all = await npmTest('--slow');
  expect(all.lastLine, all.output).toBe('7 passed, 0 failed, 0 skipped');
  expect(all.output).not.toContain('left out');
});

/** A file of three tests, of which two fail the first time that they run in this fixture. */
const UNSTEADY = `import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

const again = existsSync("ran");
writeFileSync("ran", "");
test.each([1, 2])("holds alone: %i", () => expect(again).toBe(true));
test("holds", () => {});
`;

test('--ci runs a file that failed once more, alone, and names it when it passes then', {
  tags: ['slow', 'long'],
}, async () => {
  makeProject();
  fixture.write('tests/unsteady.test.ts', UNSTEADY);
  const { ended, lastLine, output } = await npmTest('--ci');
  expect(lastLine, output).toBe('8 passed, 0 failed, 0 skipped');
  expect(output).toContain('! tests/unsteady.test.ts failed among the others and passed alone');
  expect(ended).toBe(true);
});

test('--ci: a file that fails twice is failed; where many fail, none has a second run', {
  tags: ['slow', 'long'],
}, async () => {
  makeProject();
  const failing = 'import { expect, test } from "vitest";\n\ntest("fails", () => expect(1).toBe(2));\n';
  fixture.write('tests/bad.test.ts', failing);
  const one = await npmTest('--ci');
  expect(one.lastLine, one.output).toBe('5 passed, 1 failed, 0 skipped');
  for (const name of ['a', 'b', 'c']) fixture.write(`tests/bad-${name}.test.ts`, failing);
  fixture.write('tests/unsteady.test.ts', UNSTEADY);
  const many = await npmTest('--ci');
  expect(many.lastLine, many.output).toBe('6 passed, 6 failed, 0 skipped');
  expect(many.output).not.toContain('Once more');
});

test('npm test and npm run test:slow run nothing twice', { tags: ['slow', 'long'] }, async () => {
  makeProject();
  fixture.write('tests/unsteady.test.ts', UNSTEADY);
  const { lastLine, output } = await npmTest('--slow');
  expect(lastLine, output).toBe('6 passed, 2 failed, 0 skipped');
});

test('each failing check, failing test, broken file and error that belongs to no test counts as one', {
  tags: ['slow', 'long'],
}, async () => {
  makeProject();
  fixture.write('tests/unused.ts', 'export const unused = 1;\n');
  fixture.write('tests/badly-formatted.test.ts', "import { test } from 'vitest'; test.todo('later')");
  fixture.write('tests/does-not-load.test.ts', 'import { no } from "./nowhere.ts";\n\nno();\n');
  fixture.write(
    'tests/bad.test.ts',
    'import { expect, test } from "vitest";\n\ntest("fails", () => expect(1).toBe(2));\ntest.skip("is skipped", () => {});\n',
  );
  fixture.write(
    'tests/late.test.ts',
    'import { test } from "vitest";\n\ntest("holds", () => {\n  void Promise.reject(new Error("late"));\n});\n',
  );
  const { ended, lastLine, output } = await npmTest();
  // Failed: types, lint, unused code, one test, one file, one error. Passed: the build, two tests.
  expect(lastLine, output).toBe('3 passed, 6 failed, 2 skipped');
  expect(ended).toBe(false);
});

test('arguments go to vitest; a filter that finds nothing, and each service that is asked for and missing, is a failure', {
  tags: ['slow', 'long'],
}, async () => {
  makeProject();
  vi.stubEnv('PATH', fixture.directory);
  requiredServices = '1';
  const { ended, lastLine, output } = await npmTest('tests/nowhere');
  const missing = output.match(/^✗ .* is missing/gm) ?? [];
  expect(missing).not.toHaveLength(0);
  expect(lastLine, output).toBe(`4 passed, ${1 + missing.length} failed, 0 skipped`);
  expect(ended).toBe(false);
});

test('dependencies that cannot be installed: that is the one failure', { tags: ['slow', 'long'] }, async () => {
  makeProject();
  fixture.write('package-lock.json', '{}');
  const { ended, lastLine, output } = await npmTest();
  expect(lastLine, output).toBe('0 passed, 1 failed, 0 skipped');
  expect(ended).toBe(false);
});
