import { vrInfo } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSameRequests, expectUnharmed } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { type Header, type Http2Request, sendHttp2 } from './http2-wire.ts';
import { callOf } from './tenants.ts';

/** Without a byte for so long it is taken that nothing more comes, in milliseconds. */
const QUIET_MS = 3000;

const PSEUDO: readonly Header[] = [
  [':method', 'POST'],
  [':scheme', 'https'],
  [':authority', 'localhost'],
  [':path', '/auth/access_token'],
];
/** The request with one of its pseudo headers in another way. */
const instead = (name: string, value: string): readonly Header[] =>
  PSEUDO.map(([one, usual]) => [one, one === name ? value : usual]);
const withHeader = (...more: readonly Header[]): readonly Header[] => [...PSEUDO, ...more];

/** What nginx speaks with browsers is HTTP/2, and with the service HTTP/1.1: what ends a line or a body here must not do so there. */
function attempts(hidden: string): readonly (readonly [string, Http2Request])[] {
  const line = `x\r\n\r\n${hidden}`;
  const breaks: [string, string][] = [
    ['CR LF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
    ['NUL', '\0'],
    ['a line break of Unicode', '\u0085'],
  ];
  const inPseudo = [':method', ':scheme', ':authority', ':path'].flatMap((name) =>
    breaks.map(([what, bytes]): [string, Http2Request] => [
      `${what} in ${name}`,
      { headers: instead(name, `/x HTTP/1.1${bytes}Host: localhost${bytes}${bytes}${hidden}`) },
    ]),
  );
  const inHeaders = breaks.flatMap(([what, bytes]): [string, Http2Request][] => [
    [
      `${what} in a value`,
      { headers: withHeader(['x', `a${bytes}Transfer-Encoding: chunked`]), body: `0\r\n\r\n${hidden}` },
    ],
    [
      `${what} in a name`,
      { headers: withHeader([`x: a${bytes}transfer-encoding`, 'chunked']), body: `0\r\n\r\n${hidden}` },
    ],
  ]);
  return [
    ...inPseudo,
    ...inHeaders,
    ...[
      ['transfer-encoding', 'chunked'],
      ['transfer-encoding', 'identity'],
      ['Transfer-Encoding', 'chunked'],
      ['transfer-encoding ', 'chunked'],
      ['transfer_encoding', 'chunked'],
      ['te', 'chunked'],
      ['te', 'trailers'],
      ['connection', 'content-length'],
      ['connection', 'transfer-encoding'],
      ['proxy-connection', 'keep-alive'],
      ['keep-alive', '1'],
      ['upgrade', 'h2c'],
      ['expect', '100-continue'],
      ['content-length', '0'],
      ['content-length', '5'],
      ['content-length', '+5'],
      ['content-length', '5, 5'],
      ['content-length', '0x5'],
      ['content-length', '-1'],
      ['content-length', '99999999999999999999'],
      ['content-length', ''],
      ['content_length', '0'],
      ['', 'nameless'],
      [':', 'colon'],
      ['a b', 'blank'],
      ['a:b', 'colon inside'],
      ['host', 'elsewhere.example'],
      [':path', '/open/v3/vr/info'],
      [':unknown', 'x'],
    ].map(([name = '', value = '']): [string, Http2Request] => [
      `${name}: ${value}`,
      { headers: withHeader([name, value]), body: `0\r\n\r\n${hidden}` },
    ]),
    [
      'two lengths',
      { headers: withHeader(['content-length', '0'], ['content-length', '5']), body: `0\r\n\r\n${hidden}` },
    ],
    ['a longer length than the body', { headers: withHeader(['content-length', '9999']), body: hidden }],
    ['a body without a length', { headers: PSEUDO, body: hidden }],
    ['a body of a GET', { headers: instead(':method', 'GET'), body: hidden }],
    ['a body of a HEAD', { headers: instead(':method', 'HEAD'), body: hidden }],
    ['a method with a blank', { headers: instead(':method', 'GET /open/v3/vr/info HTTP/1.1') }],
    ['no path', { headers: PSEUDO.filter(([name]) => name !== ':path') }],
    ['an empty path', { headers: instead(':path', '') }],
    ['a path without a slash', { headers: instead(':path', 'open') }],
    ['a path with a blank', { headers: instead(':path', `/x HTTP/1.0 ${line}`) }],
    ['an address for a path', { headers: instead(':path', 'http://elsewhere.example/x') }],
    ['a path twice', { headers: [...PSEUDO, [':path', '/x']] }],
    ['a pseudo header behind a plain one', { headers: [['x', 'y'], ...PSEUDO] }],
    ['a user before the host', { headers: instead(':authority', 'localhost@elsewhere.example') }],
    ['an empty host', { headers: instead(':authority', '') }],
    ['lengths in trailers', { headers: PSEUDO, body: 'a=b', trailers: [['content-length', '0']] }],
    ['a coding in trailers', { headers: PSEUDO, body: hidden, trailers: [['transfer-encoding', 'chunked']] }],
    ['a path in trailers', { headers: PSEUDO, body: 'a=b', trailers: [[':path', '/open/v3/vr/info']] }],
    ['line breaks in trailers', { headers: PSEUDO, body: 'a=b', trailers: [['x', line]] }],
  ];
}

describe.skipIf(cannotAttack)('HTTP/2 that no client would send', () => {
  let attacked: Attacked;
  beforeAll(async () => {
    attacked = await attackedService();
  });
  afterAll(() => attacked?.remove());

  test('a request as it is meant to be is answered', async () => {
    const [, proxied] = attacked.gateways;
    const [attacker] = attacked.tenants;
    const [, target = ''] = callOf(attacker, vrInfo).split(' ');
    const headers = [
      ...instead(':method', 'GET').map(([name, value]) => [name, name === ':path' ? target : value] as const),
    ];
    const answer = await sendHttp2(proxied, { headers: [...headers, ['authorization', attacker.token]] }, QUIET_MS);
    expect(answer).toContain(attacker.mark);
  });

  test('no part of one becomes another request, and nobody else notices', async () => {
    const [, proxied] = attacked.gateways;
    const [attacker, victim] = attacked.tenants;
    const all = attempts(callOf(attacker, vrInfo));
    await expectSameRequests(attacked, async () => {
      for (const [about, request] of all) {
        const answer = await sendHttp2(proxied, request, QUIET_MS);
        expect(answer.includes(attacker.mark), about).toBe(false);
        await expectUnharmed(proxied, victim, about);
      }
    });
    expect(all.length).toBeGreaterThan(60);
  });
});
