import type { Database } from '../kernel/database/database.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { type Repeated, repeated } from '../kernel/repeated.ts';
import { sendWebhooks, type WebhookOutcome } from '../portal/webhooks/send-webhooks.ts';

export interface WebhookJobParts {
  readonly database: Database;
  /** What the secrets of endpoints are sealed with. */
  readonly keys: KeyRing;
  /** `outsideFetch` where addresses must be on the internet. */
  readonly fetching: typeof fetch;
  readonly nowMs: () => number;
  readonly onOutcome: (outcome: WebhookOutcome, reason: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two looks for webhooks that are due. */
const LOOK_MS = 1000;

/** Sends webhooks in the background of a process that runs jobs (decision 0180). */
export function webhookJob({ onFailed, ...deps }: WebhookJobParts): Repeated {
  return repeated({ name: 'webhooks', everyMs: LOOK_MS, look: (signal) => sendWebhooks(deps, signal), onFailed });
}
