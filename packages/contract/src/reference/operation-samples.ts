import type { Endpoint } from '../endpoint.ts';
import { camelCase } from '../openapi/names.ts';

/** The placeholder for the reader's app key in samples; the portal fills in the real one. */
export const SAMPLE_APP_KEY = 'YOUR_APP_KEY';
/** The environment variables from which samples read the app secret and the access token. */
export const SECRET_VARIABLE = 'OPENHOUSE_APP_SECRET';
export const TOKEN_VARIABLE = 'OPENHOUSE_TOKEN';
/** The gateway's address in samples; the portal fills in the real one. */
export const SAMPLE_BASE_URL = 'http://localhost:4001';

/** One operation's call in several languages. Each sample runs as it is. */
export interface OperationSamples {
  readonly shell: string;
  readonly typescript: string;
  readonly python: string;
  readonly go: string;
  readonly php: string;
  readonly java: string;
}

export function operationSamples(endpoint: Endpoint): OperationSamples {
  return {
    shell: shellSample(endpoint),
    typescript: typescriptSample(endpoint),
    python: pythonSample(endpoint),
    go: goSample(endpoint),
    php: phpSample(endpoint),
    java: javaSample(endpoint),
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

/** The address of a call, with the parameters of the example in it. */
function addressOf({ path, example }: Endpoint): string {
  const query = Object.entries(example.query ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${SAMPLE_BASE_URL}${path}${query === '' ? '' : `?${query}`}`;
}

function goSample(endpoint: Endpoint): string {
  const { method, authentication, body, example } = endpoint;
  const isExchange = authentication === 'app-credentials';
  const sent = isExchange
    ? `strings.NewReader(url.Values{
		"app_key":    {"${SAMPLE_APP_KEY}"},
		"app_secret": {os.Getenv("${SECRET_VARIABLE}")},
	}.Encode())`
    : body === undefined
      ? 'nil'
      : `strings.NewReader(\`${JSON.stringify(example.body)}\`)`;
  const imports = [
    'io',
    'log',
    'net/http',
    ...(isExchange ? ['net/url'] : []),
    'os',
    ...(body === undefined ? [] : ['strings']),
  ];
  const headers = [
    ...(isExchange ? [] : [`"Authorization", os.Getenv("${TOKEN_VARIABLE}")`]),
    ...(body === undefined ? [] : [`"Content-Type", "${body.mediaType}"`]),
  ];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
	request, err := http.NewRequest("${method}", "${addressOf(endpoint)}", ${sent})
	if err != nil {
		log.Fatal(err)
	}
${headers.map((header) => `\trequest.Header.Set(${header})`).join('\n')}
	// A redirect is not followed: it would take what is sent to another address.
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(os.Stdout, answer.Body); err != nil {
		log.Fatal(err)
	}
}`;
}

function phpSample(endpoint: Endpoint): string {
  const { method, authentication, body, example } = endpoint;
  const isExchange = authentication === 'app-credentials';
  const headers = [
    ...(isExchange ? [] : [`'Authorization: ' . getenv('${TOKEN_VARIABLE}')`]),
    ...(body === undefined ? [] : [`'Content-Type: ${body.mediaType}'`]),
  ];
  const content = isExchange
    ? `http_build_query([
        'app_key' => '${SAMPLE_APP_KEY}',
        'app_secret' => (string) getenv('${SECRET_VARIABLE}'),
    ])`
    : `'${JSON.stringify(example.body)}'`;
  return `<?php
$options = [
    'method' => '${method}',
    'header' => [${headers.join(', ')}],${body === undefined ? '' : `\n    'content' => ${content},`}
    // The answer says what is wrong; a redirect would take what is sent to another address.
    'ignore_errors' => true,
    'follow_location' => 0,
];
echo file_get_contents(
    '${addressOf(endpoint)}',
    false,
    stream_context_create(['http' => $options]),
);`;
}

function javaSample(endpoint: Endpoint): string {
  const { authentication, body, example } = endpoint;
  const isExchange = authentication === 'app-credentials';
  const imports = [
    'java.net.URI',
    ...(isExchange ? ['java.net.URLEncoder'] : []),
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    ...(body === undefined ? [] : ['java.net.http.HttpRequest.BodyPublishers']),
    'java.net.http.HttpResponse.BodyHandlers',
    ...(isExchange ? ['java.nio.charset.StandardCharsets'] : []),
  ];
  const variable = (name: string) => `System.getenv().getOrDefault("${name}", "")`;
  const content = isExchange ? 'form' : JSON.stringify(JSON.stringify(example.body));
  const steps = [
    ...(isExchange ? [] : [`.header("Authorization", ${variable(TOKEN_VARIABLE)})`]),
    ...(body === undefined
      ? []
      : [`.header("Content-Type", "${body.mediaType}")`, `.POST(BodyPublishers.ofString(${content}))`]),
    '.build();',
  ];
  const form = `        String secret = ${variable(SECRET_VARIABLE)};
        String form = "app_key=${SAMPLE_APP_KEY}&app_secret=" + URLEncoder.encode(secret, StandardCharsets.UTF_8);
`;
  return `${imports.map((name) => `import ${name};`).join('\n')}

public class Call {
    public static void main(String[] arguments) throws Exception {
${isExchange ? form : ''}        HttpRequest request = HttpRequest.newBuilder(URI.create("${addressOf(endpoint)}"))
${steps.map((step) => `            ${step}`).join('\n')}
        System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
    }
}`;
}
