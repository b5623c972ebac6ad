/** Verifies and types the webhooks that a receiver gets: `@openhouse/sdk/webhooks`. */

/** Something that happened in a Team, as Openhouse sends it. */
export interface WebhookEvent {
  /** Such as `tour.imported`; a receiver ignores types that it does not know. */
  readonly type: string;
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What did not hold, in the order in which it is looked for. */
export type WebhookRefusalCode =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'secret_invalid'
  | 'signature_invalid'
  | 'body_invalid';

/** A call that is not a webhook of this endpoint. Its message holds neither secret nor signature. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly code: WebhookRefusalCode;

  constructor(code: WebhookRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers as `fetch` has them, or as Node.js and functions have them, in any capitals; a list of one value is that value. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The secret of the endpoint (`whsec_…`); several while it is rotated, any of which may have signed. */
  readonly secret: string | readonly string[];
  /** Seconds that the timestamp may differ from the clock; 300 by default. */
  readonly toleranceS?: number | undefined;
  /** Milliseconds since the Unix epoch; the clock by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** What was verified: the event, and the id by which a repetition is known. */
export interface VerifiedWebhook {
  /** `webhook-id`: the same whenever this event is sent again. */
  readonly id: string;
  readonly event: WebhookEvent;
}

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';
const encoder = new TextEncoder();

/**
 * Verifies a call as Standard Webhooks specifies: the sender knows the secret, the body is unchanged, and it was sent
 * recently. Answer anything else with 400, and do not act on it.
 * @param body The body as it arrived, byte for byte: parsing and writing it again changes it.
 * @throws {WebhookRefused}
 * @throws {TypeError} When the body was parsed before, or an option is wrong: that is no fault of the call.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  { secret, toleranceS = TOLERANCE_S, nowMs = Date.now }: VerifyOptions,
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = [
    headerOf(headers, 'webhook-id'),
    headerOf(headers, 'webhook-timestamp'),
    headerOf(headers, 'webhook-signature'),
  ];
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookRefused('timestamp_invalid', 'webhook-timestamp is not a number of seconds.');
  const ageS = Math.floor(nowMs() / 1000) - Number(timestamp);
  // Compared with no number, every age would do.
  if (!(toleranceS >= 0) || Number.isNaN(ageS))
    throw new TypeError('toleranceS takes seconds, nowMs a function that answers milliseconds.');
  if (ageS > toleranceS)
    throw new WebhookRefused(
      'timestamp_too_old',
      `webhook-timestamp is ${ageS} seconds old: a replay, or a wrong clock.`,
    );
  if (ageS < -toleranceS)
    throw new WebhookRefused('timestamp_too_new', `webhook-timestamp is ${-ageS} seconds ahead: look at the clock.`);

  const bytes = bytesOfBody(body);
  const start = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []));
  // An environment variable that is not set is no text.
  const secrets = Array.isArray(secret) && secret.length > 0 ? secret : [secret];
  let matches = false;
  // `verify` compares in constant time.
  for (const key of await Promise.all(secrets.map(keyOf)))
    for (const one of given) matches = (await crypto.subtle.verify('HMAC', key, one, signed)) || matches;
  if (!matches) {
    throw new WebhookRefused(
      'signature_invalid',
      'No signature is that of the secret over this body. Give the body as it arrived, and the secret of this endpoint.',
    );
  }
  return { id, event: eventOf(bytes) };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const named = Object.entries(headers).filter(([one]) => one.toLowerCase() === name);
  const values = typeof headers.get === 'function' ? [headers.get(name)] : named.flatMap(([, one]) => one);
  const [value, another] = values;
  if (typeof value === 'string' && value !== '' && another === undefined) return value;
  throw new WebhookRefused('header_missing', `The header ${name} is missing, or there more than once.`);
}

/** By what they have: a test runner's bytes are of another realm, and no instance of ours. */
function bytesOfBody(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body?.byteLength !== undefined) return new Uint8Array(body);
  throw new TypeError('The body is neither text nor bytes: take it before anything parses it, as express.raw() does.');
}

async function keyOf(secret: unknown): Promise<CryptoKey> {
  const text = typeof secret === 'string' ? secret.trim() : '';
  const bytes = text.startsWith(PREFIX) ? bytesOf(text.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookRefused('secret_invalid', 'The secret is not one: it begins with whsec_, and base64 follows.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** @returns Undefined for what is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent | null;
    if (
      typeof event?.type === 'string' &&
      typeof event.timestamp === 'string' &&
      typeof event.data === 'object' &&
      event.data !== null
    )
      return event;
  } catch {
    // Said below.
  }
  throw new WebhookRefused('body_invalid', 'The body is signed, but no event with type, timestamp and data.');
}
