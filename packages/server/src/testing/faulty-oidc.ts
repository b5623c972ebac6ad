import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How an OpenID provider of the tests behaves; changed while the portal runs. */
export interface OidcBehaviour {
  /** Added to the issuer that it names everywhere. */
  issuerSuffix: string;
  /** Its callbacks carry `iss`. */
  namesItself: boolean;
  /** Seconds its clock is ahead. */
  aheadS: number;
  /** Seconds that its access tokens live, as it says; null when it does not say. */
  lifetimeS: number | null;
  /** Its userinfo is a JWT. */
  signsUserinfo: boolean;
  /** What it says of itself otherwise; undefined leaves a member out. */
  description: Readonly<Record<string, unknown>>;
  /** What its token endpoint answers otherwise. */
  tokens: Readonly<Record<string, unknown>>;
  /** Claims beside `sub`, in ID token and userinfo. */
  claims: Readonly<Record<string, unknown>>;
  /** Status with which userinfo answers for a person, and headers. */
  readonly userinfoOf: Map<string, { readonly status: number; readonly headers?: Readonly<Record<string, string>> }>;
}

/** What the provider would sign, and with what. */
export interface HonestToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly keys: Awaited<ReturnType<typeof generateKeyPair>>;
  /** Name of the key that it publishes. */
  readonly kid: string;
}

/** What the provider does for one person instead of answering well. */
export interface OidcFault {
  readonly token?: (response: ServerResponse, path: string) => void;
  readonly userinfo?: (response: ServerResponse, path: string) => void;
  /** Claims that differ in the ID token; `iat` and `exp` in seconds from now. */
  readonly idToken?: Readonly<Record<string, unknown>>;
  /** Signs the ID token with a key that it does not publish, under this name. */
  readonly foreignKey?: string;
  /** Makes the ID token in place of the provider. */
  readonly forge?: (honest: HonestToken) => Promise<string>;
  /** The token endpoint's answer has no ID token. */
  readonly withoutIdToken?: boolean;
  /** Claims of userinfo that differ. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Userinfo is a JWT, signed with its own key or with one that it does not publish. */
  readonly userinfoJwt?: 'own' | 'foreign';
}

export interface FaultyOidc {
  readonly issuer: string;
  readonly behaviour: OidcBehaviour;
  /** By login; changed while the portal runs. */
  readonly faults: Map<string, OidcFault>;
  /** How often each path was asked. */
  readonly asked: Map<string, number>;
  /** New keys under a new name, at once. */
  rotateKeys(): Promise<void>;
  /** A logout token of its own. @param more Claims beside, or in place of, the subject. */
  logoutToken(subject: string, id: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The callback's address after somebody has signed in. @param begun Location of /auth/sign-in. */
  callback(begun: string, login: string): string;
  close(): Promise<void>;
}

const CLIENT_ID = 'openhouse';

/** Keys that every provider of a process begins with, since RSA keys take long to make. */
let firstKeys: ReturnType<typeof makeFirstKeys> | undefined;
const makeFirstKeys = () => Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

/** An OpenID provider in this process that misbehaves on demand. A code is `<login> <nonce>`. */
export async function startFaultyOidc(): Promise<FaultyOidc> {
  const behaviour: OidcBehaviour = {
    issuerSuffix: '',
    namesItself: false,
    aheadS: 0,
    lifetimeS: 3600,
    signsUserinfo: false,
    description: {},
    tokens: {},
    claims: { name: 'Person' },
    userinfoOf: new Map(),
  };
  const asked = new Map<string, number>();
  let generation = 0;
  firstKeys ??= makeFirstKeys();
  const [published, foreign] = await firstKeys;
  let keys = published;
  const faults = new Map<string, OidcFault>();
  const nowS = () => Math.floor(Date.now() / 1000) + behaviour.aheadS;
  const issuer = () => `${base}${behaviour.issuerSuffix}`;
  const whole = (claims: Readonly<Record<string, unknown>>) => ({
    ...{ iss: issuer(), aud: CLIENT_ID, iat: nowS(), exp: nowS() + 300 },
    ...claims,
  });
  const signed = (claims: Readonly<Record<string, unknown>>, foreignKey?: string) =>
    new SignJWT(whole(claims))
      .setProtectedHeader({ alg: 'RS256', kid: foreignKey ?? `key-${generation}` })
      .sign((foreignKey === undefined ? keys : foreign).privateKey);
  /** `iat` and `exp` of a fault count from now. */
  const dated = ({ iat, exp, ...rest }: Readonly<Record<string, unknown>>) => ({
    ...rest,
    ...(typeof iat === 'number' && { iat: nowS() + iat }),
    ...(typeof exp === 'number' && { exp: nowS() + exp }),
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.setHeader('date', new Date(nowS() * 1000).toUTCString());
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    switch (path) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: issuer(),
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          jwks_uri: `${base}/jwks`,
          userinfo_endpoint: `${base}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: behaviour.namesItself,
          ...behaviour.description,
        });
      case '/jwks':
        return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: `key-${generation}`, use: 'sig' }] });
      case '/token': {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? '';
        const [login = '', nonce = ''] = code.split(' ');
        const fault = faults.get(login);
        if (fault?.token !== undefined) return fault.token(response, path);
        const claims = { sub: login, nonce, ...behaviour.claims, ...dated(fault?.idToken ?? {}) };
        const forged = fault?.forge?.({ claims: whole(claims), keys, kid: `key-${generation}` });
        const idToken = await (forged ?? signed(claims, fault?.foreignKey));
        return json({
          access_token: `token-of-${login}`,
          token_type: 'Bearer',
          ...(behaviour.lifetimeS !== null && { expires_in: behaviour.lifetimeS }),
          ...(fault?.withoutIdToken !== true && { id_token: idToken }),
          ...behaviour.tokens,
        });
      }
      case '/userinfo': {
        const login = (request.headers.authorization ?? '').slice('Bearer token-of-'.length);
        const refused = behaviour.userinfoOf.get(login);
        if (refused !== undefined) return response.writeHead(refused.status, refused.headers).end();
        const fault = faults.get(login);
        if (fault?.userinfo !== undefined) return fault.userinfo(response, path);
        const claims = { sub: login, ...behaviour.claims, ...fault?.claims };
        if (!behaviour.signsUserinfo && fault?.userinfoJwt === undefined) return json(claims);
        const jwt = await signed(claims, fault?.userinfoJwt === 'foreign' ? 'foreign' : undefined);
        return response.writeHead(200, { 'content-type': 'application/jwt' }).end(jwt);
      }
      default:
        return response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer: base,
    behaviour,
    faults,
    asked,
    rotateKeys: async () => {
      keys = await generateKeyPair('RS256');
      generation += 1;
    },
    logoutToken: (sub, jti, more = {}) =>
      signed({ sub, jti, events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...more }),
    callback: (begun, login) => {
      const query = new URL(begun).searchParams;
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code: `${login} ${query.get('nonce')}`,
        state: query.get('state') ?? '',
        ...(behaviour.namesItself ? { iss: issuer() } : {}),
      }).toString();
      return back.href;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
