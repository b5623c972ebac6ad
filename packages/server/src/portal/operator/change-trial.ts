import type { Database } from '../../kernel/database/database.ts';
import { type UpstreamAppService, UpstreamUnavailable } from '../apps/upstream/upstream-app-service.ts';
import { PortalError } from '../http/portal-error.ts';
import { changeAppAsOperator, operatorAppOf } from './change-standing.ts';
import type { Decision } from './decision.ts';
import { setTrialByOperator, setTrialByUpstream } from './store.ts';

/**
 * Extends a trial or ends it; from then on the upstream does not change it by itself.
 * @throws {PortalError} APP_NOT_FOUND, APP_DELETED
 */
export async function setTrial(database: Database, decision: Decision, appKey: string, endsAt: Date): Promise<void> {
  const app = await operatorAppOf(database, appKey);
  await changeAppAsOperator(database, decision, app, 'app.trial', async (transaction) => {
    if (!(await setTrialByOperator(transaction, app.id, endsAt))) throw new PortalError('APP_DELETED');
    return `: ${endsAt.toISOString()}`;
  });
}

/** The upstream's answer about a trial. */
export type UpstreamAnswer = 'changed' | 'unchanged' | 'pending' | 'unknown';

/** Value of Retry-After while the upstream is away, in seconds. */
const ASK_AGAIN_S = 10;

/**
 * Adopts the trial that the upstream reports now, even if an operator has set it.
 * @throws {PortalError} APP_NOT_FOUND, APP_DELETED, UPSTREAM_UNAVAILABLE
 */
export async function askUpstream(
  {
    database,
    upstream,
    onUnavailable,
  }: {
    readonly database: Database;
    readonly upstream: UpstreamAppService;
    /** Called with the reason when the upstream counts as unavailable. */
    readonly onUnavailable: (reason: string) => void;
  },
  decision: Decision,
  appKey: string,
): Promise<UpstreamAnswer> {
  const app = await operatorAppOf(database, appKey);
  const said = await upstream.appsOf(app.team).catch((error: unknown) => {
    if (!(error instanceof UpstreamUnavailable)) throw error;
    onUnavailable(error.message);
    throw new PortalError('UPSTREAM_UNAVAILABLE', undefined, { 'retry-after': String(ASK_AGAIN_S) });
  });
  const known = said.find((one) => one.appKey === appKey);
  if (known === undefined) return 'unknown';
  const { trialEndsAt } = known;
  if (trialEndsAt === null) return 'pending';
  if (!app.trialSetByOperator && app.trialEndsAt?.getTime() === trialEndsAt.getTime()) return 'unchanged';
  await changeAppAsOperator(database, decision, app, 'app.trial', async (transaction) => {
    if (!(await setTrialByUpstream(transaction, app.id, trialEndsAt))) throw new PortalError('APP_DELETED');
    return `: ${trialEndsAt.toISOString()}`;
  });
  return 'changed';
}
