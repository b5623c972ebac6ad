import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { openSecret } from '../../apps/secret-sealing.ts';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open } from '../../kernel/keys/sealing.ts';
import { sealedOtherwise } from '../../portal/apps/secret-store.ts';
import { verifyAuditChains } from '../../portal/audit/verify-chains.ts';
import { tokenPurpose } from '../../portal/session/visitor.ts';
import { webhooksSealedOtherwise } from '../../portal/webhooks/store.ts';
import { openWebhookSecret } from '../../portal/webhooks/webhook-secret.ts';
import { type Frame, jsonOf } from '../../tours/frame.ts';
import { dataSources } from '../../tours/operations.ts';
import { tokensSealedOtherwise } from '../keys/store.ts';
import { countsOf, type FrameCursor, filesAfter, framesAfter, type NamedFile, teamCodes } from './store.ts';

/** What is counted: whoever restored a dump sees whether it held anything. */
export const countedParts = ['Teams', 'apps', 'tours'] as const;

/** What is checked, in this order. */
export const verifiedParts = [
  ...countedParts,
  'audit logs',
  'payloads',
  'files',
  'app secrets',
  'webhook secrets',
  'session tokens',
] as const;

export type VerifiedPart = (typeof verifiedParts)[number];

/** The result for one part of an installation. */
export interface PartVerdict {
  readonly part: VerifiedPart;
  /** How many were checked, or counted. */
  readonly checked: number;
  /** How many are wrong. */
  readonly wrong: number;
  /** The first of them, each in a sentence: at most FAULTS_NAMED. */
  readonly faults: readonly string[];
  /** What to do about them. */
  readonly remedy: string;
}

/** The data of an installation, and the keys that belong to it. */
export interface Installation {
  readonly database: Database;
  readonly assets: AssetStore;
  readonly appSecretSealingKeys: KeyRing;
  readonly sessionSealingKeys: KeyRing;
}

/** Maximum number of faults named for one part; the others are counted. */
const FAULTS_NAMED = 20;
/** Batch size of a transaction: short enough that nothing waits for it. */
const BATCH = 100;
/** Maximum number of files read concurrently. */
const FILES_AT_ONCE = 4;
/** No key has this number, so that every sealed value is read. */
const NO_KEY = -1;

const remedies: Readonly<Record<VerifiedPart, string>> = {
  Teams:
    'The dump that was restored was not taken for all Teams. Take it again with --enable-row-security and app.team=* together, straight from PostgreSQL and not through a pooler.',
  apps: '',
  tours: '',
  'audit logs':
    'Somebody changed the database by hand, or the backup is damaged: compare with openhouse audit export of before.',
  payloads: 'Import these tours again, or restore the database from an earlier backup.',
  files: 'Restore these files into the asset store, or import their tours again.',
  'app secrets':
    'Put the key that sealed them back into APP_SECRET_SEALING_KEYS. They still work for integrators; owners cannot reveal them.',
  'webhook secrets': 'Put the key that sealed them back into APP_SECRET_SEALING_KEYS, or rotate these secrets.',
  'session tokens':
    'Put the key that sealed them back into SESSION_SEALING_KEYS. Without it these people sign in again.',
};

/**
 * Verifies that stored data is intact, for instance after a restore: the chain of every audit log, the checksum of
 * every payload, every file that a tour names and its hash, every sealed value and its key. Only reads, in short
 * transactions, while the service goes on.
 * @param contents Whether files are read completely; otherwise only their existence and size are checked.
 */
export async function* verifyInstallation(installation: Installation, contents = true): AsyncGenerator<PartVerdict> {
  yield* counted(installation.database);
  yield verdict('audit logs', auditLogs(installation.database));
  yield verdict('payloads', payloads(installation.database));
  yield verdict('files', files(installation, contents));
  yield verdict('app secrets', appSecrets(installation));
  yield verdict('webhook secrets', webhookSecrets(installation));
  yield verdict('session tokens', sessionTokens(installation));
}

/** What was checked, one at a time: its fault, or undefined when it is intact. */
type Looks = AsyncIterable<string | undefined>;

async function verdict(part: VerifiedPart, looks: Looks): Promise<PartVerdict> {
  let [checked, wrong] = [0, 0];
  const faults: string[] = [];
  for await (const fault of looks) {
    checked += 1;
    if (fault === undefined) continue;
    wrong += 1;
    if (faults.length < FAULTS_NAMED) faults.push(fault);
  }
  return { part, checked, wrong, faults, remedy: remedies[part] };
}

/**
 * Row-level security hides every row of Teams from a dump that does not say for which it is, but not the Teams themselves. No Team
 * is without a member and an audit log.
 */
async function* counted(database: Database): AsyncGenerator<PartVerdict> {
  const counts = await countsOf(database);
  const { Teams, members, apps, tours, auditLogs } = counts;
  const isHidden = Teams > 0 && members + apps + tours + auditLogs === 0;
  const hidden = isHidden ? await teamCodes(database, FAULTS_NAMED) : [];
  const faults = hidden.map((team) => `${team} has no member, no app, no tour and no audit log`);
  for (const part of countedParts) {
    const ofPart = part === 'Teams' && isHidden ? { wrong: Teams, faults } : { wrong: 0, faults: [] };
    yield { part, checked: counts[part], ...ofPart, remedy: remedies[part] };
  }
}

async function* auditLogs(database: Database): Looks {
  for (const { team, brokenAt } of await verifyAuditChains(database))
    yield brokenAt === null ? undefined : `the audit log of ${team} is broken at entry ${brokenAt}`;
}

async function* payloads(database: Database): Looks {
  let after: FrameCursor = { teamId: '0', tourId: '0', op: 0 };
  for (;;) {
    const rows = await framesAfter(database, after, BATCH);
    for (const { team, tour, teamId, tourId, op, frame } of rows) {
      // Its key forbids it: the rows are lost.
      const isLost = team === null || tour === null;
      const fault = isLost ? 'belongs to a tour that is not there' : faultOfFrame(frame);
      const name = isLost ? `tour ${tourId} of Team ${teamId}` : `${team}/${tour}`;
      yield fault === undefined ? undefined : `${operationOf(op)} of ${name} ${fault}`;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last;
  }
}

function faultOfFrame(frame: Frame): string | undefined {
  try {
    return crc32(jsonOf(frame)) === frame.crc ? undefined : 'does not have its checksum';
  } catch {
    return 'cannot be unpacked';
  }
}

/** @returns Name of the operation whose payloads are stored under this number. */
function operationOf(op: number): string {
  const found = Object.entries(dataSources).find(([, source]) => 'op' in source && source.op === op);
  return found?.[0] ?? `payload ${op}`;
}

async function* files({ database, assets }: Installation, contents: boolean): Looks {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const rows = await filesAfter(database, after, BATCH);
    for (let at = 0; at < rows.length; at += FILES_AT_ONCE)
      yield* await Promise.all(rows.slice(at, at + FILES_AT_ONCE).map((file) => faultOfFile(assets, file, contents)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.sha256;
  }
}

async function faultOfFile(assets: AssetStore, file: NamedFile, contents: boolean): Promise<string | undefined> {
  const { sha256, size, team, tour, path } = file;
  const name = `${path} of ${team}/${tour} (${sha256.toString('hex')})`;
  const opened = contents ? await assets.open(sha256) : undefined;
  const found = contents ? opened?.size : await assets.sizeOf(sha256);
  if (found === undefined) return `${name} is missing`;
  if (found !== size) {
    opened?.body.destroy();
    return `${name} has ${found} bytes instead of ${size}`;
  }
  if (opened === undefined) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const part of opened.body) hash.update(part as Uint8Array);
  } catch (error) {
    return `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  return hash.digest().equals(sha256) ? undefined : `${name} does not have its hash`;
}

async function* appSecrets({ database, appSecretSealingKeys: keys }: Installation): Looks {
  let after = { appId: '0', version: 0 };
  for (;;) {
    const read = () => inTransaction(database, (it) => sealedOtherwise(it, NO_KEY, after, BATCH), { team: '*' });
    const rows = await read();
    for (const place of rows)
      yield openSecret(keys, place, place.sealed) === undefined
        ? `version ${place.version} of app ${place.appId} was sealed with key ${place.sealed[0]}, which does not open it`
        : undefined;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last;
  }
}

async function* webhookSecrets({ database, appSecretSealingKeys: keys }: Installation): Looks {
  let after = '0';
  for (;;) {
    const read = () =>
      inTransaction(database, (it) => webhooksSealedOtherwise(it, NO_KEY, after, BATCH), { team: '*' });
    const rows = await read();
    for (const row of rows)
      for (const sealed of [row.sealed, row.previousSealed])
        if (sealed !== null)
          yield openWebhookSecret(keys, row, sealed) === undefined
            ? `a secret of webhook ${row.id} was sealed with key ${sealed[0]}, which does not open it`
            : undefined;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

async function* sessionTokens({ database, sessionSealingKeys: keys }: Installation): Looks {
  let after = '';
  for (;;) {
    const read = () => inTransaction(database, (it) => tokensSealedOtherwise(it, NO_KEY, after, BATCH), { team: '*' });
    const rows = await read();
    for (const { id, sealedToken } of rows)
      yield open(keys, tokenPurpose(id), sealedToken) === undefined
        ? `a session was sealed with key ${sealedToken[0]}, which does not open it`
        : undefined;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}
