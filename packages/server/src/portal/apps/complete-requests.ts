import { newAppSecret } from '../../apps/app-secret.ts';
import { insertApp, type SecretKeys, stampApp } from '../../apps/app-store.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { THE_SERVICE } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { lockTeam } from '../teams/store.ts';
import {
  type AskedTrial,
  type Claim,
  claimRequest,
  claimTrials,
  completeRequest,
  endClaim,
  releaseRequest,
  setTrialEnd,
} from './outbox-store.ts';
import { type UpstreamApp, type UpstreamAppService, UpstreamUnavailable } from './upstream/upstream-app-service.ts';

/** Seconds a process has to complete a request before another takes it over; an upstream call may take 10. */
const LEASE_S = 20;
/** Seconds between retries while the upstream does not answer: doubled from the first to the last. */
const RETRY_FIRST_S = 1;
const RETRY_LAST_S = 20;
/** Maximum number of trials asked about in one round. */
const TRIALS_A_ROUND = 20;

export interface CompletionDeps {
  readonly database: Database;
  readonly upstream: UpstreamAppService;
  readonly keys: SecretKeys;
  /** Seconds of a lease; 20 by default. */
  readonly leaseS?: number;
  /** Called for each completed request, after its commit. */
  readonly onCompleted: (completed: { readonly team: string; readonly name: string; readonly appKey: string }) => void;
  /** Called with the reason when the upstream counts as unavailable. */
  readonly onUnavailable: (reason: string) => void;
}

/** Completes the App requests that are due, one after another. @returns How many it completed. */
export async function completeRequests(deps: CompletionDeps): Promise<number> {
  let completed = 0;
  for (;;) {
    const claim = await acrossTeams(deps.database, (transaction) => claimRequest(transaction, deps.leaseS ?? LEASE_S));
    if (claim === undefined) return completed;
    try {
      const { upstreamKey: key, team, name, trialDays } = claim;
      const app = await deps.upstream.createApp({ key, team, name, trialDays });
      if (await complete(deps, claim, app)) completed += 1;
    } catch (error) {
      if (error instanceof UpstreamUnavailable) deps.onUnavailable(error.message);
      const retryS = Math.min(RETRY_FIRST_S * 2 ** (claim.attempts - 1), RETRY_LAST_S);
      await acrossTeams(deps.database, (transaction) => releaseRequest(transaction, claim, retryS));
      // Any other error is ours: the request is retried as well, and the caller logs it.
      if (!(error instanceof UpstreamUnavailable)) throw error;
    }
  }
}

/** One worker completes the requests of all Teams. */
function acrossTeams<T>(database: Database, run: (transaction: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(database, run, { team: '*' });
}

/**
 * One transaction from the end of the claim to the stamp: after a crash before its commit, another process does it
 * again.
 */
async function complete(deps: CompletionDeps, claim: Claim, app: UpstreamApp): Promise<boolean> {
  const { teamId, name, slot, requestId } = claim;
  const done = await inTransaction(
    deps.database,
    async (transaction) => {
      await lockTeam(transaction, teamId);
      if (!(await endClaim(transaction, claim))) return false;
      const credentials = { appKey: app.appKey, xid: app.xid, appSecret: newAppSecret() };
      const newApp = { teamId, slot, name, trialEndsAt: app.trialEndsAt };
      const appId = await insertApp(transaction, newApp, credentials, deps.keys);
      await completeRequest(transaction, requestId, appId);
      const entry = {
        teamId,
        action: 'app.complete',
        actor: THE_SERVICE,
        subject: name,
        outcome: 'succeeded',
      } as const;
      await appendEntry(transaction, entry);
      stampApp(transaction, appId);
      return true;
    },
    { team: teamId },
  );
  if (done) deps.onCompleted({ team: claim.team, name, appKey: app.appKey });
  return done;
}

/**
 * Asks the upstream about pending trials (SPEC 2.2), and, where it may change them, about known ones.
 * @returns How many it learned.
 */
export async function learnTrials({ database, upstream, onUnavailable }: CompletionDeps): Promise<number> {
  let learned = 0;
  const due = await acrossTeams(database, (transaction) =>
    claimTrials(transaction, upstream.changesTrials, TRIALS_A_ROUND),
  );
  for (const asked of due) {
    try {
      const known = (await upstream.appsOf(asked.team)).find(({ appKey }) => appKey === asked.appKey);
      const trialEndsAt = known?.trialEndsAt ?? null;
      if (trialEndsAt === null) continue;
      await inTransaction(
        database,
        async (transaction) => {
          await lockTeam(transaction, asked.teamId);
          if (!(await setTrialEnd(transaction, asked.appId, trialEndsAt))) return;
          stampApp(transaction, asked.appId);
          // A pending trial that becomes known changes nothing for anybody.
          if (asked.trialEndsAt !== null) await auditTrial(transaction, asked, trialEndsAt);
          learned += 1;
        },
        { team: asked.teamId },
      );
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable)) throw error;
      onUnavailable(error.message);
    }
  }
  return learned;
}

function auditTrial(transaction: Transaction, { teamId, name }: AskedTrial, trialEndsAt: Date): Promise<void> {
  const subject = `${name}: ${trialEndsAt.toISOString()}`;
  return appendEntry(transaction, { teamId, action: 'app.trial', actor: THE_SERVICE, subject, outcome: 'succeeded' });
}
