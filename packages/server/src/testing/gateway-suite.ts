import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Credentials } from '../apps/app-secret.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { importTours } from '../tours/import/import-tours.ts';
import { type TestBundle, writeBundle } from './bundle.ts';
import { beginWith, type TestStore } from './database.ts';
import { exchange } from './envelope.ts';
import { createTeamWithApp, startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts';

/** A gateway with one Team that owns tours, and another Team that owns others. */
export interface GatewaySuite {
  readonly gateway: TestGateway;
  readonly own: Credentials & { readonly teamId: string; readonly teamCode: string; readonly appId: string };
  readonly other: GatewaySuite['own'];
  /** Access token of the own app. */
  readonly token: string;
  /** Another node over the same store; stopped after the test. */
  startNode(options?: TestGatewayOptions): Promise<TestGateway>;
  /** Imports a bundle and waits until the suite's gateway knows. */
  importBundle(bundle: TestBundle, teamId?: string): Promise<void>;
}

/** Before each test: a fresh gateway, the own Team with tour `own-tour` (inactive) and the other Team with `other-tour`. */
export function useGateway(store: TestStore, options: TestGatewayOptions = {}): GatewaySuite {
  let suite: { gateway: TestGateway; own: GatewaySuite['own']; other: GatewaySuite['own']; token: string } | undefined;
  let directory = '';
  /** The bundles of every test, and the store their files stay in: written once, for each write waits for the disk. */
  let bundles: readonly string[] = [];
  let assets = options.assets;
  const nodes: TestGateway[] = [];

  const current = () => suite ?? unprepared();

  async function importPath(into: AssetStore, path: string, teamId: string): Promise<void> {
    const { refused } = await importTours(store.database, into, teamId, [path]);
    if (refused.length > 0) throw new Error(`the bundle was refused: ${JSON.stringify(refused)}`);
  }

  async function importBundle(bundle: TestBundle, teamId = current().own.teamId): Promise<void> {
    const path = await writeBundle(directory, bundle);
    await importPath(current().gateway.assets, path, teamId);
    await rm(path, { recursive: true });
    await current().gateway.changes.refresh();
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'openhouse-bundles-'));
    const everyTest = join(directory, 'every-test');
    bundles = [
      await writeBundle(everyTest, { code: 'own-tour', active: false, files: ownFiles }),
      await writeBundle(everyTest, { code: 'other-tour', files: ownFiles }),
    ];
    assets ??= localAssetStore(join(directory, 'assets'));
  });
  beforeEach(async () => {
    const into = assets ?? unprepared();
    const { own, other } = await beginWith(store.database, [into], async () => {
      const teams = {
        own: await createTeamWithApp(store.database, { name: 'Own' }),
        other: await createTeamWithApp(store.database, { name: 'Other' }),
      };
      const [ownBundle = '', otherBundle = ''] = bundles;
      await importPath(into, ownBundle, teams.own.teamId);
      await importPath(into, otherBundle, teams.other.teamId);
      return teams;
    });
    const gateway = await startTestGateway(asGateway(store.database), { ...options, assets: into });
    suite = { gateway, own, other, token: await exchange(gateway.baseUrl, own) };
  });
  afterEach(() => Promise.all([...nodes.splice(0), suite?.gateway].map((node) => node?.stop())));
  afterAll(() => rm(directory, { recursive: true, force: true }));

  return {
    get gateway() {
      return current().gateway;
    },
    get own() {
      return current().own;
    },
    get other() {
      return current().other;
    },
    get token() {
      return current().token;
    },
    async startNode(nodeOptions) {
      const node = await startTestGateway(
        asGateway(store.database),
        nodeOptions ?? { ...options, assets: assets ?? unprepared() },
      );
      nodes.push(node);
      return node;
    },
    importBundle,
  };
}

function unprepared(): never {
  throw new Error('The suite has no gateway yet: use it inside a test.');
}

/** The store as a process has it that serves the gateway alone: every connection works as the gateway's role (decision 0124). */
function asGateway(database: Database): Database {
  return { ...database, pool: database.readPool ?? database.pool };
}

/** Files of the suite's tours: one that anybody may open, one that needs a link. */
export const ownFiles = {
  'plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'private/保修 单.txt': 'for the owner',
};
