import { broken, type Finding, warning } from './finding.ts';

/** Timeout of a call, in milliseconds. */
export const ANSWER_MS = 5000;

/** A complete answer. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** When the question was sent and the answer arrived, in milliseconds since 1970. */
  readonly asked: { readonly from: number; readonly to: number };
}

/** Why there is no answer, and what to do. */
export interface Unanswered {
  readonly says: string;
  readonly mend: string;
}

/** Sends an HTTP request and follows no redirect. @param address Never repeated here: the caller says which it was. */
export async function ask(address: string, init: RequestInit = {}): Promise<Answered | Unanswered> {
  const from = Date.now();
  try {
    const answer = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    // Read to the end, so that no connection stays open.
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, asked: { from, to: Date.now() } };
  } catch (error) {
    return whyNot(error);
  }
}

export const isAnswered = (answer: Answered | Unanswered): answer is Answered => 'status' in answer;

/** @returns The JSON object of an answer; undefined when it is none. */
export function objectOf({ text }: Answered): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const RENEW = 'Renew it, and let whatever renews it also reload the server that shows it.';
const TRUST =
  "Let the server send its whole chain; name the file of an authority of your own in NODE_EXTRA_CA_CERTS, for the service's processes too.";
const CLOCK = "See this machine's clock, and from when the certificate is valid.";

/** Codes of Node.js and OpenSSL → what is wrong, and what to do. */
const REASONS: Readonly<Record<string, readonly [says: string, mend: string]>> = {
  CERT_HAS_EXPIRED: ['its certificate has expired', RENEW],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', CLOCK],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Name it as its certificate does, or get one for this name.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['nobody this machine trusts signed its certificate', TRUST],
  UNABLE_TO_GET_ISSUER_CERT: ['nobody this machine trusts signed its certificate', TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['nobody this machine trusts signed its certificate', TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: ['nobody this machine trusts signed its certificate', TRUST],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['nobody this machine trusts signed its certificate', TRUST],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    'it does not speak TLS',
    'Name the port that does, or write http: where TLS is not meant.',
  ],
  ECONNREFUSED: ['nobody listens there', 'Start it, or name its port.'],
  ENOTFOUND: ['its name leads to no address', 'Correct the name, or add it to the DNS that this machine asks.'],
  EAI_AGAIN: ['no DNS server says where it is', 'See whether this machine reaches its DNS server.'],
};

/** Describes a failed connection by its code: messages can hold addresses with passwords. */
export function whyNot(error: unknown): Unanswered {
  const {
    name,
    cause,
    code = (cause as { code?: unknown } | undefined)?.code,
  } = error as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly cause?: unknown;
  };
  if ((cause as { message?: unknown } | undefined)?.message === 'bad port') {
    return { says: 'its port is one that HTTP clients refuse', mend: 'Let it listen on another port.' };
  }
  const [says, mend] = REASONS[String(code)] ?? [
    name === 'TimeoutError'
      ? `it does not answer within ${ANSWER_MS / 1000} s`
      : `it cannot be reached (${String(code ?? 'unknown')})`,
    'See whether it runs, and whether a firewall lets this machine through.',
  ];
  return { says, mend };
}

/** @param named The variable that names it. */
export function unreachable(check: string, address: string, named: string, { says, mend }: Unanswered): Finding {
  return broken(check, `${named} is ${address}: ${says}.`, mend);
}

/** The same for a service that may only be stopped. */
export function notThere(check: string, address: string, named: string, { says, mend }: Unanswered): Finding {
  return warning(check, `${named} is ${address}: ${says}.`, mend);
}
