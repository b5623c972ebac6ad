import { AGENT_DAYS, agentScopes, CLIENT_ID_MAX_LENGTH, CONNECT_PATH } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { redirectTo } from '../sign-in/redirect.ts';
import { queryOf, withFragment } from '../sign-in/rules.ts';
import {
  AUTHORIZE_PATH,
  mcpAddress,
  REGISTER_PATH,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from './addresses.ts';
import { collectCredential } from './grants.ts';
import {
  boundOfCollecting,
  challengeOf,
  clientIdOf,
  isRedirectUri,
  isResource,
  programOf,
  REDIRECT_URIS_MAX,
  shownName,
} from './rules.ts';

export interface OauthRouteDeps {
  readonly database: Database;
  /** Signs what programs register. */
  readonly cookieSecrets: KeyRing;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly portalUrl: string;
}

/** A refusal in the form of RFC 6749, 5.2 and RFC 7591, 3.2.2: what clients of OAuth read, in place of the portal's envelope. */
interface OauthFailure {
  readonly error:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_target'
    | 'unsupported_grant_type'
    | 'invalid_redirect_uri'
    | 'invalid_client_metadata';
  readonly error_description: string;
}

const REGISTRATION_MAX_BYTES = 16 * 1024;
const TOKEN_REQUEST_MAX_BYTES = 16 * 1024;

/** What programs of agents ask of the portal's OAuth: where it is, an id, and a token for a code (decision 0232). */
export function oauthRoutes(app: FastifyInstance, deps: OauthRouteDeps): void {
  const { database, cookieSecrets, addressOf, portalUrl } = deps;

  const resource = {
    resource: mcpAddress(portalUrl),
    resource_name: 'Openhouse',
    authorization_servers: [portalUrl],
    scopes_supported: agentScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${portalUrl}/docs/command-line`,
  };
  const server = {
    issuer: portalUrl,
    authorization_endpoint: `${portalUrl}${AUTHORIZE_PATH}`,
    token_endpoint: `${portalUrl}${TOKEN_PATH}`,
    registration_endpoint: `${portalUrl}${REGISTER_PATH}`,
    scopes_supported: agentScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${portalUrl}/docs/command-line`,
  };
  app.get(RESOURCE_METADATA_PATH, async () => resource);
  app.get(SERVER_METADATA_PATH, async () => server);

  // The page examines what the program asks, once the person is signed in. Its query goes there whole, in one word.
  app.get(AUTHORIZE_PATH, async ({ raw: { url = '' } }, reply) =>
    redirectTo(reply, withFragment(CONNECT_PATH, queryOf(url))),
  );

  app.post(
    REGISTER_PATH,
    { config: { protection: 'any origin' }, bodyLimit: REGISTRATION_MAX_BYTES },
    async ({ body }, reply) => {
      const { client_name, redirect_uris } = (body ?? {}) as Readonly<Record<string, unknown>>;
      if (!isListOfAddresses(redirect_uris)) {
        return refuse(reply, {
          error: 'invalid_redirect_uri',
          error_description: `redirect_uris holds 1 to ${REDIRECT_URIS_MAX} addresses, each with https, or with http on 127.0.0.1, [::1] or localhost.`,
        });
      }
      const program = { name: shownName(client_name), redirectUris: redirect_uris };
      const client_id = clientIdOf(cookieSecrets, program);
      if (client_id.length > CLIENT_ID_MAX_LENGTH) return refuse(reply, failures.addresses);
      return reply.code(201).send({
        client_id,
        client_name: program.name,
        redirect_uris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: agentScopes.join(' '),
      });
    },
  );

  app.post(
    TOKEN_PATH,
    { config: { protection: 'code in form' }, bodyLimit: TOKEN_REQUEST_MAX_BYTES },
    async (request, reply) => {
      const sent = formOf(request);
      if (sent === undefined) return refuse(reply, failures.form);
      const { grant_type, code = '', client_id = '', redirect_uri, code_verifier = '', resource: asked } = sent.fields;
      const [twice] = sent.repeated.filter((name) => name !== 'resource');
      if (twice !== undefined) return refuse(reply, repeated(twice));
      if (grant_type !== 'authorization_code') return refuse(reply, failures.grantType);
      if (programOf(cookieSecrets, client_id) === undefined) return refuse(reply, failures.client);
      const isOther = asked !== undefined && !isResource(resource.resource, asked);
      if (isOther || sent.repeated.includes('resource')) return refuse(reply, failures.target);
      const challenge = challengeOf(code_verifier);
      if (challenge === undefined) return refuse(reply, failures.verifier);
      const bound = boundOfCollecting(client_id, { code, redirectUri: redirect_uri }, challenge);
      const collected = await collectCredential(database, code, bound, addressOf(request));
      if (collected === undefined) return refuse(reply, failures.grant);
      return reply.header('pragma', 'no-cache').send({
        access_token: collected.token,
        token_type: 'Bearer',
        expires_in: AGENT_DAYS * 24 * 60 * 60,
        scope: collected.scopes.join(' '),
      });
    },
  );
}

const failures = {
  addresses: {
    error: 'invalid_redirect_uri',
    error_description: 'The redirect_uris are too long together. Register fewer of them.',
  },
  form: {
    error: 'invalid_request',
    error_description: 'Send a form (application/x-www-form-urlencoded).',
  },
  grantType: { error: 'unsupported_grant_type', error_description: 'The only grant_type is authorization_code.' },
  client: { error: 'invalid_client', error_description: 'The client_id is not registered here. Register again.' },
  target: { error: 'invalid_target', error_description: 'The resource is another than this portal serves to agents.' },
  verifier: { error: 'invalid_request', error_description: 'code_verifier is missing or malformed.' },
  grant: {
    error: 'invalid_grant',
    error_description:
      'The code has been used, has ended, or was made for another program, address or challenge. Ask the person again.',
  },
} as const satisfies Readonly<Record<string, OauthFailure>>;

/** 400 for each, an unknown client too: a 401 would have to ask for an Authorization header, which no program has (RFC 6749, 5.2). */
function refuse(reply: FastifyReply, failure: OauthFailure): FastifyReply {
  return reply.code(400).send(failure);
}

const isListOfAddresses = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= REDIRECT_URIS_MAX &&
  value.every((each) => typeof each === 'string' && isRedirectUri(each));

/** What a token request may have, each field once (RFC 6749, 3.2): one that is sent twice could be read in two ways. */
const TOKEN_FIELDS = ['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier', 'resource'];

const repeated = (field: string): OauthFailure => ({
  error: 'invalid_request',
  error_description: `${field} is sent more than once. Send it once.`,
});

interface SentForm {
  /** Those that have a value: one without counts as left out (RFC 6749, 3.2). */
  readonly fields: Readonly<Partial<Record<string, string>>>;
  readonly repeated: readonly string[];
}

function formOf({ headers, body }: FastifyRequest): SentForm | undefined {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isForm || typeof body !== 'string') return undefined;
  const form = new URLSearchParams(body);
  return {
    fields: Object.fromEntries([...form].filter(([, value]) => value !== '')),
    repeated: TOKEN_FIELDS.filter((name) => form.getAll(name).length > 1),
  };
}
