import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import type { CredentialScope } from './credential-scopes.ts';
import { AGENT_CODE_S, AGENT_DAYS, NAME_MAX_LENGTH } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** The page where a person lets an agent in (decision 0232). */
export const CONNECT_PATH = '/dashboard/connect';

/** Where agents speak the Model Context Protocol over HTTP. */
export const MCP_PATH = '/mcp';

/** Characters of a client id: with what else a program asks, it stands in an address of 8 KB, which proxies take. */
export const CLIENT_ID_MAX_LENGTH = 4096;

/** What an agent may be let in for: reads alone. */
export const agentScopes = ['tours:read', 'apps:read'] as const satisfies readonly CredentialScope[];

/** Characters of what else a program asks: an address of that length is longer than what servers and proxies take. */
const ASKED_MAX_LENGTH = 8192;

const asked = (description: string) => Type.String({ maxLength: ASKED_MAX_LENGTH, description });

/** What a program may send with its request, each once (RFC 6749, 3.1); what else it sends is ignored. */
export const agentParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const;

/** What the program is told of a request that nobody can grant (RFC 6749, 4.1.2.1; RFC 8707, 2). */
export const agentRequestErrors = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
] as const;

/**
 * What an agent's program has put into the address of the page, by the names of RFC 6749 and 7636 in the portal's spelling. Nothing
 * has its form here: of what is wrong the program has to be told, or the person in a sentence (decision 0246).
 */
const request = {
  responseType: asked('code; empty where the program named none.'),
  clientId: asked('As the registration answered it.'),
  redirectUri: asked('One of those that were registered, to the character.'),
  codeChallenge: asked('SHA-256 of the verifier, as base64url.'),
  codeChallengeMethod: asked('S256.'),
  scope: Type.Optional(asked(`Some of ${agentScopes.join(' ')}; all of them where none is named.`)),
  state: Type.Optional(asked('Comes back as it was.')),
  resource: Type.Optional(asked(`The portal's ${MCP_PATH}, where it is named.`)),
  repeated: Type.Optional(
    Type.Array(Type.Enum(agentParameters), {
      maxItems: agentParameters.length,
      description: 'What the program has sent more than once. It counts as left out in the fields above.',
    }),
  ),
};

/** An agent that asks to be let in, as the person sees it who decides. */
export const AgentRequest = Type.Object({
  name: Type.String({
    maxLength: NAME_MAX_LENGTH,
    description: 'What the program calls itself. Nobody has checked it.',
  }),
  returnsTo: Type.String({ description: 'Where the browser goes after the decision: a host, with its port.' }),
  scopes: Type.Array(Type.Enum(agentScopes), { description: 'What it asks for; nothing where it is refused.' }),
  refusal: Type.Optional(
    Type.Object(
      {
        error: Type.Enum(agentRequestErrors),
        description: Type.String({
          description: 'What is wrong and how to mend it, in a sentence for whoever made the program.',
        }),
      },
      { description: 'Why nobody can let it in. The program hears the same once the request is denied.' },
    ),
  ),
});
export type AgentRequest = Static<typeof AgentRequest>;

const exampleRequest = {
  responseType: 'code',
  clientId: 'eyJuIjoiTm90ZWJvb2sifQ.c2lnbmVk',
  redirectUri: 'http://127.0.0.1:33418/callback',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeChallengeMethod: 'S256',
  state: 'af0ifjsldkj',
};

/** The request of an agent's program. Not a GET, so that a missing sign-in is reported before any other problem. */
export const findAgentRequest = definePortalEndpoint({
  name: 'find-agent-request',
  method: 'POST',
  path: '/api/agents/request',
  summary: 'Look at what an agent asks for',
  description:
    'Says who asks and for what. REQUEST_INVALID for a program that was not registered here, or another address than a registered one: ' +
    'then the browser is sent nowhere. Whatever else is wrong stands in refusal.',
  access: 'browser',
  params: Type.Object({}),
  body: Type.Object(request, { additionalProperties: false }),
  isHandedOn: true,
  data: Type.Object({ request: AgentRequest }),
  failures: [],
  example: {
    body: exampleRequest,
    data: { request: { name: 'Notebook', returnsTo: '127.0.0.1:33418', scopes: [...agentScopes] } },
  },
});

/** Lets an agent in, or does not. */
export const decideAgentRequest = definePortalEndpoint({
  name: 'decide-agent-request',
  method: 'POST',
  path: '/api/agents/decide',
  summary: 'Let an agent in, or do not',
  description:
    `Allowing it makes a credential of the active Team that only reads, for ${AGENT_DAYS} days: it stands among the Team's credentials, ` +
    `where owners revoke it. Its program collects it within ${AGENT_CODE_S} seconds with the code in redirectTo. Owners only. Denying it ` +
    'tells the program access_denied, or what is wrong with its request; anybody may.',
  access: 'browser',
  params: Type.Object({}),
  body: Type.Object({ ...request, decision: Type.Enum(['allow', 'deny']) }, { additionalProperties: false }),
  isHandedOn: true,
  data: Type.Object({
    redirectTo: secret(Type.String({ description: 'Where the browser goes now; with the code, if it was allowed.' })),
  }),
  // The program needs some of the time of the code that it is sent.
  answerKeptS: AGENT_CODE_S / 2,
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'CREDENTIAL_LIMIT'],
  example: {
    body: { ...exampleRequest, decision: 'deny' },
    data: { redirectTo: 'http://127.0.0.1:33418/callback?error=access_denied&state=af0ifjsldkj' },
  },
});

/** Calls of the page where a person lets an agent in. */
export const agentEndpoints = [findAgentRequest, decideAgentRequest] as const;
