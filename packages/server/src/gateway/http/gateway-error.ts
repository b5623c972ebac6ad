import { type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';

/** A refusal that is sent to the caller. The message never holds a secret, SQL or a path. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: GatewayFailureStatus;
  /** Whether the message is the one of the contract, and not about this call. */
  readonly isUsual: boolean;
  /** Headers of the refusal, such as Retry-After. */
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
    this.isUsual = message === undefined;
    this.headers = headers;
    this.parameter = parameter;
  }
}

/** Value of Retry-After while the store is away, in seconds. */
const RETRY_AFTER_S = 1;

/** The store is away, or the cached standing of the apps is too old. */
export function unavailable(): GatewayError {
  return new GatewayError('err_unavailable', undefined, { 'Retry-After': String(RETRY_AFTER_S) });
}
