import type { Call } from '../http/call.ts';

/** What is kept of one answered call: no header, no token, no value of a parameter. */
export interface CallRecord {
  readonly requestId: string;
  readonly traceId: string;
  /** When it was answered, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Name of the operation; empty where no path matched. */
  readonly operation: string;
  /** Envelope status. */
  readonly status: string;
  /** Milliseconds with a fraction. */
  readonly costMs: number;
  /**
   * Version of the secret that the token was exchanged for; 0 for the portal's own (decision 0061), null where unknown.
   */
  readonly version: number | null;
  /** The caller's full address; it is reduced to its network before it is written. */
  readonly address: string;
  /** Name of the refused parameter, as the contract spells it; for a success, the ignored ones, separated by `, `. */
  readonly parameter: string | null;
  /** The message to the caller; null for a success. */
  readonly message: string | null;
}

/** The parts of a call that are counted; the gateway's own `Call` has them all. */
export type CountedCall = Pick<
  Call,
  'requestId' | 'traceId' | 'appKey' | 'secretVersion' | 'operation' | 'status' | 'address' | 'refusal'
> &
  Partial<Pick<Call, 'remarks'>>;

export function recordOf(call: CountedCall, costMs: number, atMs: number): CallRecord {
  const { requestId, traceId, operation, status, secretVersion, address, refusal, remarks } = call;
  return {
    requestId,
    traceId,
    atMs,
    operation,
    status,
    costMs,
    version: secretVersion ?? null,
    address,
    parameter: refusal === undefined ? (remarks?.ignored?.toString() ?? null) : (refusal.parameter ?? null),
    message: refusal?.message ?? null,
  };
}

/** Ring buffers of an app: a flood of one kind of call never overwrites the others. */
export const RINGS = { answered: 0, refused: 1, unproved: 2 } as const;
export type Ring = (typeof RINGS)[keyof typeof RINGS];

/** @returns The ring of an app that keeps a call. */
export function ringOf(status: string): Ring {
  if (status === 'success') return RINGS.answered;
  // Calls with a public app key and a wrong secret, which anybody can send.
  return status === 'err_app_credentials_invalid' ? RINGS.unproved : RINGS.refused;
}

/**
 * Whether a call is explained to anybody who has its request id: calls without a known app, and those that must not
 * reveal whether the app is known. Otherwise the explanation would distinguish a real app key or an old token from
 * invented ones, which the gateway's answer does not (decision 0068).
 */
export function isExplainedToAnybody(appKey: string | undefined, status: string): boolean {
  return appKey === undefined || status === 'err_app_credentials_invalid' || status === 'err_access_token_invalid';
}
