import Type from 'typebox';
import { type TicketGatewayCall, ticketGatewayCalls } from './ticket-gateway.ts';

type Json = Readonly<Record<string, unknown>>;

const DESCRIPTION = `The calls an internal gateway must implement so that Openhouse can sign developers in through it.

1. The portal requests a source-verify ticket and sends the browser to \`{login_url}/?source&source_verify&redirect\`.
2. After signing in, the sign-in page sends the browser to \`redirect\` with \`source\`, \`ticket\` and \`login_type\`.
3. The portal exchanges the ticket, and fetches the profile then and on every request that needs the person.

Each call has a timeout of 2 seconds, its answer a maximum of 1 MiB, and no redirect is followed. Any answer that is not \
declared here counts as an outage: it signs nobody out.`;

/** The other side of the ticket protocol as an OpenAPI 3.1 document, for those who implement it (decision 0024). */
export function ticketGatewayOpenApiDocument({ version }: { readonly version: string }): Json {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Internal gateway of the ticket protocol',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://sso.internal.example.com', description: 'TICKET_GATEWAY_URL' }],
    paths: Object.fromEntries(
      ticketGatewayCalls.map((call) => [call.path, { [call.method.toLowerCase()]: operationOf(call) }]),
    ),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of the exchange, raw.' },
      },
    },
  };
  return JSON.parse(JSON.stringify(document)) as Json;
}

function operationOf({ path, method, summary, description, request, data, refusals }: TicketGatewayCall): Json {
  const success = Type.Object({ code: Type.Literal(0), status: Type.Literal('success'), data });
  const refusal = Type.Object({
    code: Type.Integer({ description: 'Anything but 0.' }),
    status: Type.Enum([...refusals]),
    data: Type.Null(),
  });
  const content = (schema: object) => ({ 'application/json': { schema } });
  return {
    operationId: path.slice(1),
    summary,
    description,
    ...(method === 'POST'
      ? { security: [], requestBody: { required: true, content: content(request) } }
      : { security: [{ token: [] }] }),
    responses: {
      200: { description: 'Success.', content: content(success) },
      ...(refusals.length === 0 ? {} : { 401: { description: 'Refusal.', content: content(refusal) } }),
    },
  };
}
