import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runQuietly } from '../test/run-quietly.mjs';
import { packPackages } from './packages.mjs';

const program = join(import.meta.dirname, '../publish.mjs');

/** What npm sends for a package. */
interface Publication {
  readonly name: string;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, object>>;
}

let directory: string;
let registry: Server;
/** In the order in which they came, with the credentials that were sent. */
let published: (readonly [Publication, authorization: string | undefined])[];

beforeEach(async () => {
  published = [];
  registry = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'PUT') {
      published.push([JSON.parse(body) as Publication, request.headers.authorization]);
      response.writeHead(201).end('{}');
      return;
    }
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const found = published.find(([one]) => one.name === name)?.[0];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));

  directory = mkdtempSync(join(tmpdir(), 'openhouse-publish-'));
  const packages = { one: { name: '@scope/one', version: '1.2.3' }, two: { name: 'two', version: '1.2.4-rc.1' } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ workspaces: Object.keys(packages) }));
  for (const [path, manifest] of Object.entries(packages)) {
    mkdirSync(join(directory, path));
    writeFileSync(join(directory, path, 'package.json'), JSON.stringify(manifest));
  }
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
  vi.stubEnv('npm_config_cache', join(directory, 'cache'));
  vi.stubEnv('NPM_TOKEN', 'a-token');
  // Where the tests themselves run in a workflow, npm would find an identity.
  vi.stubEnv('GITHUB_ACTIONS', undefined);
  vi.stubEnv('GITLAB_CI', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
  await new Promise((resolve) => registry.close(resolve));
});

const publish = (...options: string[]) => runQuietly([program, '.', ...options], directory);

test('packages are published in their order, a pre-release as next; what is published already is skipped', {
  tags: ['slow', 'long'],
}, async () => {
  await packPackages(directory, directory);
  const first = await publish('--no-provenance');
  expect(first.ended, first.output).toBe(true);
  expect(published.map(([one]) => one['dist-tags'])).toEqual([{ latest: '1.2.3' }, { next: '1.2.4-rc.1' }]);
  expect(published.map(([, authorization]) => authorization)).toEqual(['Bearer a-token', 'Bearer a-token']);

  const second = await publish('--no-provenance');
  expect(second.ended, second.output).toBe(true);
  expect(second.output).toMatch(
    /^@scope\/one@1\.2\.3 is published already\.\ntwo@1\.2\.4-rc\.1 is published already\.\n$/,
  );
  expect(published).toHaveLength(2);
});

test('nothing is published without provenance, which only a workflow can give', {
  tags: ['slow', 'long'],
}, async () => {
  await packPackages(directory, directory);
  const { ended, output } = await publish();
  expect(ended).toBe(false);
  expect(output).toContain('provenance');
  expect(output).toContain('@scope/one@1.2.3 was not published');
  expect(published).toEqual([]);
});
