import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useStore } from '../testing/database.ts';
import type { Envelope } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../testing/raw-http.ts';
import { callLine } from './http/call-line.ts';

/** What a public client of such gateways sends, and what is right. */
interface Case {
  readonly why: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly right: { readonly http: number; readonly status: string; readonly note: string };
}

const cases = readFileSync(new URL('../testing/cases/calls.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

/** What the answer must say, beyond its status: by the target and body of the case. */
const said: readonly { readonly of: string; readonly message?: RegExp; readonly ignored?: string }[] = [
  { of: '%0A', message: /white space in the app secret/ },
  { of: 'app_key={secret}', message: /look swapped/ },
  { of: '&_=', ignored: '_' },
  { of: 'lang=zh', ignored: 'lang' },
  { of: '&type=', message: / type.* types may be meant/ },
  { of: '/vr/info/?', message: / \/open\/v3\/vr\/info may be meant/ },
  { of: '/custom/group', message: / \/open\/v3\/cutom\/group\/tree may be meant/ },
];

describe('calls as public clients write them', () => {
  const suite = useGateway(useStore());

  test.each(cases)('$why', async (one) => {
    const { appKey, appSecret } = suite.own;
    const values: Readonly<Record<string, string>> = {
      code: 'own-tour',
      token: suite.token,
      key: appKey,
      secret: appSecret,
    };
    const filled = (text: string) => text.replaceAll(/\{(code|token|key|secret)\}/g, (_, name) => values[name] ?? '');
    const headers = Object.entries(one.headers).map(([name, value]) => `${name}: ${filled(value)}`);
    const request = rawRequest(one.method, filled(one.target), ['Host: x', ...headers], filled(one.body ?? ''));
    const answer = await sendRaw(suite.gateway.port, request);
    const envelope = JSON.parse(answer.body) as Envelope;
    expect([answer.status, envelope.status]).toEqual([one.right.http, one.right.status]);
    const [expected] = said.filter(({ of }) => `${one.target} ${one.body ?? ''}`.includes(of));
    if (expected?.message !== undefined) expect(envelope.message).toMatch(expected.message);
    expect(answer.headers['x-ignored-parameters']).toBe(expected?.ignored);
    const log = suite.gateway.answered.map((call) => callLine(call, 0, 0)).join('');
    expect(envelope.message + log).not.toContain(appSecret);
  });
});
