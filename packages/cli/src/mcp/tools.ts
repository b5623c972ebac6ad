import {
  explainCall,
  gatewayFailures,
  listApps,
  listTours,
  portalFailures,
  readEndpoints,
  secretPaths,
} from '@openhouse/contract';
import { type Invocation, Refusal, UsageError } from '../command.ts';
import { callerOf, callGateway, exchangeToken } from '../gateway-client.ts';
import type { PortalCaller } from '../portal/portal-caller.ts';
import { withPortal } from '../portal/with-portal.ts';
import { jsonLine } from '../printable.ts';
import { loadServer } from '../server.ts';
import type { World } from '../world.ts';
import { docLanguages, searchDocs } from './docs-search.ts';
import { type Tool, ToolRefusal } from './protocol.ts';

/** Reads whose answer holds no secret: an address that is signed for private files is one. */
const reads = readEndpoints.filter(({ data }) => secretPaths(data).length === 0);
const readNames = reads.map(({ name }) => name);

const text = (description: string) => ({ type: 'string', description });

/** What an agent may do: look, at what the person or credential may see. */
export function toolsOf(invocation: Invocation, world: World): readonly Tool[] {
  /** @returns What one call of the portal answers. */
  const atPortal = async (read: (portal: PortalCaller) => Promise<unknown>): Promise<string> => {
    let found: unknown;
    await withPortal(invocation, world, async (portal) => {
      found = await read(portal);
      return 0;
    });
    return jsonLine(found);
  };
  const tools: readonly Tool[] = [
    {
      name: 'list_tours',
      title: 'List tours',
      description: 'Tours of the Team, a page at a time: code, name, whether active, when imported.',
      inputSchema: schema({
        search: text('Only tours whose code or name holds this.'),
        after: text('`next` of the page before.'),
      }),
      call: (input) => {
        const [search, after] = [optional(input, 'search'), optional(input, 'after')];
        const query = { ...(search !== undefined && { search }), ...(after !== undefined && { after }) };
        return atPortal((portal) => portal.call(listTours, { query }));
      },
    },
    {
      name: 'list_apps',
      title: 'List apps',
      description: 'Developer apps of the Team: name, app key, state and when the trial ends. Holds no secret.',
      inputSchema: schema({}),
      call: () => atPortal((portal) => portal.call(listApps, {})),
    },
    {
      name: 'read_operation',
      title: 'Read an operation of the gateway',
      description:
        'Calls a read of the gateway with the app that is configured here (OPENHOUSE_APP_KEY, or the .env of openhouse init) and returns its envelope.',
      inputSchema: schema(
        {
          operation: { type: 'string', enum: readNames, description: 'Name of the operation.' },
          parameters: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Query parameters, such as {"resource_code": "loft"}.',
          },
        },
        ['operation'],
      ),
      call: (input) => readOperation(input, invocation, world),
    },
    {
      name: 'search_docs',
      title: 'Search the docs',
      description:
        'The sections of the docs that answer a question, the best first: how to authenticate, page, retry, import tours, show a tour, ' +
        'receive webhooks, run the service. `address` is below the address of the portal.',
      inputSchema: schema(
        {
          question: text('In words, such as "how do I rotate a secret", or a name such as err_rate_limited.'),
          language: { type: 'string', enum: docLanguages, description: 'Language of the docs; en if left out.' },
        },
        ['question'],
      ),
      call: async (input) => {
        const named = optional(input, 'language') ?? 'en';
        const language = docLanguages.find((one) => one === named);
        if (language === undefined) throw new ToolRefusal(`The docs are in ${docLanguages.join(' and ')}.`);
        return jsonLine({ places: await searchDocs(required(input, 'question'), language) });
      },
    },
    {
      name: 'explain_error',
      title: 'Explain an error code',
      description: 'What a code of the gateway (err_…) or of the portal (UPPER_CASE) means, and how to fix it.',
      inputSchema: schema({ code: text('The code, as in err_access_token_expired.') }, ['code']),
      call: async (input) => explainedError(required(input, 'code')),
    },
    {
      name: 'explain_request',
      title: 'Explain a call by its request id',
      description: 'The checks of one call of the gateway, which one failed, and how to fix it.',
      inputSchema: schema({ request_id: text('request_id of the envelope, or X-Request-Id.') }, ['request_id']),
      call: (input) => {
        const request_id = required(input, 'request_id');
        return atPortal((portal) => portal.call(explainCall, { params: { request_id } }));
      },
    },
  ];
  return tools.map((tool) => ({ ...tool, call: (input) => toldRefusals(() => tool.call(input)) }));
}

const schema = (properties: object, needed: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: needed,
  additionalProperties: false,
});

async function readOperation(
  input: Readonly<Record<string, unknown>>,
  invocation: Invocation,
  world: World,
): Promise<string> {
  const named = required(input, 'operation');
  const endpoint = reads.find(({ name }) => name === named);
  if (endpoint === undefined)
    throw new ToolRefusal(`There is no operation ${named}. Choose one of ${readNames.join(', ')}.`);
  const { parameters = {} } = input;
  if (typeof parameters !== 'object' || parameters === null) throw new ToolRefusal('parameters is an object of texts.');
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const caller = await callerOf(invocation, world);
  const headers = { authorization: await exchangeToken(caller) };
  return callGateway(`${caller.baseUrl}${endpoint.path}?${query}`, { headers });
}

function explainedError(code: string): string {
  const known: Readonly<Record<string, unknown>> = { ...gatewayFailures, ...portalFailures };
  if (!Object.hasOwn(known, code)) throw new ToolRefusal(`Neither the gateway nor the portal has the code ${code}.`);
  return jsonLine({
    name: code,
    of: Object.hasOwn(gatewayFailures, code) ? 'gateway' : 'portal',
    ...(known[code] as object),
  });
}

function optional(input: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new ToolRefusal(`${name} is a text.`);
}

function required(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = optional(input, name);
  if (value === undefined || value === '') throw new ToolRefusal(`${name} is missing.`);
  return value;
}

/** What a command would say on standard error is the answer of the tool; a bug stays one. */
async function toldRefusals(call: () => Promise<string>): Promise<string> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refusal || error instanceof UsageError) throw new ToolRefusal(error.message);
    const { ConfigError, StoreError } = await loadServer();
    if (error instanceof ConfigError || error instanceof StoreError) throw new ToolRefusal(error.message);
    throw error;
  }
}
