import { type Endpoint, operationGroups } from '../endpoint.ts';
import { gatewayEndpoints } from '../gateway/index.ts';
import { SAMPLE_APP_KEY, SAMPLE_BASE_URL } from './operation-samples.ts';
import { SECRET_VARIABLE } from './programs/sample-program.ts';

/* Every call with its example, for the tools in which people try calls by hand. Neither file holds a secret. */

/** The value of a parameter as it stands in an address. */
const inAddress = (value: string) => encodeURIComponent(value).replaceAll('%2F', '/');

const queryOf = ({ example }: Endpoint) => Object.entries(example.query ?? {});

/** The calls as an `.http` file, for the editors that send from one. The token is that of the first call. */
export function httpFile(): string {
  const token = '{{exchange.response.body.$.data.access_token}}';
  const calls = gatewayEndpoints.map((endpoint) => {
    const { method, path, operation, authentication, body, example } = endpoint;
    const query = queryOf(endpoint)
      .map(([name, value]) => `${name}=${inAddress(value)}`)
      .join('&');
    const isExchange = authentication === 'app-credentials';
    return [
      `### ${operation}`,
      ...(isExchange ? ['# @name exchange'] : []),
      `${method} {{base_url}}${path}${query && `?${query}`}`,
      ...(isExchange ? [] : [`Authorization: ${token}`]),
      ...(body === undefined ? [] : [`Content-Type: ${body.mediaType}`, '']),
      ...(isExchange
        ? ['app_key={{app_key}}&app_secret={{app_secret}}']
        : body === undefined
          ? []
          : [JSON.stringify(example.body)]),
    ].join('\n');
  });
  const head = `# Every call of the gateway. Send "${gatewayEndpoints[0]?.operation}" first: the others take its token.
@base_url = ${SAMPLE_BASE_URL}
@app_key = ${SAMPLE_APP_KEY}
@app_secret = {{$processEnv ${SECRET_VARIABLE}}}`;
  return `${[head, ...calls].join('\n\n')}\n`;
}

/** The calls as a Postman collection (format 2.1), a folder for each group. The exchange keeps its token for the others. */
export function postmanCollection({ version }: { readonly version: string }): object {
  const folders = Object.entries(operationGroups).map(([name, description]) => ({
    name,
    description,
    item: gatewayEndpoints.filter(({ group }) => group === name).map(itemOf),
  }));
  return {
    info: {
      name: 'Openhouse open data gateway',
      description: `Set app_key and app_secret of the collection, then send "${gatewayEndpoints[0]?.operation}": it keeps the token that the other calls take. Do not share the collection with a secret in it.`,
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders,
    variable: [
      { key: 'base_url', value: SAMPLE_BASE_URL },
      { key: 'app_key', value: SAMPLE_APP_KEY },
      { key: 'app_secret', value: '', type: 'secret' },
      { key: 'access_token', value: '', type: 'secret' },
    ],
  };
}

/** Keeps the token, or says what the gateway says. */
const KEEP_TOKEN = [
  "pm.test('the gateway gives a token', () => pm.expect(pm.response.json()).to.include({ status: 'success' }));",
  "pm.collectionVariables.set('access_token', pm.response.json().data?.access_token ?? '');",
];

const script = (exec: readonly string[]) => [{ listen: 'test', script: { type: 'text/javascript', exec } }];

function itemOf(endpoint: Endpoint): object {
  const { method, path, operation, description, authentication, body, example } = endpoint;
  const isExchange = authentication === 'app-credentials';
  const query = queryOf(endpoint).map(([key, value]) => ({ key, value }));
  const form = ['app_key', 'app_secret'].map((key) => ({ key, value: `{{${key}}}` }));
  const json = { mode: 'raw', raw: JSON.stringify(example.body), options: { raw: { language: 'json' } } };
  return {
    name: operation,
    event: isExchange ? script(KEEP_TOKEN) : [],
    request: {
      method,
      description,
      header: isExchange ? [] : [{ key: 'Authorization', value: '{{access_token}}' }],
      url: { raw: `{{base_url}}${path}`, host: ['{{base_url}}'], path: path.slice(1).split('/'), query },
      ...(body === undefined ? {} : { body: isExchange ? { mode: 'urlencoded', urlencoded: form } : json }),
    },
  };
}
