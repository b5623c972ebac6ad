import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useStore } from '../packages/server/src/testing/database.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { packPackages, publishedPackages } from '../scripts/release/packages.mjs';
import { freePorts, root } from './service.ts';

const run = promisify(execFile);

/** Tools and runtimes as people have them, from their npm packages; each brings its program without an install script. */
const GUESTS = {
  jest: '30.5.2',
  // The one that most projects still compile with.
  typescript: '5.9.3',
  // What the viewer's types for these frameworks are about.
  '@types/react': '19.3.0',
  vue: '3.5.45',
  '@oven/bun-linux-x64': '1.4.5',
  '@deno/linux-x64-glibc': '2.9.6',
  '@cloudflare/workerd-linux-64': '1.20261117.1',
};

const INSTALL_MS = 900_000;

describe('the packed SDK, against the gateway', () => {
  const suite = useGateway(useStore());
  let place: string;
  const guest = (path: string) => join(place, 'node_modules', path);

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'openhouse-runtimes-'));
    const packed = process.env.OPENHOUSE_TARBALLS ?? join(place, 'tarballs');
    await mkdir(packed, { recursive: true });
    if (process.env.OPENHOUSE_TARBALLS === undefined) await packPackages(root, packed);
    const typed = ['@openhouse/contract', '@openhouse/sdk', '@openhouse/viewer'];
    const tarballs = publishedPackages(root).filter(({ name }) => typed.includes(name));
    await writeFile(join(place, 'package.json'), '{ "private": true }\n');
    const guests = Object.entries(GUESTS).map(([name, version]) => `${name}@${version}`);
    const options = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--engine-strict=false'];
    await run(
      process.execPath,
      [findNpm(), ...options, ...tarballs.map(({ tarball }) => join(packed, tarball)), ...guests],
      { cwd: place },
    );
  }, INSTALL_MS);
  afterAll(() => rm(place, { recursive: true, force: true }));

  /** What every runtime is asked to print. */
  const PRINTED = 'own-tour: success\nno-such-tour: err_resource_not_found';

  /** Reads a tour that is there, and one that is not. */
  function firstCall(): string {
    const { baseUrl } = suite.gateway;
    const { appKey, appSecret } = suite.own;
    return `
      import { createGateway, GatewayError } from '@openhouse/sdk';
      export async function firstCall() {
        const gateway = createGateway(${JSON.stringify({ baseUrl, appKey, appSecret })});
        const lines = [];
        for (const resource_code of ['own-tour', 'no-such-tour']) {
          const status = await gateway.vrInfo({ resource_code }).then(() => 'success', (error) => {
            if (!(error instanceof GatewayError)) throw error;
            return error.status;
          });
          lines.push(resource_code + ': ' + status);
        }
        return lines.join('\\n');
      }`;
  }

  /** @returns Where it was written. */
  async function written(name: string, text: string): Promise<string> {
    const file = join(place, name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    return file;
  }

  test.each([
    ['Bun', '@oven/bun-linux-x64/bin/bun', []],
    ['Deno', '@deno/linux-x64-glibc/deno', ['run', '--allow-net', '--node-modules-dir=manual']],
  ])('%s', async (_, program, options) => {
    const file = await written('call.mjs', `${firstCall()}\nconsole.log(await firstCall());`);
    const { stdout } = await run(guest(program), [...options, file], { cwd: place });
    expect(stdout.trim()).toBe(PRINTED);
  });

  test('Workers', async () => {
    const [port] = await freePorts(1);
    const source = `${firstCall()}\nexport default { fetch: async () => new Response(await firstCall()) };`;
    const options = { bundle: true, format: 'esm' as const, conditions: ['workerd', 'worker'] };
    const stdin = { contents: source, resolveDir: place };
    await build({ ...options, stdin, outfile: join(place, 'worker.js') });
    await written(
      'worker.capnp',
      `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [
          (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01", globalOutbound = "here")),
          (name = "here", network = (allow = ["private", "local", "public"]))
        ],
        sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
      );`,
    );
    const workerd = execFile(guest('@cloudflare/workerd-linux-64/bin/workerd'), ['serve', 'worker.capnp'], {
      cwd: place,
    });
    try {
      const answer = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
      await expect.poll(() => answer().catch(() => '')).toBe(PRINTED);
    } finally {
      workerd.kill();
    }
  });

  test('Jest, which cannot require a module', async () => {
    const required = firstCall()
      .replace(/import (.*) from (.*);/, 'const $1 = require($2);')
      .replace('export ', '');
    await written(
      'call.test.js',
      `${required}\ntest('a first call', async () => expect(await firstCall()).toBe(${JSON.stringify(PRINTED)}));`,
    );
    const { stderr } = await run(process.execPath, [guest('jest/bin/jest.js'), '--ci'], { cwd: place });
    expect(stderr).toContain('1 passed');
  });

  const typed = (head: string) => `${head}
    export async function countTags(gateway: Gateway): Promise<number> {
      const { tagList } = await gateway.hotList({ resource_code: 'demo-loft', order_by: 'id asc' });
      const wrong: string = tagList;
      return tagList.length;
    }`;

  /** @returns What the compiler says of a program, which is one file of a package of that type. */
  async function compiled(
    folder: string,
    program: string,
    { type, module, moduleResolution }: Readonly<Record<'type' | 'module' | 'moduleResolution', string>>,
  ): Promise<string> {
    await written(`${folder}/package.json`, JSON.stringify({ type }));
    await written(`${folder}/program.ts`, program);
    const compilerOptions = {
      ...{ noEmit: true, strict: true, module, moduleResolution },
      ...{ types: [], target: 'es2022', lib: ['es2022', 'dom'] },
    };
    await written(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const checked = run(process.execPath, [guest('typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], {
      cwd: place,
    });
    const { stdout } = await checked.catch((error: { stdout: string }) => error);
    return stdout.trim();
  }

  test.each([
    ['nodenext', 'module', 'nodenext'],
    ['nodenext', 'commonjs', 'nodenext'],
    ['node16', 'module', 'node16'],
    ['node16', 'commonjs', 'node16'],
    ['node10', 'commonjs', 'commonjs'],
    ['bundler', 'module', 'esnext'],
  ])('types resolve with %s from a package of type %s: one error, ours', async (moduleResolution, type, module) => {
    const program = typed("import { type Gateway } from '@openhouse/sdk';");
    const said = await compiled(`types-${moduleResolution}-${type}`, program, { type, module, moduleResolution });
    expect(said.split('\n')[0]).toMatch(/program\.ts\(4,13\): error TS2322/);
    expect(said.match(/error TS/g)).toHaveLength(1);
  });

  /** Everything that a program of somebody else imports. */
  const everything = `
    import { type OperationData, sentence } from '@openhouse/contract';
    import { payloadsOf } from '@openhouse/contract/panoramas';
    import { createGateway } from '@openhouse/sdk';
    import * as node from '@openhouse/sdk/node';
    import * as stream from '@openhouse/sdk/stream';
    import * as testing from '@openhouse/sdk/testing';
    import * as webhooks from '@openhouse/sdk/webhooks';
    import { openTour } from '@openhouse/viewer';
    import type { OpenhouseTour } from '@openhouse/viewer/element';
    import '@openhouse/viewer/react';
    import '@openhouse/viewer/vue';
    export const all = [sentence, payloadsOf, createGateway, node, stream, testing, webhooks, openTour];
    export const floor = ({ observers }: OperationData['vr-info']) => observers?.length;
    export const wrong = (tour: OpenhouseTour): string => tour.viewpoint;`;

  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('types of all packages, with %s and those they lead to: one error, ours', async (moduleResolution, module) => {
    const said = await compiled(`all-${moduleResolution}`, everything, { type: 'module', module, moduleResolution });
    expect(said.match(/.*error TS.*/g)).toEqual([expect.stringMatching(/program\.ts\(15,\d+\): error TS2322/)]);
  });
});
