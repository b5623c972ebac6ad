import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Credentials, newCredentials } from '../apps/app-secret.ts';
import { createApp } from '../apps/app-store.ts';
import { type UseAccounting, useAccounting } from '../gateway/accounting/accounting.ts';
import type { HttpReader } from '../gateway/connection/server.ts';
import { filesUrl, fileUrl } from '../gateway/files/link.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Call } from '../gateway/http/call.ts';
import { GatewayError } from '../gateway/http/gateway-error.ts';
import { frameCache } from '../gateway/reads/frame-cache.ts';
import { tourStore } from '../gateway/reads/store.ts';
import { evictChangedTours } from '../gateway/reads/tour-changes.ts';
import { appStandings } from '../gateway/tokens/app-standings.ts';
import { tourListStore } from '../gateway/tours/store.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';
import { type ChangeFeed, changeFeed } from '../kernel/changes/change-feed.ts';
import type { Database } from '../kernel/database/database.ts';
import { inTransaction } from '../kernel/database/transaction.ts';
import { NO_PROXIES, type Proxies } from '../kernel/http/client-address.ts';
import { listen, stopListening } from '../kernel/http/listen.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { fileStore } from '../tours/files/store.ts';
import { createTeam } from './database.ts';
import { freePort } from './processes.ts';

/** A gateway on a free loopback port, as the service composes it, over a test's store. */
export interface TestGateway {
  readonly baseUrl: string;
  readonly port: number;
  readonly changes: ChangeFeed;
  readonly assets: AssetStore;
  /** Counts its calls; a test flushes it. */
  readonly use: UseAccounting;
  /** Calls answered so far. */
  readonly answered: Call[];
  /** What broke inside; a test that expects nothing to break asserts that it is empty. */
  readonly broken: unknown[];
  /** Statements that the gateway has sent to its store. */
  statements(): number;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  /** By default the one that OPENHOUSE_TEST_READER names, or the strict one. */
  readonly reader?: HttpReader;
  /** By default an empty one that goes when the gateway stops. */
  readonly assets?: AssetStore;
  /** Whether callers are sent to the asset store. */
  readonly redirects?: boolean;
  readonly pepper?: Buffer;
  readonly accessTokenKeys?: readonly { id: number; key: Buffer }[];
  readonly appLimitPerMinute?: number;
  readonly ipLimitPerMinute?: number;
  readonly limiter?: Limiter;
  /** By default none. */
  readonly proxies?: Proxies;
  readonly lifetimeS?: number;
  readonly linkLifetimeS?: number;
  /** Look for changes every so many milliseconds; by default only when a test says so. */
  readonly pollMs?: number;
  readonly cacheBytes?: number;
  readonly standingStaleMaxMs?: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs?: () => number;
}

/** Keys of all test gateways of a process, so that two of them are two nodes of one installation. */
export const testPepper = randomBytes(32);
export const testTokenKeys = [{ id: 1, key: randomBytes(32) }];
const testLinkKeys = [{ id: 1, key: randomBytes(32) }];

export async function startTestGateway(database: Database, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-gateway-'));
  const assets = options.assets ?? localAssetStore(join(directory, 'assets'));
  const accessTokenKeys = options.accessTokenKeys ?? testTokenKeys;
  const nowMs = options.nowMs ?? Date.now;
  let statements = 0;
  const pool = counted(database.pool, () => {
    statements += 1;
  });
  const store = tourStore(pool);
  const files = fileStore(pool);
  const cache = frameCache(options.cacheBytes ?? 32 * 1024 * 1024);
  const standings = appStandings(pool);
  const looks = [standings.look, evictChangedTours(store, cache)];
  const changes = changeFeed(looks, () => undefined, { served: database.served });
  await changes.refresh();
  if (options.pollMs !== undefined) changes.start(options.pollMs);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const answered: Call[] = [];
  const broken: unknown[] = [];
  const use = useAccounting(database, (error) => broken.push(error), nowMs);
  const server = createGateway({
    reader: options.reader ?? (process.env.OPENHOUSE_TEST_READER === 'node' ? 'node' : 'strict'),
    admission: {
      standings,
      accessTokenKeys,
      limiter: options.limiter ?? memoryLimiter(),
      appLimitPerMinute: options.appLimitPerMinute ?? 0,
      ipLimitPerMinute: options.ipLimitPerMinute ?? 0,
      ipLimitIpv6Bits: 64,
      proxies: options.proxies ?? NO_PROXIES,
      standingAgeMs: changes.ageMs,
      standingStaleMaxMs: options.standingStaleMaxMs ?? Number.POSITIVE_INFINITY,
      nowMs,
    },
    exchange: {
      appByKey: standings.byKey,
      accessTokenKeys,
      appSecretPeppers: [{ id: 1, key: options.pepper ?? testPepper }],
      lifetimeS: options.lifetimeS ?? 600,
      nowMs,
    },
    reads: { store, cache, filesUrl: (team, code) => filesUrl(baseUrl, team, code) },
    tours: { store: tourListStore(pool), fileUrl: (address) => fileUrl(baseUrl, address) },
    activation: { database, onChanged: changes.refresh },
    presign: { files, baseUrl, linkKeys: testLinkKeys, linkLifetimeS: options.linkLifetimeS ?? 3600, nowMs },
    files: { files, assets, redirects: options.redirects ?? false, linkKeys: testLinkKeys, nowMs },
    onAnswered: (call) => {
      answered.push(call);
      use.count(call, performance.now() - call.startedAtMs);
    },
    onMalformed: ({ status, ...request }) =>
      use.count(
        {
          ...request,
          status,
          appKey: undefined,
          secretVersion: undefined,
          operation: '',
          refusal: new GatewayError(status),
        },
        0,
      ),
    onBroken: (_call, error) => broken.push(error),
  });
  await listen(server, port, '127.0.0.1');
  return {
    baseUrl,
    port,
    changes,
    assets,
    use,
    answered,
    broken,
    statements: () => statements,
    async stop() {
      // A test has its answers: nobody waits for connections that might bring more requests.
      await stopListening(server, 0);
      await changes.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A Team with one app in its first place. */
export async function createTeamWithApp(
  database: Database,
  { name = 'Team', slot = 1, trialEndsAt = null }: { name?: string; slot?: number; trialEndsAt?: Date | null } = {},
): Promise<Credentials & { readonly teamId: string; readonly teamCode: string; readonly appId: string }> {
  const team = await createTeam(database, { name });
  const credentials = newCredentials();
  const app = { teamId: team.id, slot, name: `${name} app`, trialEndsAt };
  const keys = { pepper: testPepper, sealingKeys: null };
  const appId = await inTransaction(database, (transaction) => createApp(transaction, app, credentials, keys), {
    team: team.id,
  });
  return { ...credentials, teamId: team.id, teamCode: team.code, appId };
}

/** The pool with every statement counted. */
function counted(pool: Database['pool'], count: () => void): Database['pool'] {
  return new Proxy(pool, {
    get(target, property, receiver) {
      if (property === 'query' || property === 'connect') count();
      const value: unknown = Reflect.get(target, property, receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
