import { CONNECTION_FAILURES } from '../../kernel/http/connection-failures.ts';
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
  const [says, mend] = CONNECTION_FAILURES[String(code)] ?? [
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
