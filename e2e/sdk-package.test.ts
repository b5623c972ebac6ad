import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useStore } from '../packages/server/src/testing/database.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';
import { slowAfter } from '../packages/server/src/testing/slow-after.ts';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { root } from './service.ts';

const run = promisify(execFile);
const sdk = join(root, 'packages/sdk');

describe('the packed SDK', () => {
  let directory: string;
  let tarball: Uint8Array<ArrayBuffer>;
  let paths: string[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'openhouse-sdk-'));
    const args = [findNpm(), 'pack', '--json', '--pack-destination', directory];
    const { stdout } = await run(process.execPath, args, { cwd: sdk });
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    paths = packed?.files.map(({ path }) => path) ?? [];
    tarball = new Uint8Array(await readFile(join(directory, packed?.filename ?? '')));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('holds what is run, its types and its sources, and no tests', () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts'],
        ...['cjs/package.json', 'cjs/dist/index.js', 'cjs/dist/index.d.ts'],
      ]),
    );
    expect(paths.filter((path) => /test|tsbuildinfo|scripts/.test(path))).toEqual([]);
  });

  test('has nothing that publint would mention', async () => {
    const { messages } = await publint({ level: 'suggestion', strict: true, pack: { tarball: tarball.buffer } });
    expect(messages).toEqual([]);
  });

  test('has types that are right wherever modules are', { tags: 'slow' }, async () => {
    const checked = await checkPackage(createPackageFromTarballData(tarball));
    if (!('problems' in checked)) throw new Error('the package has no types');
    expect(checked.problems).toEqual([]);
  });

  test('depends on nothing', async () => {
    const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest[kind]).toBeUndefined();
  });
});

describe("the README's examples run as they stand", () => {
  const suite = useGateway(useStore());

  /** Runs a module as a process of its own, as a newcomer would. @returns What it printed. */
  async function output(contents: string): Promise<string> {
    const options = { bundle: true, format: 'esm', platform: 'node', write: false } as const;
    const stdin = { contents, resolveDir: sdk };
    const { outputFiles } = await build({ ...options, stdin, conditions: ['openhouse:source'] });
    const { baseUrl: BASE_URL } = suite.gateway;
    const { appKey: APP_KEY, appSecret: APP_SECRET } = suite.own;
    const env = { ...process.env, BASE_URL, APP_KEY, APP_SECRET, RESOURCE_CODE: 'own-tour' };
    const child = spawn(process.execPath, ['--input-type=module'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(outputFiles[0]?.text);
    let text = '';
    for await (const chunk of child.stdout) text += chunk;
    return text;
  }

  slowAfter(1, [
    ['First call', '', /^.+: \d+ viewpoints\n$/],
    ['Only what you use', '', /^.+: \d+ tags\n$/],
    ['In tests', '', /^my-tour 3\n$/],
    ['When something fails', '', /^err_resource_not_found 404 .+ \S+\n$/],
    [
      'For your own users',
      `for (const [cookie, code] of [['session=ida', 'demo-loft'], ['session=ida', 'own-tour'], ['', 'demo-loft']]) {
         const url = 'https://homes.example.com/api/tours/vr-info?resource_code=' + code;
         console.log((await (await handler(new Request(url, { headers: { cookie } }))).json()).status);
       }`,
      /^success\nerr_not_authorized\nerr_not_authorized\n$/,
    ],
  ])('%s', async (heading, more, printed) => {
    const readme = await readFile(join(sdk, 'README.md'), 'utf8');
    const section = readme.split(/^## /m).find((one) => one.startsWith(heading));
    const example = /```js\n([\s\S]*?)```/.exec(section ?? '')?.[1];
    if (heading === 'For your own users') await suite.importBundle({ code: 'demo-loft' });
    expect(await output(`${example}\n${more}`)).toMatch(printed);
  });
});
