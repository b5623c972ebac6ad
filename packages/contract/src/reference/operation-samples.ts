import type { Endpoint } from '../endpoint.ts';
import { camelCase } from '../openapi/names.ts';
import { type OtherPrograms, otherPrograms } from './programs/other-programs.ts';
import { type SampleProgram, SECRET_VARIABLE, TOKEN_VARIABLE } from './programs/sample-program.ts';

/** The placeholder for the reader's app key in samples; the portal fills in the real one. */
export const SAMPLE_APP_KEY = 'YOUR_APP_KEY';
/** The gateway's address in samples; the portal fills in the real one. */
export const SAMPLE_BASE_URL = 'http://localhost:4001';

/** One operation's call in several languages. Each sample runs as it is. */
export interface OperationSamples extends OtherPrograms {
  readonly shell: string;
  readonly typescript: string;
  readonly python: string;
}

export function operationSamples(endpoint: Endpoint): OperationSamples {
  return {
    shell: shellSample(endpoint),
    typescript: typescriptSample(endpoint),
    python: pythonSample(endpoint),
    ...otherPrograms(programOf(endpoint)),
  };
}

function shellSample({ method, path, authentication, body, example }: Endpoint): string {
  const address = SAMPLE_BASE_URL + path;
  if (authentication === 'app-credentials') {
    return `curl -sS ${address} \\
  -d app_key=${SAMPLE_APP_KEY} \\
  --data-urlencode "app_secret=$${SECRET_VARIABLE}"`;
  }
  const token = `-H "Authorization: $${TOKEN_VARIABLE}"`;
  if (body !== undefined) {
    return `curl -sS ${address} \\
  ${token} \\
  -H 'Content-Type: ${body.mediaType}' \\
  -d '${JSON.stringify(example.body)}'`;
  }
  const given = Object.entries(example.query ?? {});
  if (method === 'GET' && given.every(([, value]) => /^[\w-]+$/.test(value))) {
    const query = given.map(([name, value]) => `${name}=${value}`).join('&');
    return `curl -sS ${token} \\
  '${address}?${query}'`;
  }
  const parameters = given.map(([name, value]) => ` \\\n  --data-urlencode '${name}=${value}'`).join('');
  return `curl -sS -G ${token} \\
  ${address}${parameters}`;
}

function typescriptSample({ name, authentication, body, example }: Endpoint): string {
  const input = body === undefined ? example.query : example.body;
  const call =
    authentication === 'app-credentials' ? 'accessToken()' : `${camelCase(name)}(${objectLiteral(input ?? {})})`;
  return `import { createGateway } from '@openhouse/sdk';

const gateway = createGateway({
  baseUrl: '${SAMPLE_BASE_URL}',
  appKey: '${SAMPLE_APP_KEY}',
  appSecret: process.env.${SECRET_VARIABLE} ?? '',
});

const data = await gateway.${call};
${authentication === 'app-credentials' ? 'console.log(new Date(data.expire_at * 1000));' : 'console.log(data);'}`;
}

function objectLiteral(input: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(input).map(([name, value]) => `${name}: ${literal(name, value)}`);
  const line = `{ ${members.join(', ')} }`;
  return line.length <= 60 ? line : `{\n${members.map((member) => `  ${member},\n`).join('')}}`;
}

/** The SDK takes lists as arrays and flags as numbers or strings; everything else as on the wire. */
function literal(name: string, value: string | number): string {
  if (typeof value === 'number') return String(value);
  const list = name === 'types' || name === 'paths' ? (JSON.parse(value) as string[]) : undefined;
  return list === undefined ? quoted(value) : `[${list.map(quoted).join(', ')}]`;
}

const quoted = (text: string) => `'${text}'`;

/** A refusal has a body that says what was wrong, which `urlopen` alone would hide behind "HTTP Error 401". */
const pythonAnswer = (request: string, data: string) => `try:
    answer = json.load(urlopen(${request}))
except HTTPError as refusal:
    answer = json.load(refusal)
print(answer["status"], answer${data} if answer["code"] == 0 else answer["message"])`;

function pythonSample({ path, authentication, body, example }: Endpoint): string {
  const address = SAMPLE_BASE_URL + path;
  if (authentication === 'app-credentials') {
    return `import json, os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

form = urlencode({
    "app_key": "${SAMPLE_APP_KEY}",
    "app_secret": os.environ.get("${SECRET_VARIABLE}", ""),
}).encode()
${pythonAnswer(`"${address}", form`, '["data"]["expire_at"]')}`;
  }
  const token = `"Authorization": os.environ.get("${TOKEN_VARIABLE}", "")`;
  if (body !== undefined) {
    return `import json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "${address}",
    data=json.dumps(${pythonDictionary(example.body ?? {})}).encode(),
    headers={${token}, "Content-Type": "${body.mediaType}"},
)
${pythonAnswer('request', '["data"]')}`;
  }
  return `import json, os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = urlencode(${pythonDictionary(example.query ?? {})})
request = Request(
    f"${address}?{query}",
    headers={${token}},
)
${pythonAnswer('request', '["data"]')}`;
}

const pythonDictionary = (input: Readonly<Record<string, string | number>>) =>
  `{${Object.entries(input)
    .map(([name, value]) => `"${name}": ${pythonLiteral(value)}`)
    .join(', ')}}`;

const pythonLiteral = (value: string | number) =>
  typeof value === 'number' ? String(value) : value.includes('"') ? `'${value}'` : `"${value}"`;

/** The call of the example as a program. */
function programOf({ method, path, authentication, body, example }: Endpoint): SampleProgram {
  const address = SAMPLE_BASE_URL + path;
  if (authentication === 'app-credentials') return { exchange: { address, appKey: SAMPLE_APP_KEY } };
  const query = Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    call: {
      method,
      address: query.length === 0 ? address : `${address}?${query.join('&')}`,
      mediaType: body?.mediaType ?? '',
      body: body === undefined ? '' : JSON.stringify(example.body),
    },
  };
}
