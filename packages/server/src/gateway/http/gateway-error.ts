import { type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';

/** A refusal that the caller is told about. The message goes to the wire: it never holds a secret, SQL or a path. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: GatewayFailureStatus;
  /** Headers that belong to the refusal, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the parameter that was refused, as the contract spells it. */
  readonly parameter: string | undefined;

  constructor(
    status: GatewayFailureStatus,
    message?: string,
    headers: Readonly<Record<string, string>> = {},
    parameter?: string,
  ) {
    const { message: usual, advice } = gatewayFailures[status];
    super(message ?? `${usual} ${advice}`);
    this.status = status;
    this.headers = headers;
    this.parameter = parameter;
  }
}

/** Seconds after which a caller may try again while the store is away. */
const RETRY_AFTER_S = 1;

/** The store is away, or what is known of the apps too old. */
export function unavailable(): GatewayError {
  return new GatewayError('err_unavailable', undefined, { 'Retry-After': String(RETRY_AFTER_S) });
}
