import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePorts, type RunningService } from '../service.ts';
import { fileOf, type Sample } from './read-samples.ts';
import { envFor, fillerFor, type Packages, packagesOfCheckout, writeFiles } from './run-samples.ts';

/** What the sample of an app service asks its callers for. */
const UPSTREAM_TOKEN = 'a-long-random-token';

/** Whether a sample of the docs is a program that listens. */
export const isServer = ({ code }: Sample): boolean => /\blisten\(/.test(code);

/** A server of the docs while it runs. */
export interface SampleServer {
  readonly port: number;
  said(): string;
  exitCode(): number | null;
  /** @returns HTTP status and body. */
  ask(target: string, cookie: string): Promise<readonly [status: number, body: string]>;
  /** Ends it, and removes its directory. */
  remove(): Promise<void>;
}

/** @param all The samples of its page, whose files lie beside it. */
export async function startServer(
  sample: Sample,
  all: readonly Sample[],
  service: Pick<RunningService, 'demo' | 'env'>,
  packages: Packages = packagesOfCheckout,
): Promise<SampleServer> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-server-'));
  const [port = 0] = await freePorts(1);
  const filled = fillerFor(service, port, packages);
  await writeFiles(all, directory, filled, packages);
  const env = {
    ...service.env,
    ...envFor(packages),
    OPENHOUSE_APP_SECRET: service.demo.app_secret,
    APP_SERVICE_TOKEN: UPSTREAM_TOKEN,
    OPENHOUSE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  };
  const child = spawn('node', [filled(fileOf(sample) ?? '')], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const server: SampleServer = {
    port,
    said: () => said,
    exitCode: () => child.exitCode,
    ask: async (target, cookie) => {
      const answer = await fetch(`http://localhost:${port}${target}`, { headers: { cookie } });
      return [answer.status, await answer.text()];
    },
    remove: async () => {
      child.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
  const answers = () =>
    server.ask('/', '').then(
      () => true,
      () => (child.exitCode === null ? false : said),
    );
  await expect.poll(answers).toBe(true);
  return server;
}

/** It answers who may, and nobody else, with what the guide says. */
export async function expectServesWhoMay(
  server: SampleServer,
  { code }: Sample,
  { demo }: Pick<RunningService, 'demo'>,
): Promise<void> {
  const { port, ask, said, exitCode } = server;
  expect(exitCode(), said()).toBe(null);
  if (code.includes('verifyWebhook')) {
    // Nothing of it was signed.
    expect([(await ask('/', ''))[0], said()]).toEqual([400, '']);
    return;
  }
  if (code.includes('APP_SERVICE_TOKEN')) {
    const apps = async (authorization: string) =>
      (await fetch(`http://localhost:${port}/apps?team=t`, { headers: { authorization } })).json();
    // Nothing of it carried the token.
    expect(await apps(UPSTREAM_TOKEN)).toEqual({ code: 0, status: 'success', data: { credentials: [] } });
    expect(await apps('wrong')).toEqual({ code: 401, status: 'token refused' });
    return;
  }
  const [allowed, tour] = await ask('/api/tours/vr-info?resource_code=demo-loft', 'session=ida');
  expect([allowed, JSON.parse(tour).status]).toEqual([200, 'success']);
  expect((await ask('/api/tours/vr-info?resource_code=demo-loft', ''))[0]).toBe(403);
  expect((await ask('/api/tours/vr-info?resource_code=demo-studio', 'session=ida'))[0]).toBe(403);
  // Of its own files only those that are meant.
  for (const file of ['/server.mjs', '/server.cjs', '/tours.mjs', '/modules/three/../../server.mjs'])
    expect((await ask(file, 'session=ida'))[1]).not.toContain('createProxy');
  expect(said()).not.toContain(demo.app_secret);
}
