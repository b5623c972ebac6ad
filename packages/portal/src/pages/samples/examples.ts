import { SECRET_VARIABLE, TOKEN_VARIABLE } from '@openhouse/contract';
import type { CodeTab } from '../../ui/code/code-tab.ts';
import { otherTabs } from './other-tabs.ts';

/** What an example is filled in with, so that it runs as shown. */
export interface ExampleFacts {
  /** The gateway's address. */
  readonly baseUrl: string;
  /** The app's public key; a placeholder for a reader without an app. The secret never stands in an example. */
  readonly appKey: string;
  readonly resourceCode: string;
}

/** Stands for the secret until the reader puts theirs in its place. */
const SECRET_PLACEHOLDER = 'YOUR_APP_SECRET';

/** Hands the secret to the examples that follow in the same shell. A secret has no character that a shell reads. */
const exportInShell = (secret: string) => `export ${SECRET_VARIABLE}='${secret}'`;

/** @returns The example with the reader's secret in it, for the clipboard alone: no page shows it. */
export function withSecret(code: string, secret: string): string {
  return code.replace(exportInShell(SECRET_PLACEHOLDER), exportInShell(secret));
}

/** The exchange of key and secret for a token, kept in the shell. */
export function exchangeInShell({ baseUrl, appKey }: Pick<ExampleFacts, 'baseUrl' | 'appKey'>): string {
  return `curl -sS ${baseUrl}/auth/access_token \\
  -d "app_key=${appKey}" \\
  --data-urlencode "app_secret=$${SECRET_VARIABLE}"`;
}

/** The same, with the token in a variable. What the gateway says instead of a token is shown, and not taken for one. */
export function tokenInShell(facts: Pick<ExampleFacts, 'baseUrl' | 'appKey'>): string {
  return `ANSWER=$(${exchangeInShell(facts)})
${TOKEN_VARIABLE}=$(echo "$ANSWER" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
[ -n "$${TOKEN_VARIABLE}" ] || echo "No access token: $ANSWER"`;
}

/** Of the first read. */
const addressOfTour = ({ baseUrl, resourceCode }: ExampleFacts) =>
  `${baseUrl}/open/v3/vr/info?resource_code=${resourceCode}`;

/** The first read. The token is sent raw, without "Bearer". */
function readInShell(facts: ExampleFacts): string {
  return `curl -sS -H "Authorization: $${TOKEN_VARIABLE}" \\
  "${addressOfTour(facts)}"`;
}

function typescript(facts: ExampleFacts): string {
  return `const exchange = await fetch('${facts.baseUrl}/auth/access_token', {
  method: 'POST',
  body: new URLSearchParams({
    app_key: '${facts.appKey}',
    app_secret: process.env.${SECRET_VARIABLE} ?? '',
  }),
});
const answer = await exchange.json();
if (answer.status !== 'success') throw new Error(answer.message);

// Keep the token until shortly before answer.data.expire_at.
const read = await fetch('${addressOfTour(facts)}', {
  headers: { Authorization: answer.data.access_token },
});
const tour = await read.json();
if (tour.status !== 'success') throw new Error(tour.message);
console.log(tour.data.name);`;
}

/**
 * The exchange in Python, with a function for further calls. `urlopen` alone would hide what the gateway says of a refusal behind
 * "HTTP Error 401".
 */
export function exchangeInPython({ baseUrl, appKey }: Pick<ExampleFacts, 'baseUrl' | 'appKey'>): string {
  return `import json, os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

def ask(request, form=None):
    try:
        answer = json.load(urlopen(request, form))
    except HTTPError as refusal:
        answer = json.load(refusal)
    if answer["status"] != "success":
        raise SystemExit(answer["message"])
    return answer["data"]

form = urlencode({
    "app_key": "${appKey}",
    "app_secret": os.environ["${SECRET_VARIABLE}"],
}).encode()
# Keep the token on the server until shortly before token["expire_at"].
token = ask("${baseUrl}/auth/access_token", form)`;
}

function python(facts: ExampleFacts): string {
  return `${exchangeInPython(facts)}

tour = ask(Request(
    "${addressOfTour(facts)}",
    headers={"Authorization": token["access_token"]},
))
print(tour["name"])`;
}

/** From key and secret to a tour in a shell. */
export function quickStartInShell(facts: ExampleFacts): string {
  return `${exportInShell(SECRET_PLACEHOLDER)}

# 1. exchange key and secret for an access token
${tokenInShell(facts)}

# 2. read a tour
${readInShell(facts)}`;
}

/** From key and secret to a tour, in the languages back ends are written in. */
export function quickStart(facts: ExampleFacts): readonly [CodeTab, ...CodeTab[]] {
  return [
    { name: 'curl', language: 'shell', code: quickStartInShell(facts) },
    { name: 'TypeScript', language: 'typescript', code: typescript(facts) },
    { name: 'Python', language: 'python', code: python(facts) },
    ...otherTabs({
      exchange: { address: `${facts.baseUrl}/auth/access_token`, appKey: facts.appKey },
      call: { method: 'GET', address: addressOfTour(facts), mediaType: '', body: '' },
    }),
  ];
}

/** A tour every fresh install holds, and a key that stands for the reader's own. */
export function exampleFacts(baseUrl: string): ExampleFacts {
  return { baseUrl, appKey: 'YOUR_APP_KEY', resourceCode: 'demo-loft' };
}
