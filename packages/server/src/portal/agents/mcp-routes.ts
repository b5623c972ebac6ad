import { agentScopes, type CredentialScope, MCP_PATH, type PortalEndpoint, portalFailures } from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayClient } from '../gateway-client/gateway-client.ts';
import { refusalOf } from '../http/failures.ts';
import { PortalError } from '../http/portal-error.ts';
import type { LiveCredential } from '../session/credential-store.ts';
import { RESOURCE_METADATA_PATH } from './addresses.ts';
import { answerMessages, ToolRefusal, versionRefusal } from './protocol.ts';
import { AGENT_INSTRUCTIONS, type AgentReader, type AskedOfPortal, toolsOf } from './tools.ts';

export interface McpRouteDeps {
  readonly credentialOf: (request: FastifyRequest) => LiveCredential | undefined;
  readonly gateway: GatewayClient;
  readonly portalUrl: string;
  /** Build output of the pages, with the index of the docs; null where there is none. */
  readonly pages: string | null;
}

const MESSAGE_MAX_BYTES = 64 * 1024;

/** What a credential needs to read tours of its Team through the gateway. */
const READS_TOURS: CredentialScope = 'tours:read';

/**
 * The Model Context Protocol over HTTP, for an agent with a credential of a Team (decision 0232). Each message is answered by
 * itself, as JSON; there is no stream and no session.
 */
export function mcpRoutes(app: FastifyInstance, { credentialOf, gateway, portalUrl, pages }: McpRouteDeps): void {
  const challenge = (failure: 'invalid_token' | 'insufficient_scope' | undefined) => {
    const asks = `Bearer resource_metadata="${portalUrl}${RESOURCE_METADATA_PATH}", scope="${agentScopes.join(' ')}"`;
    return failure === undefined ? asks : `${asks}, error="${failure}"`;
  };

  app.post(
    MCP_PATH,
    {
      bodyLimit: MESSAGE_MAX_BYTES,
      // No session counts here, so none is read: a credential alone does.
      config: { protection: 'any origin', scopes: agentScopes },
      // The answer says where to ask for a token, and what is wrong with the one that came (RFC 9728, 5.1; RFC 6750, 3).
      errorHandler: (error, { headers }, reply) => {
        const { code } = refusalOf(error);
        const isNone = headers.authorization === undefined;
        if (code === 'CREDENTIAL_SCOPE_INSUFFICIENT') reply.header('www-authenticate', challenge('insufficient_scope'));
        else if (portalFailures[code].httpStatus === 401)
          reply.header('www-authenticate', challenge(isNone ? undefined : 'invalid_token'));
        throw error;
      },
    },
    async (request, reply) => {
      const credential = credentialOf(request);
      // A person's session is for the portal's own pages and commands.
      if (credential === undefined) throw new PortalError('AUTH_REQUIRED');
      // The transport asks for 400 (Model Context Protocol 2025-11-25, "Protocol Version Header").
      const version = request.headers['mcp-protocol-version'];
      const refusal = version === undefined ? undefined : versionRefusal(String(version));
      if (refusal !== undefined) throw new PortalError('REQUEST_INVALID', refusal);
      const reader: AgentReader = {
        readsAs: 'for the Team that let this agent in',
        pages,
        ask: (endpoint, input) => askedHere(app, request, endpoint, input),
        read: async ({ name: operation }, parameters) => {
          if (!credential.scopes.includes(READS_TOURS))
            throw new ToolRefusal(`CREDENTIAL_SCOPE_INSUFFICIENT: reads of the gateway need ${READS_TOURS}.`);
          const { teamId } = credential.team;
          return toldRefusal(async () => {
            const envelope = (await gateway.call({ teamId, operation, parameters })).body.toString();
            if (JSON.parse(envelope).status !== 'success') throw new ToolRefusal(envelope);
            return envelope;
          });
        },
      };
      const answer = await answerMessages(request.body, toolsOf(reader), {
        version: SERVED_VERSION,
        instructions: AGENT_INSTRUCTIONS,
      });
      return answer === undefined ? reply.code(202).send() : reply.send(answer);
    },
  );
}

/** What the server calls its version: that of its interface, which is the wire's. */
const SERVED_VERSION = '1';

/** A call of the portal with the agent's own credential: what it may do is decided where it always is. */
async function askedHere(
  app: FastifyInstance,
  request: FastifyRequest,
  { method, path }: PortalEndpoint,
  { params = {}, query = {} }: AskedOfPortal,
): Promise<unknown> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const { headers, socket } = request.raw;
  const passedOn = ['authorization', 'host', 'accept-language', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded'];
  const answer = await app.inject({
    method,
    url,
    query: { ...query },
    headers: Object.fromEntries(
      passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ),
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  });
  const { data, error } = answer.json();
  if (error !== undefined) throw new ToolRefusal(`${error.code}: ${error.message}`);
  return data;
}

/** A refusal of the portal is for the agent to read; a bug stays one. */
async function toldRefusal<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof PortalError ? new ToolRefusal(`${error.code}: ${error.message}`) : error;
  }
}
