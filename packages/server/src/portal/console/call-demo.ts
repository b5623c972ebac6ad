import { type OperationAnswer, type ReadName, vrList } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Limiter } from '../../kernel/limiter/limiter.ts';
import { demoTeam, demoTours } from '../demo/facts.ts';
import type { GatewayClient } from '../gateway-client/gateway-client.ts';
import { PortalError } from '../http/portal-error.ts';
import { shownAnswer } from './rules.ts';
import { findDemoApp, hasOtherTours, isOfOtherTours } from './store.ts';

export interface DemoCallDeps {
  readonly pool: Pool;
  readonly gateway: GatewayClient;
  /** Counts calls by address; null where there is no demo. */
  readonly demo: { readonly limiter: Limiter } | null;
}

/** Maximum number of calls of an address per minute. */
const CALLS_PER_MINUTE = 60;

/**
 * Runs a read on the demo tours for anybody (decision 0063).
 * @throws {PortalError} NOT_FOUND without a demo and for other tours; RATE_LIMITED; GATEWAY_UNAVAILABLE
 */
export async function callDemo(
  { pool, gateway, demo }: DemoCallDeps,
  ipAddress: string,
  operation: ReadName,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<OperationAnswer> {
  if (demo === null) throw new PortalError('NOT_FOUND', 'This portal has no demo. Sign in to run operations.');
  const verdict = await demo.limiter.take(`demo:${ipAddress}`, CALLS_PER_MINUTE);
  if (!verdict.allowed) {
    throw new PortalError(
      'RATE_LIMITED',
      `This IP address has used its ${CALLS_PER_MINUTE} demo calls of this minute. Try again in ${verdict.resetS} seconds.`,
      { 'retry-after': String(verdict.resetS) },
    );
  }
  const app = await findDemoApp(pool, demoTeam.code);
  if (app === undefined) throw new PortalError('NOT_FOUND', 'The demo app is not there. Start the service again.');
  // Other tours that were imported into the demo Team are not public.
  const isForeign =
    operation === vrList.name
      ? await hasOtherTours(pool, app.teamId, demoTours)
      : await isOfOtherTours(pool, app.teamId, Object.values(parameters), demoTours);
  if (isForeign) {
    throw new PortalError('NOT_FOUND', `The demo reads its own tours: ${demoTours.join(', ')}.`);
  }
  return shownAnswer(operation, await gateway.call({ appId: app.id, operation, parameters, signal }));
}
