import { agentScopes, decideAgentRequest, findAgentRequest, type PortalBodyOf } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { mcpAddress } from './addresses.ts';
import { allowAgent } from './grants.ts';
import {
  type AgentRefusal,
  type AgentScope,
  answerAddress,
  askedScopes,
  boundTo,
  isResource,
  malformedRequest,
  mayBeAnsweredAt,
  newCode,
  programOf,
} from './rules.ts';

export interface AgentRouteDeps {
  readonly database: Database;
  /** Signs what programs register. */
  readonly cookieSecrets: KeyRing;
  readonly askingOf: AskingOf;
  readonly portalUrl: string;
}

type Asked = PortalBodyOf<typeof findAgentRequest>;

/** The page where a person lets an agent in (decisions 0232 and 0246). */
export function agentRoutes(app: FastifyInstance, deps: AgentRouteDeps): void {
  const { database, askingOf, portalUrl } = deps;
  const examined = (asked: Asked) => examine(deps, asked);

  servePortalEndpoint(app, findAgentRequest, async ({ request, body }) => {
    await askingOf(request);
    const { name, returnsTo, grant } = examined(body);
    if ('error' in grant) return { request: { name, returnsTo, scopes: [], refusal: grant } };
    return { request: { name, returnsTo, scopes: [...grant.scopes] } };
  });

  servePortalEndpoint(app, decideAgentRequest, async ({ request, body }) => {
    const asking = await askingOf(request);
    const { name, returnsTo, grant } = examined(body);
    const { clientId, redirectUri, codeChallenge, state, decision } = body;
    const answer = { state, iss: portalUrl };
    if (decision === 'deny') {
      const told = 'error' in grant ? { error: grant.error, error_description: grant.description } : DENIED;
      return { redirectTo: answerAddress(redirectUri, { ...told, ...answer }) };
    }
    if ('error' in grant) throw invalid(grant.description);
    const code = newCode(redirectUri);
    const bound = boundTo(clientId, redirectUri, codeChallenge);
    await allowAgent(database, inActiveTeam(asking), { name, scopes: grant.scopes, returnsTo, code, bound });
    return { redirectTo: answerAddress(redirectUri, { code, ...answer }) };
  });
}

const DENIED = { error: 'access_denied' };

/** A program that can be answered. */
interface Examined {
  readonly name: string;
  readonly returnsTo: string;
  /** What it would get, or why nobody can let it in. */
  readonly grant: { readonly scopes: readonly AgentScope[] } | AgentRefusal;
}

/** @throws {PortalError} REQUEST_INVALID where nobody knows whom to answer: the browser is then sent nowhere. */
function examine({ cookieSecrets, portalUrl }: AgentRouteDeps, asked: Asked): Examined {
  const twice = asked.repeated?.find((name) => name === 'client_id' || name === 'redirect_uri');
  if (twice !== undefined)
    throw invalid(`The program sends ${twice} more than once, so nobody knows whom to answer. It has to send it once.`);
  const program = programOf(cookieSecrets, asked.clientId);
  if (program === undefined) throw invalid('The program is not registered here. Remove it there and add it again.');
  if (!mayBeAnsweredAt(program, asked.redirectUri))
    throw invalid('The program wants its answer at another address than it has registered.');
  return { name: program.name, returnsTo: new URL(asked.redirectUri).host, grant: grantOf(asked, portalUrl) };
}

function grantOf(asked: Asked, portalUrl: string): Examined['grant'] {
  const malformed = malformedRequest(asked);
  if (malformed !== undefined) return malformed;
  const { resource, repeated = [] } = asked;
  if (repeated.includes('resource') || (resource !== undefined && !isResource(mcpAddress(portalUrl), resource)))
    return {
      error: 'invalid_target',
      description: `The only resource is ${mcpAddress(portalUrl)}. Name it once, or none.`,
    };
  const scopes = askedScopes(asked.scope);
  if (scopes !== undefined) return { scopes };
  return {
    error: 'invalid_scope',
    description: `An agent may have ${agentScopes.join(' and ')}. Ask for no other scope.`,
  };
}

const invalid = (message: string) => new PortalError('REQUEST_INVALID', message);
