import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { makeAuthority } from '../../packages/server/src/testing/certificates.ts';
import { nginxProgram, startNginx } from '../../packages/server/src/testing/nginx.ts';
import { chooseAccount } from '../../packages/server/src/testing/portal.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { deployedNginx } from '../deploy/in-front.ts';
import { freePorts, newDataDirectory, type RunningService, startService } from '../service.ts';
import { newTenant, type Portal, type Tenant } from './tenants.ts';
import type { Surface } from './wire.ts';

/** What nginx wrote of one request. */
export interface PassedOn {
  /** Of the answer that the service gave; empty when it was not asked. */
  readonly id: string;
  /** Status that the service answered; empty when it was not asked. */
  readonly upstream: string;
  /** The request line. */
  readonly request: string;
}

/** The service as a process over PostgreSQL, nginx with the packaged configuration in front of it, and three Teams. */
export interface Attacked {
  readonly service: RunningService;
  readonly databaseUrl: string;
  readonly portal: Portal;
  readonly tenants: readonly [Tenant, Tenant, Tenant];
  /** Ways to the gateway. */
  readonly gateways: readonly [Surface, Surface];
  /** Ways to the portal. */
  readonly portals: readonly [Surface, Surface];
  /** What nginx has written of requests so far. */
  passedOn(): Promise<PassedOn[]>;
  remove(): Promise<void>;
}

/** Whether the programs that the suite needs are missing, and it may be skipped. */
export const cannotAttack = (inject('postgresUrl') === null || nginxProgram() === undefined) && !servicesRequired;

/** Log of requests, one JSON object a line. */
const REQUESTS = `log_format requests escape=json
  '{"id":"$upstream_http_x_request_id","upstream":"$upstream_status","request":"$request"}';`;

/** How a suite has the service differ. */
export interface Differently {
  /** Settings beside the suite's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** How people sign in at the provider that the settings name; at the built-in page by default. */
  readonly chooseWho?: Portal['chooseWho'];
  /** A PostgreSQL server of the suite's own, as the superuser's address without a database; the run's by default. */
  readonly serverUrl?: string;
}

export async function attackedService(differently: Differently = {}): Promise<Attacked> {
  const ends: (() => Promise<unknown>)[] = [];
  const remove = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await start(differently, ends, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start(
  { env = {}, chooseWho = chooseAccount, serverUrl = inject('postgresUrl') ?? '' }: Differently,
  ends: (() => Promise<unknown>)[],
  remove: () => Promise<void>,
): Promise<Attacked> {
  const data = await newDataDirectory();
  ends.push(data.remove);
  const folder = join(dirname(data.path), 'around');
  await mkdir(folder);
  const databaseUrl = await createEmptyDatabase(serverUrl);
  ends.push(() => dropDatabase(serverUrl, databaseUrl));

  const [portalTls = 0, gatewayTls = 0] = await freePorts(2);
  const known = `https://localhost:${portalTls}`;
  const service = await startService(data.path, {
    DATABASE_URL: databaseUrl,
    PORTAL_URL: known,
    BASE_URL: `https://localhost:${gatewayTls}`,
    TRUST_PROXY_HOPS: '1',
    APP_LIMIT_PER_MINUTE: '0',
    IP_LIMIT_PER_MINUTE: '0',
    PORTAL_IP_LIMIT_PER_MINUTE: '0',
    ...env,
  });
  ends.push(service.stop);
  const [portalPort, gatewayPort] = [Number(service.env.PORTAL_PORT), Number(service.env.GATEWAY_PORT)];

  const authority = makeAuthority(folder, 'authority');
  const signed = authority.sign('localhost', 'localhost', 1);
  const hostAt = (port: number) => ({ ...signed, name: 'localhost', port });
  const packaged = await deployedNginx(
    { host: hostAt(portalTls), ports: [portalPort] },
    { host: hostAt(gatewayTls), ports: [gatewayPort] },
  );
  const log = join(folder, 'requests.log');
  const logged = packaged.replaceAll('location / {', `access_log ${log} requests;\n  location / {`);
  const proxy = await startNginx(nginxProgram() ?? '', `${REQUESTS}\n${logged}`, portalTls);
  ends.push(proxy.stop);

  const portal = { direct: `http://localhost:${portalPort}`, known, chooseWho };
  const gateway = `http://localhost:${gatewayPort}`;
  const tenants: Tenant[] = [];
  for (const number of [1, 2, 3]) {
    tenants.push(await newTenant(portal, gateway, { number, folder, env: service.env }));
  }
  const ca = await readFile(authority.file);
  const waysTo = (direct: number, tls: number): [Surface, Surface] => [
    { name: 'direct', port: direct, ca: undefined },
    { name: 'behind nginx', port: tls, ca },
  ];
  return {
    service,
    databaseUrl,
    portal,
    tenants: tenants as [Tenant, Tenant, Tenant],
    gateways: waysTo(gatewayPort, gatewayTls),
    portals: waysTo(portalPort, portalTls),
    passedOn: async () => jsonLines<PassedOn>(await readFile(log, 'utf8')),
    remove,
  };
}

/** @returns The objects of a log, one a line. @throws at a line that is none. */
export function jsonLines<Line>(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

async function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  await client.query(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  await client.end();
}
