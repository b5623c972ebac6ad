import { type CallExplanation, type GatewayCall, gatewayFailures } from '@openhouse/contract';
import { NO_SECRET_VERSION } from '../../apps/portal-token.ts';
import { checksOf, isFailure } from './checks.ts';
import type { CallRow } from './store.ts';

const US_PER_MS = 1000;

/** A kept call in the form of the API. */
export function shownCall(row: CallRow): GatewayCall {
  const { requestId, traceId, at, operation, status, costUs, version, network, parameter } = row;
  const { code, httpStatus } = isFailure(status) ? gatewayFailures[status] : { code: 0, httpStatus: 200 };
  return {
    requestId,
    traceId,
    at: at.toISOString(),
    operation,
    status,
    code,
    httpStatus,
    costMs: costUs / US_PER_MS,
    version: version === NO_SECRET_VERSION ? null : version,
    byPortal: version === NO_SECRET_VERSION,
    network: network === '' ? null : network,
    parameter: isFailure(status) ? parameter : null,
  };
}

/** What the gateway checked, and how to fix what failed. */
export function explanation(row: CallRow): CallExplanation {
  const { operation, status, appKey, message, parameter } = row;
  return {
    call: shownCall(row),
    appKey,
    ignored: isFailure(status) || parameter === null ? [] : parameter.split(', '),
    checks: checksOf({ operation, status, hasApp: appKey !== null }),
    failure: isFailure(status)
      ? {
          message: message ?? gatewayFailures[status].message,
          advice: gatewayFailures[status].advice,
          hint: appKey === null ? null : hintOf(status),
          reference: `/docs/reference/errors#${status}`,
        }
      : null,
  };
}

/** What only the Team may know about the failure, because the call belongs to its app. */
function hintOf(status: string): 'secret-retired' | 'secret-wrong' | null {
  if (status === 'err_access_token_invalid') return 'secret-retired';
  return status === 'err_app_credentials_invalid' ? 'secret-wrong' : null;
}
