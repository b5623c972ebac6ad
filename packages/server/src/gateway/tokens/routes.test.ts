import { describe, expect, test } from 'vitest';
import { secretVerifier } from '../../apps/app-secret.ts';
import { stampApp } from '../../apps/app-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { useStore } from '../../testing/database.ts';
import { call, exchange } from '../../testing/envelope.ts';
import { testPepper } from '../../testing/gateway.ts';
import { useGateway } from '../../testing/gateway-suite.ts';

const PATH = '/auth/access_token';

describe('POST /auth/access_token', () => {
  const store = useStore();
  const suite = useGateway(store);
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const right = () => ({ app_key: suite.own.appKey, app_secret: suite.own.appSecret });
  const post = (init: RequestInit) => call(suite.gateway.baseUrl, PATH, init);

  test('success: the right key and secret give a token and when it ends', { tags: 'slow' }, async () => {
    const before = Math.floor(Date.now() / 1000);
    const { http, envelope, headers } = await post(form(right()));
    const after = Math.ceil(Date.now() / 1000);
    expect(http).toBe(200);
    expect(envelope).toMatchObject({ code: 0, status: 'success' });
    expect(Object.keys(envelope.data)).toEqual(['access_token', 'expire_at']);
    expect(envelope.data.expire_at).toBeGreaterThanOrEqual(before + 600);
    expect(envelope.data.expire_at).toBeLessThanOrEqual(after + 600);
    expect(headers.get('x-request-id')).toBe(envelope.request_id);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('success costs no statement: nothing is read from the store or written to it', { tags: 'slow' }, async () => {
    const before = suite.gateway.statements();
    await post(form(right()));
    expect(suite.gateway.statements()).toBe(before);
  });

  describe('err_app_credentials_invalid', () => {
    test('an unknown key and a wrong secret are the same bytes, ids and cost aside', async () => {
      const strip = (text: string) => text.replace(/"(request_id|trace_id)":"[^"]*"|"cost":\d+/g, '');
      const wrong = await post(form({ ...right(), app_secret: suite.other.appSecret }));
      const unknown = await post(form({ ...right(), app_key: 'ohk_nobody' }));
      expect(wrong.http).toBe(401);
      expect(wrong.envelope).toMatchObject({ code: -2, status: 'err_app_credentials_invalid', data: null });
      expect(strip(unknown.text)).toBe(strip(wrong.text));
      const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'date');
      expect(names(unknown.headers)).toEqual(names(wrong.headers));
    });

    test('a disabled app with a wrong secret is not told that it is disabled', async () => {
      await disable(suite.own.appId);
      const { envelope } = await post(form({ ...right(), app_secret: `${suite.own.appSecret}x` }));
      expect(envelope.status).toBe('err_app_credentials_invalid');
    });
  });

  test('err_app_disabled: only after the right secret', async () => {
    await disable(suite.own.appId);
    const { http, envelope } = await post(form(right()));
    expect(http).toBe(403);
    expect(envelope).toMatchObject({ code: -2, status: 'err_app_disabled' });
  });

  test('err_app_expired: the trial has ended', async () => {
    await change("update app set trial_ends_at = now() - interval '1 second'", suite.own.appId);
    expect((await post(form(right()))).envelope).toMatchObject({ code: -2, status: 'err_app_expired' });
  });

  test('a pending trial works', async () => {
    await change('update app set trial_ends_at = null', suite.own.appId);
    expect((await post(form(right()))).envelope.status).toBe('success');
  });

  describe('err_unsupported_media_type', () => {
    test.each([
      ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }, /form/],
      ['text', { 'content-type': 'text/plain' }, /form/],
      ['another charset', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' }, /in UTF-8/],
    ])('%s', async (_, headers, says) => {
      const { http, envelope } = await post({ method: 'POST', headers, body: JSON.stringify(right()) });
      expect(http).toBe(415);
      expect(envelope.status).toBe('err_unsupported_media_type');
      expect(envelope.message).toMatch(says);
    });
  });

  describe('the same names as JSON', () => {
    const json = (body: unknown) =>
      post({
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
      });

    test('are exchanged, and what clients send beside them is ignored and named', async () => {
      const answer = await json({ ...right(), grant_type: 'client_credentials' });
      expect([answer.http, answer.envelope.status]).toEqual([200, 'success']);
      expect(answer.headers.get('x-ignored-parameters')).toBe('grant_type');
    });

    test.each([
      ['a wrong secret', () => ({ ...right(), app_secret: 'ohs_wrong' }), 'err_app_credentials_invalid'],
      ['no secret', () => ({ app_key: 'ohk_a' }), 'err_parameter_invalid'],
      ['null', () => ({ app_key: 'ohk_a', app_secret: null }), 'err_parameter_invalid'],
      ['a list', () => ({ app_key: ['ohk_a'], app_secret: 'b' }), 'err_parameter_invalid'],
      ['no object', () => [right()], 'err_parameter_invalid'],
    ])('are refused as in a form: %s', async (_, body, status) => {
      expect((await json(body())).envelope.status).toBe(status);
    });
  });

  describe('err_app_credentials_invalid names what is visibly wrong', () => {
    const refused = async (credentials: { app_key: string; app_secret: string }) => {
      const { http, envelope } = await post(form(credentials));
      expect([http, envelope.status]).toEqual([401, 'err_app_credentials_invalid']);
      for (const value of Object.values(right())) expect(envelope.message).not.toContain(value);
      return envelope.message;
    };

    test.each(['\n', ' ', '\t', '\u00a0', '\u3000'])('white space (%j) behind or before', async (space) => {
      const { app_key, app_secret } = right();
      expect(await refused({ app_key, app_secret: app_secret + space })).toMatch(/white space in the app secret/);
      expect(await refused({ app_key: space + app_key, app_secret })).toMatch(/white space in the app key/);
    });

    test('key and secret swapped', async () => {
      const { app_key, app_secret } = right();
      expect(await refused({ app_key: app_secret, app_secret: app_key })).toMatch(/look swapped/);
    });

    test('nothing: no word of it', async () => {
      expect(await refused({ ...right(), app_secret: `${right().app_secret.slice(0, -1)}!` })).not.toMatch(
        /white space|swapped/,
      );
    });
  });

  describe('err_parameter_invalid', () => {
    test.each([
      ['nothing', ''],
      ['no secret', 'app_key=a'],
      ['an empty secret', 'app_key=a&app_secret='],
      ['a key twice', 'app_key=a&app_key=b&app_secret=c'],
      ['one slip away', 'app_key=a&app_secret=c&appkey=a'],
      ['broken encoding', 'app_key=%&app_secret=c'],
      ['NUL', 'app_key=a%00&app_secret=c'],
      ['an array', 'app_key[]=a&app_secret=c'],
      ['an overlong key', `app_key=${'a'.repeat(129)}&app_secret=c`],
    ])('%s', async (_, body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { http, envelope } = await post({ method: 'POST', headers, body });
      expect(http).toBe(400);
      expect(envelope.status).toBe('err_parameter_invalid');
    });

    test('credentials in the address: they would end up in logs', async () => {
      const query = new URLSearchParams(right());
      const { envelope } = await call(suite.gateway.baseUrl, `${PATH}?${query}`, form(right()));
      expect(envelope.status).toBe('err_parameter_invalid');
      expect(JSON.stringify(envelope)).not.toContain(suite.own.appSecret);
    });
  });

  test('err_payload_too_large: a body above 16 KiB is heard out and refused', async () => {
    const { http, envelope } = await post(form({ ...right(), app_key: 'a'.repeat(100_000) }));
    expect(http).toBe(413);
    expect(envelope.status).toBe('err_payload_too_large');
  });

  test('both versions of a secret work while they overlap, the old one no more afterwards', async () => {
    const next = 'ohs_the-next-secret';
    const verifier = secretVerifier(suite.own.appKey, next, testPepper).toString('hex');
    await change(
      `insert into app_secret (team_id, app_id, version, verifier) select team_id, id, 2, '\\x${verifier}' from app`,
      suite.own.appId,
    );
    expect(await exchange(suite.gateway.baseUrl, suite.own)).toMatch(/^oht_/);
    expect(await exchange(suite.gateway.baseUrl, { ...suite.own, appSecret: next })).toMatch(/^oht_/);
    const old = suite.token;
    const info = () => call(suite.gateway.baseUrl, '/open/v3/vr/info?resource_code=own-tour', { token: old });
    expect((await info()).envelope.status).toBe('success');
    await change(
      'update app_secret set ends_at = now() from app',
      suite.own.appId,
      'and app_secret.app_id = app.id and version = 1',
    );
    expect((await post(form(right()))).envelope.status).toBe('err_app_credentials_invalid');
    expect((await info()).envelope.status).toBe('err_access_token_invalid');
  });

  const disable = (appId: string) => change('update app set disabled_at = now()', appId);

  /** Changes an app as the portal would: a statement for its row, then the stamp that tells every node. */
  async function change(statement: string, appId: string, more = ''): Promise<void> {
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query(`${statement} where app.id = $1 ${more}`, [appId]);
        stampApp(transaction, appId);
      },
      { team: '*' },
    );
    await suite.gateway.changes.refresh();
  }
});
