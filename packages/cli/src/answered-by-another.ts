import { GatewayRefusal, LATER, retryAfterOf } from './bounded-call.ts';
import { Refusal } from './command.ts';
import { told } from './told.ts';

/** An answer that is none of the part that was asked. */
export interface StrangeAnswer {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * What a person needs to know when something else answered, such as a proxy: who, with what, and what to do.
 * @param asked The part that should have answered.
 * @param at Its address.
 */
export function answeredByAnother(
  asked: 'gateway' | 'portal',
  at: string,
  { httpStatus, headers, text }: StrangeAnswer,
): Refusal {
  const server = headers.get('server');
  const page = /^\s*</.test(text) ? told` with a page in HTML` : '';
  const from = server ? told` from ${server}` : '';
  const wrong = `NOT_A_${asked.toUpperCase()}`;
  const part = PARTS[asked];
  const said = told`${at} answered HTTP ${httpStatus}${page}${from}, and not as a ${part}.`;
  if (httpStatus >= 300 && httpStatus < 400) {
    const [origin] = /^https?:\/\/[\w.:[\]-]+(?=[/?#]|$)/.exec(headers.get('location') ?? '') ?? [];
    const there = origin === undefined ? '' : told` to ${origin}`;
    const sentence = told`${at} redirects${there} (HTTP ${httpStatus}), which credentials do not follow. Give the address of the ${part} itself.`;
    return new Refusal(wrong, sentence, 2);
  }
  if (httpStatus === 413) {
    return new Refusal(
      'TOO_LARGE',
      told`${said} A proxy before it takes nothing of this size: its operator can raise that.`,
    );
  }
  if (LATER.includes(httpStatus) || httpStatus >= 500) {
    const sentence = told`${said} A proxy is there, the ${part} behind it is not, or has a fault: try again later.`;
    return new GatewayRefusal('UNAVAILABLE', sentence, 4, retryAfterOf(headers));
  }
  return new Refusal(wrong, told`${said} Is this its address, and does the network want you to sign in first?`, 2);
}

const PARTS = { gateway: told`gateway`, portal: told`portal` } as const;
