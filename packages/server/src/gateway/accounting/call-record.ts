import type { Call } from '../http/call.ts';

/** What is kept of one answered call. No header, no token, no value of a parameter. */
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
  /** Version of the secret that the token was made with; 0 for the portal's own (decision 0061), null where unknown. */
  readonly version: number | null;
  /** The caller's whole address; it is reduced to its network before it is written. */
  readonly address: string;
  /** Name of the refused parameter, as the contract spells it. */
  readonly parameter: string | null;
  /** What the caller was told; null for a success. */
  readonly message: string | null;
}

/** What is counted of a call; the gateway's own `Call` has it all. */
export type CountedCall = Pick<
  Call,
  'requestId' | 'traceId' | 'appKey' | 'secretVersion' | 'operation' | 'status' | 'address' | 'refusal'
>;

export function recordOf(call: CountedCall, costMs: number, atMs: number): CallRecord {
  const { requestId, traceId, operation, status, secretVersion, address, refusal } = call;
  return {
    requestId,
    traceId,
    atMs,
    operation,
    status,
    costMs,
    version: secretVersion ?? null,
    address,
    parameter: refusal?.parameter ?? null,
    message: refusal?.message ?? null,
  };
}

/** Which of an app's rings keeps a call: floods of one kind never write over another. */
export const RINGS = { answered: 0, refused: 1, unproved: 2 } as const;
export type Ring = (typeof RINGS)[keyof typeof RINGS];

/** @returns The ring of an app that keeps a call. */
export function ringOf(status: string): Ring {
  if (status === 'success') return RINGS.answered;
  // Whoever sends a public app key with any secret ends here.
  return status === 'err_app_credentials_invalid' ? RINGS.unproved : RINGS.refused;
}

/**
 * Whether a call is explained to anybody who names its request id. Those that no app is known of, and those that must
 * not show whether an app is known: otherwise the explanation would tell a real app key or an old token from invented
 * ones, which the gateway's answer does not (decision 0068).
 */
export function isExplainedToAnybody(appKey: string | undefined, status: string): boolean {
  return appKey === undefined || status === 'err_app_credentials_invalid' || status === 'err_access_token_invalid';
}
