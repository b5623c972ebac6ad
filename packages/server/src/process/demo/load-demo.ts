import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { type Credentials, newAppKey, newAppSecret, newXid } from '../../apps/app-secret.ts';
import { createApp, type SecretKeys } from '../../apps/app-store.ts';
import { sealSecret } from '../../apps/secret-sealing.ts';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { type Database, StoreError } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { wholeFile } from '../../kernel/whole-file.ts';
import { bundledTour } from '../../portal/demo/bundled-tour.ts';
import { demoAccounts, demoTeam, demoTours } from '../../portal/demo/facts.ts';
import { AT_ONCE, importCandidates } from '../../tours/import/import-tours.ts';
import { joinDemoPeople } from './join-demo-people.ts';
import { ensureTeam, idOfApp, isSlotTaken, sealFirstSecret } from './store.ts';

/** What scripts and the banner need of the demo: `demo.json` in the data directory (decision 0080). */
export interface DemoFacts {
  readonly portal_url: string;
  readonly base_url: string;
  readonly login_url: string;
  readonly app_key: string;
  readonly app_secret: string;
  readonly team: string;
  readonly resource_codes: readonly string[];
  readonly accounts: readonly { readonly name: string; readonly email: string }[];
}

export interface DemoDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  readonly pepper: Buffer;
  /** Keys that seal the demo app's secret, so that it can be revealed. */
  readonly sealingKeys: KeyRing;
  /** Folder of the demo's bundles. */
  readonly bundles: string;
  readonly dataDirectory: string;
  readonly addresses: { readonly portal: string; readonly gateway: string; readonly signIn: string };
}

/** Puts the demo Team, its app and its tours into the store, once, and writes demo.json at every start. */
export async function loadDemo(deps: DemoDeps): Promise<DemoFacts> {
  const credentials = demoCredentials(deps.pepper);
  const teamId = await ensureTeam(deps.database, demoTeam.code, demoTeam.name);
  await ensureApp(deps.database, teamId, credentials, deps);
  await joinDemoPeople(deps.database, teamId, demoAccounts);
  const bundles = { directory: deps.bundles, gateway: deps.addresses.gateway };
  const tours = demoTours.map((code) => bundledTour(bundles, code, demoTeam.code));
  const { refused } = await importCandidates(deps.database, deps.assets, teamId, tours, AT_ONCE);
  if (refused.length > 0) throw new Error(`the demo tours were refused: ${JSON.stringify(refused)}`);
  const facts: DemoFacts = {
    portal_url: deps.addresses.portal,
    base_url: deps.addresses.gateway,
    login_url: deps.addresses.signIn,
    app_key: credentials.appKey,
    app_secret: credentials.appSecret,
    team: demoTeam.code,
    resource_codes: demoTours,
    accounts: demoAccounts.map(({ name, email }) => ({ name, email })),
  };
  await wholeFile(join(deps.dataDirectory, DATA_DIRECTORY.demo), `${JSON.stringify(facts, null, 2)}\n`);
  return facts;
}

/** The same at every start of an installation, different on each: derived from its pepper. */
function demoCredentials(pepper: Buffer): Credentials {
  const derived = (purpose: string) => (size: number) =>
    createHmac('sha256', pepper).update(`openhouse demo ${purpose}`).digest().subarray(0, size);
  return {
    appKey: newAppKey(derived('app key')),
    xid: newXid(derived('xid')),
    appSecret: newAppSecret(derived('app secret')),
  };
}

/** The demo app's key is derived from the pepper. */
const MADE_WITH_OTHER_KEYS =
  'The demo app in this database was made with another APP_SECRET_PEPPER. Restore keys.json in DATA_DIR or the variable, ' +
  'name an empty database, or start with LOAD_DEMO=no.';

async function ensureApp(
  database: Database,
  teamId: string,
  credentials: Credentials,
  keys: SecretKeys,
): Promise<void> {
  await inTransaction(
    database,
    async (transaction) => {
      const appId = await idOfApp(transaction, teamId, credentials.appKey);
      if (appId === undefined) {
        if (await isSlotTaken(transaction, teamId)) throw new StoreError(MADE_WITH_OTHER_KEYS);
        const app = { teamId, slot: 1, name: 'Demo app', trialEndsAt: null };
        await createApp(transaction, app, credentials, keys);
      } else if (keys.sealingKeys !== null) {
        const sealed = sealSecret(keys.sealingKeys, { teamId, appId, version: 1 }, credentials.appSecret);
        await sealFirstSecret(transaction, appId, sealed);
      }
    },
    { team: teamId },
  );
}
