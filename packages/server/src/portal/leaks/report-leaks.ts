import { timingSafeEqual } from 'node:crypto';
import { hasSecretForm, secretFinder, secretVerifier } from '../../apps/app-secret.ts';
import { stampApp } from '../../apps/app-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { endSecret } from '../apps/secret-store.ts';
import { THE_SERVICE } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { queueWarningMails } from '../mail/outbox-store.ts';
import { lockTeam } from '../teams/store.ts';
import { warnOfLeak } from '../warnings/store.ts';
import { queueWarnings } from '../webhooks/store.ts';
import { cleanLeakUrl, type LeakReport } from './rules.ts';
import { type FoundSecret, findSecrets, noteLeak } from './store.ts';

export interface ReportDeps {
  readonly database: Database;
  /** All of them: a secret is found with whichever its finder was made. */
  readonly peppers: KeyRing;
  readonly sendsMail: boolean;
  /** Told of each version that was not known to have leaked. Holds no secret. */
  readonly onLeaked: (leak: { readonly appKey: string; readonly version: number; readonly retired: boolean }) => void;
  /** Notifies this node's gateway that versions were retired. */
  readonly onRetired: () => Promise<void>;
}

/**
 * Takes what a code host reports (decision 0193): of each version of a secret that is in force and was not reported before, its Team
 * is warned, once; it is retired where the app says so. Safe to repeat, also after a part of it was done.
 * @returns For each report, in order, whether it was a secret of ours.
 */
export async function reportLeaks(deps: ReportDeps, reports: readonly LeakReport[]): Promise<boolean[]> {
  const found = await secretsOf(
    deps,
    reports.map(({ token }) => token),
  );
  let retired = false;
  for (const [token, secret] of found) {
    const { url } = reports.find((report) => report.token === token) ?? {};
    retired = (await takeLeak(deps, secret, cleanLeakUrl(url))) || retired;
  }
  if (retired) await deps.onRetired();
  return reports.map(({ token }) => found.has(token));
}

/** The secrets among some texts. What has not their form is not looked for. */
async function secretsOf(
  { database, peppers }: ReportDeps,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, FoundSecret>> {
  const sought = new Map<string, string>();
  const finders: Buffer[] = [];
  for (const token of new Set(tokens.filter(hasSecretForm))) {
    for (const { key } of peppers) {
      const finder = secretFinder(token, key);
      sought.set(finder.toString('hex'), token);
      finders.push(finder);
    }
  }
  if (finders.length === 0) return new Map();
  const rows = await inTransaction(database, (transaction) => findSecrets(transaction, finders), { team: '*' });
  return new Map(
    rows.flatMap((row) => {
      const token = sought.get(row.finder.toString('hex')) ?? '';
      // A finder that was copied to another row finds it; its verifier does not fit there.
      const fits = peppers.some(({ key }) => timingSafeEqual(secretVerifier(row.appKey, token, key), row.verifier));
      return fits ? [[token, row]] : [];
    }),
  );
}

/** @returns Whether the version was retired. */
async function takeLeak(
  { database, sendsMail, onLeaked }: ReportDeps,
  secret: FoundSecret,
  url: string,
): Promise<boolean> {
  const { teamId, appId, appKey, version } = secret;
  const taken = await inTransaction(
    database,
    async (transaction) => {
      // As a rotation does: of two reports at once, the second finds what the first has noted.
      await lockTeam(transaction, teamId);
      const app = await noteLeak(transaction, secret, url);
      if (app === undefined) return undefined;
      const subject = `${app.name} v${version}`;
      const entry = { teamId, actor: THE_SERVICE, outcome: 'succeeded' } as const;
      await appendEntry(transaction, { ...entry, action: 'secret.leak', subject: `${subject} ${url}`.trimEnd() });
      if (app.retires) {
        await endSecret(transaction, teamId, appId, version, null);
        await appendEntry(transaction, { ...entry, action: 'secret.retire', subject });
        stampApp(transaction, appId);
      }
      const warnings = await warnOfLeak(transaction, { teamId, appId, version });
      if (sendsMail) await queueWarningMails(transaction, warnings);
      await queueWarnings(transaction, warnings);
      return app;
    },
    { team: teamId },
  );
  if (taken === undefined) return false;
  onLeaked({ appKey, version, retired: taken.retires });
  return taken.retires;
}
