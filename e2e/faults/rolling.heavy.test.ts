import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeAuthority } from '../../packages/server/src/testing/certificates.ts';
import { nginxProgram, startNginx } from '../../packages/server/src/testing/nginx.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { deployedNginx } from '../deploy/in-front.ts';
import { caller } from '../deploy/send.ts';
import { freePorts, newDataDirectory, type RunningService, startService } from '../service.ts';

/** Restarts of a node, one after the other; FAULTS_RESTARTS sets fewer. */
const RESTARTS = Number(process.env.FAULTS_RESTARTS ?? 50);
/** Callers of each kind, each with a connection of its own. */
const CALLERS_OF_A_KIND = 3;
/** Milliseconds between two calls of one caller: two that follow at once hardly meet a connection that is being closed. */
const PAUSES_MS = [0, 20, 45];
/** deploy/README.md: the next machine, once this one has been ready for 2 s. */
const READY_FOR_MS = 2_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const nginx = nginxProgram();
const cannot = (inject('postgresUrl') === null || nginx === undefined) && !servicesRequired;

/** The first serves by itself, the second with workers. */
const WORKERS = ['1', '2'] as const;

describe.skipIf(cannot)('two nodes behind deploy/nginx, one of them with workers', () => {
  const ends: (() => Promise<unknown>)[] = [];
  let start: (node: number) => Promise<RunningService>;
  let nodes: RunningService[] = [];
  let addresses = { portal: '', gateway: '' };
  let authority: Buffer;

  beforeAll(async () => {
    const data = await newDataDirectory();
    ends.push(data.remove);
    const DATABASE_URL = await createEmptyDatabase(inject('postgresUrl') ?? '');
    const [portalTls = 0, gatewayTls = 0] = await freePorts(2);
    const ports = [await freePorts(2), await freePorts(2)];
    start = (node) =>
      startService(data.path, {
        DATABASE_URL,
        WORKERS: WORKERS[node],
        PORTAL_PORT: String(ports[node]?.[0]),
        GATEWAY_PORT: String(ports[node]?.[1]),
        PORTAL_URL: `https://localhost:${portalTls}`,
        BASE_URL: `https://localhost:${gatewayTls}`,
        TRUST_PROXY_HOPS: '1',
        // As deploy/README.md says of nginx.
        SHUTDOWN_DELAY_S: '3',
        APP_LIMIT_PER_MINUTE: '0',
        IP_LIMIT_PER_MINUTE: '0',
        PORTAL_IP_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
      });
    nodes = [await start(0), await start(1)];
    ends.push(async () => Promise.all(nodes.map((node) => node.stop())));
    const made = makeAuthority(dirname(data.path), 'authority');
    const signed = made.sign('localhost', 'localhost', 1);
    const behind = (port: number, at: number) => ({
      host: { ...signed, name: 'localhost', port },
      ports: ports.map((both) => both[at] ?? 0),
    });
    const proxy = await startNginx(
      nginx ?? '',
      await deployedNginx(behind(portalTls, 0), behind(gatewayTls, 1)),
      portalTls,
    );
    ends.push(proxy.stop);
    addresses = { portal: `https://localhost:${portalTls}`, gateway: `https://localhost:${gatewayTls}` };
    authority = await readFile(made.file);
  });
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  test(`${RESTARTS} restarts, one node after the other: no call fails`, async () => {
    const { app_key, app_secret } = nodes[0]?.demo ?? { app_key: '', app_secret: '' };
    const exchange = {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ app_key, app_secret }).toString(),
    };
    const first = caller(authority);
    const newToken = async () => {
      const exchanged = await first.send(`${addresses.gateway}/auth/access_token`, exchange);
      return (JSON.parse(exchanged.body.toString()) as { data: { access_token: string } }).data.access_token;
    };
    let token = await newToken();
    const kinds = {
      read: {
        address: `${addresses.gateway}/open/v3/vr/info?resource_code=demo-garden`,
        options: () => ({ headers: { authorization: token } }),
      },
      'exchange, a POST': { address: `${addresses.gateway}/auth/access_token`, options: () => exchange },
      page: { address: `${addresses.portal}/auth/get-user`, options: () => ({}) },
    };

    const failures: string[] = [];
    const calls: Record<string, number> = {};
    let isOver = false;
    const goOn = async (kind: keyof typeof kinds, number: number) => {
      const by = caller(authority);
      const { address, options } = kinds[kind];
      while (!isOver) {
        const answer = await by.send(address, options()).catch((error: Error) => error);
        calls[kind] = (calls[kind] ?? 0) + 1;
        if (answer instanceof Error) failures.push(`${kind}: ${answer.message}`);
        else if (answer.status !== 200) failures.push(`${kind}: ${answer.status} ${answer.body.subarray(0, 500)}`);
        await sleep(PAUSES_MS[number % PAUSES_MS.length]);
      }
      by.close();
    };
    const running = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
      Array.from({ length: CALLERS_OF_A_KIND }, (_, number) => goOn(kind, number)),
    );
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const node = restart % nodes.length;
        expect(await nodes[node]?.stop(), nodes[node]?.said().slice(-2000)).toBe(0);
        nodes[node] = await start(node);
        await sleep(READY_FOR_MS);
        // On a slow machine all restarts take longer than a token lives.
        token = await newToken();
      }
    } finally {
      isOver = true;
      first.close();
      await Promise.all(running);
    }
    console.log(`${RESTARTS} restarts: ${JSON.stringify(calls)} calls, ${failures.length} failed`);
    expect(failures).toEqual([]);
    for (const count of Object.values(calls)) expect(count).toBeGreaterThan(RESTARTS * 10);
  });
});
