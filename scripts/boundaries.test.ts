import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slowAfter } from '../packages/server/src/testing/slow-after.ts';
import { makeFixture } from './test/fixture.ts';
import { runQuietly } from './test/run-quietly.mjs';

/**
 * Who may import whom, and who may read the environment, is held by biome.json. Here those rules are seen to fail:
 * a copy of them judges one file for each boundary. A `*` in a path becomes a name of its own.
 */
type Samples = readonly (readonly [path: string, source: string])[];

/** One file for each module, since each import must fail by itself. */
function importing(path: string, ...modules: string[]): Samples {
  return modules.map((module) => [path, `import { it } from '${module}';\n\nit();\n`]);
}

function containing(source: string, ...paths: string[]): Samples {
  return paths.map((path) => [path, source]);
}

const contract = 'packages/contract/src';
const server = 'packages/server/src';
const sdk = 'packages/sdk/src';
const viewer = 'packages/viewer/src';
const portal = 'packages/portal/src';
const cli = 'packages/cli/src';
const readsEnvironment = 'export const a = process.env.A;\n';

const refused: Record<string, Samples> = {
  'The contract stands below everything of ours': [
    ...importing(`${contract}/gateway/*.ts`, '@openhouse/server', '@openhouse/sdk', '@openhouse/portal', 'openhouse'),
    ...importing(`${contract}/*.ts`, '../../server/src/index.ts'),
  ],
  'The server may import @openhouse/contract and nothing else': [
    ...importing(`${server}/*.ts`, '@openhouse/sdk', '@openhouse/portal', 'openhouse', '@openhouse/contract/inside'),
    ...importing(`${server}/*/read-tour.ts`, '../../../cli/src/bin.ts', '../../../contract/dist/index.js'),
    ...containing("export * from '@openhouse/sdk';\n", `${server}/*.ts`),
    ...containing("export const it = await import('@openhouse/sdk');\n", `${server}/*.ts`),
    ...containing("import type { it } from '@openhouse/sdk';\n\nexport type It = it;\n", `${server}/*.ts`),
    // The stricter rules of these two files keep the package's own.
    ...importing(`${server}/*/rules.ts`, '@openhouse/sdk'),
    ...importing(`${server}/*/store.ts`, '@openhouse/sdk'),
  ],
  'The SDK may import @openhouse/contract and nothing else': [
    ...importing(`${sdk}/*.ts`, '@openhouse/server', '@openhouse/portal', 'openhouse', '../../server/src/index.ts'),
  ],
  'The viewer may import @openhouse/contract and nothing else': [
    ...importing(`${viewer}/*.ts`, '@openhouse/server', '@openhouse/sdk', '@openhouse/portal', 'openhouse'),
    ...importing(`${viewer}/*.ts`, '../../portal/src/portal.tsx'),
  ],
  "The portal's pages may import @openhouse/contract, @openhouse/viewer and nothing else": [
    ...importing(`${portal}/pages/*.tsx`, '@openhouse/server', '@openhouse/sdk', 'openhouse'),
    ...importing(`${portal}/*.ts`, '../../server/src/index.ts'),
  ],
  'The CLI may import @openhouse/server, sdk and contract': [
    ...importing(`${cli}/*.ts`, '@openhouse/portal', '../../server/src/index.ts'),
  ],
  'rules.ts is pure': [
    ...importing(
      `${server}/*/rules.ts`,
      './store.ts',
      './routes.ts',
      '../teams/store.ts',
      '../kernel/database/database.ts',
    ),
    ...importing(`${server}/*/rules.ts`, 'fastify', '@fastify/cookie', 'pg', 'kysely', '@electric-sql/pglite'),
    ...importing(`${server}/*/rules.ts`, 'ioredis', 'node:fs', 'node:fs/promises', 'node:http'),
  ],
  'store.ts holds SQL only': importing(`${server}/*/store.ts`, 'fastify', '@fastify/cookie', './routes.ts'),
  'This import is part of a cycle': [
    [`${server}/a.ts`, "import { b } from './b.ts';\n\nexport const a = () => b;\n"],
    [`${server}/b.ts`, "import { a } from './a.ts';\n\nexport const b = () => a;\n"],
    [`${contract}/c.ts`, "import type { D } from './d.ts';\n\nexport type C = { d: D };\n"],
    [`${contract}/d.ts`, "import type { C } from './c.ts';\n\nexport type D = { c: C };\n"],
  ],
  "Don't use process.env": [
    ...containing(
      readsEnvironment,
      `${server}/config/config.ts`,
      `${server}/main.ts`,
      `${contract}/*.ts`,
      `${sdk}/*.ts`,
      `${portal}/*.tsx`,
    ),
    ...containing('export const a = globalThis.process.env;\n', `${cli}/*.ts`),
  ],
  "Do not use 'process.env'": containing('export const { env } = process;\n', `${server}/*.ts`),
  'Use the global `process`': [contract, server, sdk, portal, cli].flatMap((source) =>
    importing(`${source}/*.ts`, 'node:process'),
  ),
};

const allowed: Samples = [
  ...importing(`${contract}/*.ts`, 'typebox', './endpoint.ts'),
  ...importing(
    `${server}/*/read-tour.ts`,
    '@openhouse/contract',
    'fastify',
    './store.ts',
    '../kernel/database/database.ts',
  ),
  ...importing(`${server}/*/rules.ts`, '@openhouse/contract', 'node:crypto', './selection.ts'),
  ...importing(`${server}/*/store.ts`, '@openhouse/contract', 'pg', 'kysely', '../kernel/database/database.ts'),
  ...importing(`${server}/*/routes.ts`, 'fastify', './store.ts', './rules.ts'),
  ...importing(`${sdk}/*.ts`, '@openhouse/contract'),
  ...importing(`${viewer}/*.ts`, '@openhouse/contract', 'three'),
  ...importing(`${portal}/*.tsx`, '@openhouse/contract', '@openhouse/viewer', '@openhouse/viewer/inside', 'react'),
  ...importing(`${cli}/*.ts`, '@openhouse/contract', '@openhouse/server', '@openhouse/sdk', 'commander'),
  ...containing(readsEnvironment, `${cli}/bin.ts`),
  ...containing(readsEnvironment, `${server}/*.test.ts`, `${server}/testing/*.ts`),
];

interface Finding {
  readonly path: string;
  readonly message: string;
}

/** What the linter says of all these files, each written under a name of its own. */
async function lint(samples: Samples): Promise<{ passed: boolean; paths: string[]; findings: Finding[] }> {
  const fixture = makeFixture('biome.json', '.gitignore');
  try {
    const paths = samples.map(([path, source], index) => {
      const ownPath = path.replace('*', `own-${index}`);
      fixture.write(ownPath, source);
      return ownPath;
    });
    const biome = 'node_modules/@biomejs/biome/bin/biome';
    const options = ['lint', '--reporter=github', '--max-diagnostics=none', 'packages'];
    const { ended, output } = await runQuietly([biome, ...options], fixture.directory);
    const findings = [...output.matchAll(/^::error .*?file=([^,]+),.*?::(.*)$/gm)].map(
      ([, path = '', message = '']) => ({
        path: relative(fixture.directory, path),
        message,
      }),
    );
    return { passed: ended, paths, findings };
  } finally {
    fixture.remove();
  }
}

describe('refused', () => {
  slowAfter(1, Object.entries(refused))('%s', async (reason, samples) => {
    const { passed, paths, findings } = await lint(samples);
    const refusedPaths = findings.filter(({ message }) => message.startsWith(reason)).map(({ path }) => path);
    expect(paths.filter((path) => !refusedPaths.includes(path))).toEqual([]);
    expect(passed).toBe(false);
  });
});

test('what the boundaries leave open passes', { tags: 'slow' }, async () => {
  const { passed, findings } = await lint(allowed);
  expect(findings).toEqual([]);
  expect(passed).toBe(true);
});
