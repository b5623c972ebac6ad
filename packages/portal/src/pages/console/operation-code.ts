import { type OperationForm, SECRET_VARIABLE, TOKEN_VARIABLE } from '@openhouse/contract';
import type { CodeTab } from '../../ui/code/code-tab.ts';
import { exchangeInPython, exchangeInShell, tokenInShell } from '../samples/examples.ts';
import { otherTabs } from '../samples/other-tabs.ts';

/** A call, ready to be printed as code. The secret is never part of it. */
export interface WrittenCall {
  readonly form: OperationForm;
  /** Without parameters that are left out. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly appKey: string;
}

/** Stands in the request where the access token stands. */
const TOKEN_PLACEHOLDER = '<access token>';

/** The address of a call: a read has its parameters in it. */
function addressOfCall({ form, parameters, baseUrl }: WrittenCall): string {
  const query = form.mediaType === '' ? new URLSearchParams(parameters).toString() : '';
  return `${baseUrl}${form.path}${query === '' ? '' : `?${query}`}`;
}

/** The request as it goes over the wire, and the same call in six languages. */
export function operationCode(call: WrittenCall): readonly [CodeTab, ...CodeTab[]] {
  const isExchange = call.form.authentication === 'app-credentials';
  return [
    { name: 'HTTP', language: 'shell', code: http(call) },
    { name: 'curl', language: 'shell', code: isExchange ? exchangeInShell(factsOf(call)) : shell(call) },
    { name: 'TypeScript', language: 'typescript', code: isExchange ? exchangeInTypeScript(call) : typescript(call) },
    { name: 'Python', language: 'python', code: python(call) },
    ...otherTabs({
      exchange: { address: `${call.baseUrl}/auth/access_token`, appKey: call.appKey },
      ...(isExchange ? {} : { call: callOf(call) }),
    }),
  ];
}

function callOf(call: WrittenCall) {
  const { method, mediaType } = call.form;
  return { method, address: addressOfCall(call), mediaType, body: mediaType === '' ? '' : bodyOf(call) };
}

const factsOf = ({ baseUrl, appKey }: WrittenCall) => ({ baseUrl, appKey, resourceCode: '' });

/** The body of a POST: numbers are written as numbers, as the contract declares them. */
function bodyOf({ form, parameters }: WrittenCall): string {
  return JSON.stringify(
    Object.fromEntries(
      form.parameters
        .filter(({ name }) => parameters[name] !== undefined)
        .map(({ name, control }) => {
          const value = parameters[name] ?? '';
          return [name, control === 'number' && /^-?\d{1,15}$/.test(value) ? Number(value) : value];
        }),
    ),
  );
}

function http(call: WrittenCall): string {
  const { form, baseUrl, appKey } = call;
  const address = new URL(addressOfCall(call), 'http://localhost');
  const head = [`${form.method} ${address.pathname}${address.search} HTTP/1.1`, `Host: ${hostOf(baseUrl)}`];
  if (form.authentication === 'access-token') head.push(`Authorization: ${TOKEN_PLACEHOLDER}`);
  if (form.mediaType === '') return head.join('\n');
  const body =
    form.authentication === 'app-credentials'
      ? `app_key=${encodeURIComponent(appKey)}&app_secret=<app secret>`
      : bodyOf(call);
  return [...head, `Content-Type: ${form.mediaType}`, '', body].join('\n');
}

function hostOf(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, '').split('/')[0] ?? '';
}

function shell(call: WrittenCall): string {
  const exchange = `# once, good for some minutes
${tokenInShell(factsOf(call))}`;
  const body =
    call.form.mediaType === ''
      ? ''
      : ` \\
  -H "Content-Type: ${call.form.mediaType}" \\
  -d '${bodyOf(call).replaceAll("'", "'\\''")}'`;
  return `${exchange}

curl -sS -H "Authorization: $${TOKEN_VARIABLE}"${body} \\
  "${addressOfCall(call)}"`;
}

/** A text of JavaScript or Python between single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const methodOf = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function typescript({ form, parameters, baseUrl, appKey }: WrittenCall): string {
  const fields = form.parameters.flatMap(({ name, control }) => {
    const value = parameters[name];
    if (value === undefined) return [];
    return [`  ${name}: ${control === 'number' && /^-?\d{1,15}$/.test(value) ? value : quoted(value)},`];
  });
  return `import { createGateway } from '@openhouse/sdk';

const gateway = createGateway({
  baseUrl: ${quoted(baseUrl)},
  appKey: ${quoted(appKey)},
  appSecret: process.env.${SECRET_VARIABLE} ?? '',
});

// The access token is fetched and kept by itself.
const data = await gateway.${methodOf(form.name)}({${fields.length === 0 ? '' : `\n${fields.join('\n')}\n`}});
console.log(data);`;
}

function exchangeInTypeScript({ baseUrl, appKey, form }: WrittenCall): string {
  return `// createGateway of @openhouse/sdk does this by itself. Without it:
const exchange = await fetch(${quoted(`${baseUrl}${form.path}`)}, {
  method: 'POST',
  body: new URLSearchParams({
    app_key: ${quoted(appKey)},
    app_secret: process.env.${SECRET_VARIABLE} ?? '',
  }),
});
const answer = await exchange.json();
if (answer.status !== 'success') throw new Error(answer.message);
// Keep answer.data.access_token on the server until shortly before answer.data.expire_at.`;
}

function python(call: WrittenCall): string {
  const { form } = call;
  const exchange = exchangeInPython(factsOf(call));
  if (form.authentication === 'app-credentials') return exchange;
  const sent =
    form.mediaType === ''
      ? ''
      : `
    data=json.dumps(json.loads(${quoted(bodyOf(call))})).encode(),`;
  const type = form.mediaType === '' ? '' : `, "Content-Type": "${form.mediaType}"`;
  return `${exchange}

call = Request(
    "${addressOfCall(call)}",${sent}
    headers={"Authorization": token["access_token"]${type}},
)
print(ask(call))`;
}
