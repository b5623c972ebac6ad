import {
  type GatewayFailureStatus,
  gatewayFailures,
  type OperationAnswer,
  type OperationName,
  RESOURCE_CODE_PATTERN,
} from '@openhouse/contract';
import { openSecret } from '../../apps/secret-sealing.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { appOfTeam } from '../apps/change-app.ts';
import { sealedSecret } from '../apps/secret-store.ts';
import type { AppRow } from '../apps/store.ts';
import { countAttempt } from '../attempts/count-attempt.ts';
import { appendEntry } from '../audit-chain/store.ts';
import type { GatewayAnswer, GatewayClient } from '../gateway-client/gateway-client.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { refusalAudited } from '../teams/perform.ts';
import { envelopeStatus, shownAnswer } from './rules.ts';

export interface ConsoleDeps {
  readonly database: Database;
  readonly gateway: GatewayClient;
  readonly sealingKeys: KeyRing;
}

/** The operation that a person runs. */
export interface AskedOperation {
  readonly app_key: string;
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Runs an operation for one of the Team's apps (decision 0062). A refusal of the gateway is an answer too.
 * @param signal Aborts the call when nobody waits for it any more.
 * @throws {PortalError} RATE_LIMITED, APP_NOT_FOUND, ROLE_INSUFFICIENT, SECRET_NOT_FOUND, GATEWAY_UNAVAILABLE
 */
export async function callOperation(
  deps: ConsoleDeps,
  asking: AskingInTeam,
  asked: AskedOperation,
  signal: AbortSignal,
): Promise<OperationAnswer> {
  await countAttempt(deps.database.pool, 'console', asking.personId);
  const app = await appOfTeam(deps.database.pool, asking, asked.app_key);
  return shownAnswer(asked.operation, await answerTo(deps, asking, app, asked, signal));
}

function answerTo(
  deps: ConsoleDeps,
  asking: AskingInTeam,
  app: AppRow,
  { operation, parameters }: AskedOperation,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  switch (operation) {
    case 'access-token':
      return exchange(deps, asking, app, parameters, signal);
    case 'vr-submit':
      // No signal: an activation that has started is recorded, even if nobody waits any more.
      return activate(deps, asking, app, parameters);
    default:
      return deps.gateway.call({ appId: app.id, operation, parameters, signal });
  }
}

/** The real exchange, with the newest secret of the app. The secret is sent to the gateway and nowhere else. */
async function exchange(
  { database, gateway, sealingKeys }: ConsoleDeps,
  { team: { teamId } }: AskingInTeam,
  app: AppRow,
  given: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  if (Object.keys(given).length > 0) {
    throw new PortalError(
      'REQUEST_INVALID',
      "The portal fills in the app's key and secret. Send no parameters for access-token.",
    );
  }
  const version = app.secrets[0]?.version ?? 0;
  const sealed = await inTransaction(database, (transaction) => sealedSecret(transaction, teamId, app.id, version), {
    team: teamId,
  });
  const place = { teamId, appId: app.id, version };
  const appSecret = sealed ? openSecret(sealingKeys, place, sealed) : undefined;
  if (appSecret === undefined) {
    throw new PortalError('SECRET_NOT_FOUND', 'The portal holds no copy of the secret. Rotate it, then try again.');
  }
  const parameters = { app_key: app.appKey, app_secret: appSecret };
  return gateway.call({ appId: app.id, operation: 'access-token', parameters, signal });
}

const RESOURCE_CODE = new RegExp(RESOURCE_CODE_PATTERN);

/** Activates a tour: for owners and members, with an audit entry of the outcome. */
function activate(
  { database, gateway }: ConsoleDeps,
  asking: AskingInTeam,
  app: AppRow,
  parameters: Readonly<Record<string, string>>,
): Promise<GatewayAnswer> {
  const { teamId, role } = asking.team;
  const code = parameters.resource_code ?? '';
  // An invalid code is not stored: the log shows names and codes only.
  const subject = RESOURCE_CODE.test(code) ? code : '';
  const action = 'tour.activate';
  return refusalAudited(database, { asking, action, subject, by: 'anybody' }, async () => {
    if (role === 'viewer') throw new PortalError('ROLE_INSUFFICIENT');
    const answer = await gateway.call({ appId: app.id, operation: 'vr-submit', parameters });
    const outcome = outcomeOf(answer);
    await inTransaction(
      database,
      (transaction) => appendEntry(transaction, { teamId, action, actor: asking, subject, outcome }),
      { team: teamId },
    );
    return answer;
  });
}

function outcomeOf({ body }: GatewayAnswer): 'succeeded' | GatewayFailureStatus {
  const status = envelopeStatus(body);
  if (status === 'success') return 'succeeded';
  return status !== undefined && Object.hasOwn(gatewayFailures, status)
    ? (status as GatewayFailureStatus)
    : 'err_internal';
}
