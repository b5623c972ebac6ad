import type { GatewayCall } from '@openhouse/contract';

/** The exchange of key and secret, which comes before any call that reads. */
const EXCHANGE: GatewayCall['operation'] = 'access-token';

/**
 * What the page says of an app's first call: the first one that read something; before that, the last one that was refused.
 * Calls that the portal makes for its own pages are nobody's first call.
 * @param calls Newest first.
 */
export function firstCall(calls: readonly GatewayCall[]): GatewayCall | undefined {
  const own = calls.filter(({ byPortal }) => !byPortal);
  return (
    own.findLast(({ operation, status }) => status === 'success' && operation !== EXCHANGE) ??
    own.find(({ status }) => status !== 'success')
  );
}
