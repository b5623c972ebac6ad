import { agentScopes, decideAgentRequest, findAgentRequest, type PortalBodyOf } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { mcpAddress } from './addresses.ts';
import { allowAgent } from './grants.ts';
import { answerAddress, askedScopes, boundTo, isResource, mayBeAnsweredAt, newCode, programOf } from './rules.ts';

export interface AgentRouteDeps {
  readonly database: Database;
  /** Signs what programs register. */
  readonly cookieSecrets: KeyRing;
  readonly askingOf: AskingOf;
  readonly portalUrl: string;
}

type Asked = PortalBodyOf<typeof findAgentRequest>;

/** The page where a person lets an agent in (decision 0232). */
export function agentRoutes(app: FastifyInstance, deps: AgentRouteDeps): void {
  const { database, askingOf, portalUrl } = deps;
  const examined = (asked: Asked) => examine(deps, asked);

  servePortalEndpoint(app, findAgentRequest, async ({ request, body }) => {
    await askingOf(request);
    const { name, returnsTo, scopes } = examined(body);
    return { request: { name, returnsTo, scopes: [...scopes] } };
  });

  servePortalEndpoint(app, decideAgentRequest, async ({ request, body }) => {
    const asking = await askingOf(request);
    const { name, returnsTo, scopes } = examined(body);
    const { clientId, redirectUri, codeChallenge, state, decision } = body;
    const answer = { state, iss: portalUrl };
    if (decision === 'deny') return { redirectTo: answerAddress(redirectUri, { error: 'access_denied', ...answer }) };
    const code = newCode(redirectUri);
    const bound = boundTo(clientId, redirectUri, codeChallenge);
    await allowAgent(database, inActiveTeam(asking), { name, scopes, returnsTo, code, bound });
    return { redirectTo: answerAddress(redirectUri, { code, ...answer }) };
  });
}

/** @throws {PortalError} REQUEST_INVALID: the browser is then sent nowhere. */
function examine({ cookieSecrets, portalUrl }: AgentRouteDeps, asked: Asked) {
  const program = programOf(cookieSecrets, asked.clientId);
  if (program === undefined) throw invalid('The program is not registered here. Remove it there and add it again.');
  if (!mayBeAnsweredAt(program, asked.redirectUri))
    throw invalid('The program wants its answer at another address than it has registered.');
  const scopes = askedScopes(asked.scope);
  if (scopes === undefined) throw invalid(`The program asks for more than it may have: ${agentScopes.join(' and ')}.`);
  if (asked.resource !== undefined && !isResource(mcpAddress(portalUrl), asked.resource))
    throw invalid(`The program asks for another resource than ${mcpAddress(portalUrl)}.`);
  return { name: program.name, returnsTo: new URL(asked.redirectUri).host, scopes };
}

const invalid = (message: string) => new PortalError('REQUEST_INVALID', message);
