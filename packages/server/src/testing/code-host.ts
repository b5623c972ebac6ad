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
  readonly privateKey: KeyObject;
  send(portal: InjectedPortal, body: string, call?: CodeHostCall): Promise<Response>;
}

export function codeHost(): CodeHost {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    keys: new Map([[CODE_HOST_KEY, publicKey]]),
    privateKey,
    send: (portal, body, { key = privateKey, name = CODE_HOST_KEY, signed = body, headers } = {}) =>
      portal.ask({
        method: 'POST',
        url: '/api/leaked-secrets',
        headers: {
          'content-type': 'application/json',
          ...(headers ?? {
            'github-public-key-identifier': name,
            'github-public-key-signature': sign('sha256', Buffer.from(signed), key).toString('base64'),
          }),
        },
        payload: body,
      }),
  };
}
