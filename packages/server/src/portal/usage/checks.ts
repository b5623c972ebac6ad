import {
  accessToken,
  type CallCheck,
  type CheckOutcome,
  type GatewayFailureStatus,
  gatewayFailures,
  vrSubmit,
} from '@openhouse/contract';
import { FILE_OPERATION } from '../../apps/file-operation.ts';

/** What every request passes first; a file's path is read after its address was counted. */
const ENTRY = ['request', 'path', 'method', 'service', 'address-limit'] as const satisfies readonly CallCheck[];
const ADMISSION = ['token', 'app', 'app-limit'] as const satisfies readonly CallCheck[];

const READ: readonly CallCheck[] = [...ENTRY, ...ADMISSION, 'parameters', 'resource', 'answer'];
const ORDERS: Readonly<Record<string, readonly CallCheck[]>> = {
  [accessToken.name]: [...ENTRY, 'body', 'media-type', 'parameters', 'credentials', 'app', 'answer'],
  [vrSubmit.name]: [...ENTRY, 'body', ...ADMISSION, 'media-type', 'parameters', 'resource', 'answer'],
  [FILE_OPERATION]: ['request', 'method', 'service', 'address-limit', 'path', 'link', 'resource', 'answer'],
};

/** What is known of a call that is explained. */
export interface ExplainedCall {
  /** Name of the operation; empty where no path matched. */
  readonly operation: string;
  /** Envelope status. */
  readonly status: string;
  /** Whether the app was known, by its token or by its key. */
  readonly hasApp: boolean;
}

/** Which check a refusal comes from. A new failure without one does not compile. */
const CHECK_OF = {
  err_request_malformed: 'request',
  err_headers_too_large: 'request',
  err_request_timeout: 'request',
  err_path_not_found: 'path',
  err_method_not_allowed: 'method',
  err_unavailable: 'service',
  // The app's limit where the app is known: it is counted after the token.
  err_rate_limited: 'address-limit',
  err_payload_too_large: 'body',
  err_unsupported_media_type: 'media-type',
  err_access_token_missing: 'token',
  err_access_token_invalid: 'token',
  err_access_token_expired: 'token',
  err_app_credentials_invalid: 'credentials',
  err_app_suspended: 'app',
  err_app_team_closed: 'app',
  err_app_disabled: 'app',
  err_app_expired: 'app',
  err_app_network_not_allowed: 'app',
  err_app_read_only: 'app',
  err_parameter_invalid: 'parameters',
  err_parse_resource_code_failed: 'parameters',
  err_link_invalid: 'link',
  err_link_expired: 'link',
  err_resource_not_found: 'resource',
  err_internal: 'answer',
} as const satisfies Record<GatewayFailureStatus, CallCheck>;

export function isFailure(status: string): status is GatewayFailureStatus {
  return Object.hasOwn(gatewayFailures, status);
}

function failedCheck({ operation, status, hasApp }: ExplainedCall): CallCheck | undefined {
  if (!isFailure(status)) return undefined;
  if (status === 'err_rate_limited' && hasApp) return 'app-limit';
  // An incomplete body is noticed when it is read.
  if (status === 'err_request_malformed' && (ORDERS[operation] ?? []).includes('body')) return 'body';
  return CHECK_OF[status];
}

/** The gateway's checks of a call, in its order, and how each ended. */
export function checksOf(call: ExplainedCall): CheckOutcome[] {
  const order = ORDERS[call.operation] ?? READ;
  const failed = failedCheck(call);
  const at = failed === undefined ? order.length : order.indexOf(failed);
  return order.map((check, index) => ({
    check,
    outcome: index === at ? 'failed' : index > at ? 'not-reached' : passedOrUnknown(check, order, call),
  }));
}

/** The outcome of a check before the failure of a broken call: passed if that is certain, otherwise unknown. */
function passedOrUnknown(
  check: CallCheck,
  order: readonly CallCheck[],
  { operation, status, hasApp }: ExplainedCall,
): 'passed' | 'unknown' {
  if (status !== 'err_internal') return 'passed';
  const known = hasApp ? 'app' : operation === '' ? 'request' : 'method';
  return order.indexOf(check) <= order.indexOf(known) ? 'passed' : 'unknown';
}
