import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { LightMyRequestResponse as Response } from 'fastify';
import type { ReportKeys } from '../portal/leaks/rules.ts';
import type { InjectedPortal } from './injected-portal.ts';

/** Name of its key, of the length that GitHub's have. */
export const CODE_HOST_KEY = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';

/** How a call is signed, where not as it should be. */
export interface CodeHostCall {
  readonly key?: KeyObject;
  /** Named as the key. */
  readonly name?: string;
  /** Signed in place of the body. */
  readonly signed?: string;
  /** In place of those with key and signature. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reports what it has found, as a code host does. */
export interface CodeHost {
  readonly keys: ReportKeys;
  /** Its keys as it publishes them: the value of LEAK_REPORTS_SIGNED_BY. */
  readonly published: string;
  readonly privateKey: KeyObject;
  /** Headers of a call with such a body. */
  headersOf(body: string, call?: Omit<CodeHostCall, 'headers'>): Readonly<Record<string, string>>;
  send(portal: InjectedPortal, body: string, call?: CodeHostCall): Promise<Response>;
}

export function codeHost(): CodeHost {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const headersOf: CodeHost['headersOf'] = (body, { key = privateKey, name = CODE_HOST_KEY, signed = body } = {}) => ({
    'content-type': 'application/json',
    'github-public-key-identifier': name,
    'github-public-key-signature': sign('sha256', Buffer.from(signed), key).toString('base64'),
  });
  return {
    keys: new Map([[CODE_HOST_KEY, publicKey]]),
    published: JSON.stringify({ public_keys: [{ key_identifier: CODE_HOST_KEY, key: pem, is_current: true }] }),
    privateKey,
    headersOf,
    send: (portal, body, { headers, ...call } = {}) =>
      portal.ask({
        method: 'POST',
        url: '/api/leaked-secrets',
        headers: headers === undefined ? headersOf(body, call) : { 'content-type': 'application/json', ...headers },
        payload: body,
      }),
  };
}
