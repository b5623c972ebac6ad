import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useStore } from '../testing/database.ts';
import type { Envelope } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../testing/raw-http.ts';
import { slowAfter } from '../testing/slow-after.ts';
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

  const INFO = '/open/v3/vr/info?resource_code=own-tour';
  const ROUTES = '/open/v3/route/search?resource_code=own-tour';
  const TAGS = '/open/v3/custom/hot/list?resource_code=own-tour';
  const LIST = '/open/v1/entity/vr/list';
  const ask = async (method: string, target: string, headers: readonly string[] = [], body = '') => {
    const request = rawRequest(method, target, ['Host: x', ...headers], body);
    const answer = await sendRaw(suite.gateway.port, request);
    const envelope = JSON.parse(answer.body) as Envelope;
    return { http: answer.status, envelope, ignored: answer.headers['x-ignored-parameters'] };
  };
  const read = (target: string) => ask('GET', target, [`Authorization: ${suite.token}`]);

  // Each leniency has a row: what it takes, and that the answer is the one of the declared spelling.
  test.each([
    ['/open/v3/vr/info?resource%5Fcode=own%2Dtour', INFO, undefined],
    ['/open/v3/vr/info?resource%5fcode=own%2dtour&', INFO, undefined],
    ['/open/v3/vr/info?&resource_code=&vr_code=own-tour', INFO, undefined],
    ['HTTP://Elsewhere:80/open/v3/vr/info?resource_code=own-tour', INFO, undefined],
    [`${INFO}&a=1&a=2&b[]=3`, INFO, 'a, b[]'],
    [`${INFO}&q=%C4%E3`, INFO, 'q'],
    [`${INFO}&__proto__=1`, INFO, '__proto__'],
    [`${INFO}&${'s'.repeat(33)}=1`, INFO, '(another)'],
    [`${INFO}&a%0D%0ASet-Cookie:x=1`, INFO, '(another)'],
    [`${TAGS}&order_by=ID+Desc`, `${TAGS}&order_by=id%20desc`, undefined],
    [`${TAGS}&order_by=create_time`, `${TAGS}&order_by=create_time%20asc`, undefined],
    [`${ROUTES}&is_asc=False`, `${ROUTES}&is_asc=0`, undefined],
    [`${ROUTES}&types%5B%5D=a+b&types=c`, `${ROUTES}&types=%5B%22a%20b%22%2C%22c%22%5D`, undefined],
    [`${ROUTES}&types[0]=walk&types[1]=x`, `${ROUTES}&types=walk,x`, undefined],
    [`${LIST}?page=&page_size=`, LIST, undefined],
  ])('%s answers what %s does', async (spelled, declared, ignored) => {
    const [taken, right] = [await read(spelled), await read(declared)];
    expect([taken.http, taken.envelope.status]).toEqual([200, 'success']);
    expect(taken.envelope.data).toEqual(right.envelope.data);
    expect(taken.ignored).toBe(ignored);
  });

  // And one for what it must not open: a filter that is dropped, a value that is guessed, a secret in an address.
  slowAfter(4, [
    [`${ROUTES}&Types=a`, 'err_parameter_invalid', 'types may be meant'],
    [`${ROUTES}&types[a]=b`, 'err_parameter_invalid', 'types may be meant'],
    [`${ROUTES}&type=%C4%E3`, 'err_parameter_invalid', 'types may be meant'],
    [`${ROUTES}&types[]=%C4%E3`, 'err_parameter_invalid', 'percent-encoded'],
    [`${ROUTES}&types=a,,b`, 'err_parameter_invalid', 'types is malformed'],
    [`${ROUTES}&types=[%22a%22`, 'err_parameter_invalid', 'types is malformed'],
    [`${ROUTES}&is_asc=yes`, 'err_parameter_invalid', 'is_asc is malformed'],
    [`${ROUTES}&is_asc=1&is_asc=0`, 'err_parameter_invalid', 'more than once'],
    [`${ROUTES}&is_asc[]=1`, 'err_parameter_invalid', 'without brackets'],
    [`${TAGS}&order_by=id,desc`, 'err_parameter_invalid', 'order_by is malformed'],
    [`${TAGS}&order_by[$ne]=id`, 'err_parameter_invalid', 'order_by may be meant'],
    [`${TAGS}&orderBy=id`, 'err_parameter_invalid', 'order_by may be meant'],
    [`${INFO}&resource_cod=x`, 'err_parameter_invalid', 'resource_code may be meant'],
    [`${INFO}&vr_code=own-tour`, 'err_parameter_invalid', 'more than once'],
    [`${INFO}&t%zz=1`, 'err_parameter_invalid', 'percent-encoded'],
    ['/open/v3/vr/info?resource_code=own-tour#a', 'err_parse_resource_code_failed', 'cannot be parsed'],
    ['/open/v3/vr/info?resource_code=own-tour+', 'err_parse_resource_code_failed', 'cannot be parsed'],
    ['/open/v3/vr/info?vr_code=%C4%E3', 'err_parse_resource_code_failed', 'cannot be parsed'],
    [`${LIST}?page=%2B1`, 'err_parameter_invalid', 'page is malformed'],
    [`${LIST}?page_size=1e2`, 'err_parameter_invalid', 'page_size is malformed'],
    [`${LIST}?modifiedSince=1`, 'err_parameter_invalid', 'modified_since may be meant'],
    ['/OPEN/v3/vr/info?resource_code=own-tour', 'err_path_not_found', '/open/v3/vr/info may be meant'],
    ['/open/v3//vr/%69nfo?resource_code=own-tour', 'err_path_not_found', '/open/v3/vr/info may be meant'],
  ])('%s is %s', async (target, status, message) => {
    const { envelope } = await read(target);
    expect(envelope).toMatchObject({ status, data: null, message: expect.stringContaining(message) });
  });

  test.each([
    ['application/json; charset="utf-8"', 'json', 'success'],
    ['APPLICATION/JSON', 'json', 'success'],
    ['application/x-www-form-urlencoded;charset=UTF-8', 'form', 'success'],
    ['application/json; charset=latin1', 'json', 'err_unsupported_media_type'],
    ['application/x-www-form-urlencoded', 'json', 'err_parameter_invalid'],
    ['application/json', 'form', 'err_parameter_invalid'],
    ['text/plain', 'json', 'err_unsupported_media_type'],
    ['multipart/form-data; boundary=x', 'form', 'err_unsupported_media_type'],
  ])('an exchange as %s with %s: %s; the secret is in no log and no answer', async (type, spelling, status) => {
    const pair = { app_key: suite.own.appKey, app_secret: suite.own.appSecret };
    const body = spelling === 'json' ? JSON.stringify(pair) : new URLSearchParams(pair).toString();
    const { envelope } = await ask('POST', '/auth/access_token', [`Content-Type: ${type}`], body);
    expect(envelope.status).toBe(status);
    const log = suite.gateway.answered.map((call) => callLine(call, 0, 0)).join('');
    expect(JSON.stringify(envelope) + log).not.toContain(suite.own.appSecret);
  });

  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';
  test.each([
    ['packed JSON', [JSON_TYPE, 'gzip'], 'json', 'err_unsupported_media_type', 'Content-Encoding'],
    ['a packed form', [FORM_TYPE, 'br'], 'form', 'err_unsupported_media_type', 'Content-Encoding'],
    ['JSON of another charset', [`${JSON_TYPE}; charset=gbk`], 'json', 'err_unsupported_media_type', 'another charset'],
    ['a form of another charset', [`${FORM_TYPE};charset=x`], 'form', 'err_unsupported_media_type', 'another charset'],
    ['JSON that says a form, as curl -d sends it', [FORM_TYPE], 'json', 'err_parameter_invalid', 'looks like JSON'],
    ['nothing', [JSON_TYPE], 'nothing', 'err_parameter_invalid', 'The body is empty'],
  ])('an exchange of %s is told what was wrong', async (_, [type, coding], spelling, status, message) => {
    const pair = { app_key: suite.own.appKey, app_secret: suite.own.appSecret };
    const bodies = { json: JSON.stringify(pair), form: String(new URLSearchParams(pair)), nothing: '' };
    const headers = [`Content-Type: ${type}`, ...(coding === undefined ? [] : [`Content-Encoding: ${coding}`])];
    const { envelope } = await ask('POST', '/auth/access_token', headers, bodies[spelling as keyof typeof bodies]);
    expect(envelope).toMatchObject({ status, data: null, message: expect.stringContaining(message) });
  });
});
