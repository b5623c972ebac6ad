import { vrSubmit } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { ownVectors } from '../../testing/corpora.ts';
import { eachStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';

const INFO = '/open/v3/vr/info?resource_code=own-tour';
const JSON_TYPE = { 'content-type': 'application/json' };

eachStore('POST /open/saas/v2/vr/submit', (store) => {
  const suite = useGateway(store);
  const submit = (body: string, headers: Record<string, string> = JSON_TYPE, token = suite.token) =>
    call(suite.gateway.baseUrl, vrSubmit.path, { method: 'POST', headers, body, token });
  const body = (code = 'own-tour', action = 1) => JSON.stringify({ resource_code: code, action_num: action });
  const isActive = async (baseUrl = suite.gateway.baseUrl) =>
    (await call(baseUrl, INFO, { token: suite.token })).envelope.data.is_active as boolean;

  test('sets the tour active: vr/info says so at once here and within a second on another node', {
    tags: 'slow',
  }, async () => {
    const node = await suite.startNode({ pollMs: 250 });
    expect([await isActive(), await isActive(node.baseUrl)]).toEqual([false, false]);
    const { http, envelope } = await submit(body());
    expect(http).toBe(200);
    expect(envelope).toMatchObject({ code: 0, status: 'success', data: { msg: expect.any(String) } });
    expect(await isActive()).toBe(true);
    await expect.poll(() => isActive(node.baseUrl), { timeout: 1000 }).toBe(true);
  });

  test('says that the tour is active, and its line in the log what was asked', { tags: 'slow' }, async () => {
    expect((await submit(body('own-tour', 7))).envelope.data).toEqual({ msg: 'The tour is active.' });
    const { remarks, status } = suite.gateway.answered.at(-1) ?? {};
    expect([remarks, status]).toEqual([{ action_num: 7 }, 'success']);
  });

  test('changes nothing else of the basic data, byte for byte', async () => {
    const read = async () =>
      (await call(suite.gateway.baseUrl, INFO, { token: suite.token })).text.replace(/^.*?"data":/, '');
    const before = await read();
    await submit(body());
    expect(await read()).toBe(before.replace('"is_active":false', '"is_active":true'));
  });

  test('is safe to repeat, also at the same moment', { tags: 'slow' }, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => submit(body('own-tour', index))));
    expect(answers.map(({ envelope }) => envelope.status)).toEqual(answers.map(() => 'success'));
    expect((await submit(body())).envelope.status).toBe('success');
    expect(await isActive()).toBe(true);
  });

  test('survives a new import of the same bundle and of a changed one', async () => {
    await submit(body());
    await suite.importBundle({ code: 'own-tour', active: false });
    expect(await isActive()).toBe(true);
    await suite.importBundle({ code: 'own-tour', active: false, payloads: { 'hot-list': '{"tagList":[]}' } });
    expect(await isActive()).toBe(true);
  });

  test.each(['other-tour', 'no-such-tour'])('err_resource_not_found: %s', async (code) => {
    const { http, envelope } = await submit(body(code));
    expect(http).toBe(404);
    expect(envelope.status).toBe('err_resource_not_found');
  });

  test('err_access_token_missing comes before anything about the body', async () => {
    const { envelope } = await submit('{', JSON_TYPE, '');
    expect(envelope.status).toBe('err_access_token_missing');
  });

  test('every body of the vectors is accepted or refused as they say, and only the accepted one changes the tour', async () => {
    const vectors = ownVectors<{ body: string; accept: boolean }>('json-body-vectors');
    // A number as a text is what many clients send; it is the number (decision 0110).
    const others = vectors.filter(({ body: text }) => !text.includes('"action_num":"1"'));
    expect(others).toHaveLength(vectors.length - 1);
    for (const { body: text, accept } of others.toSorted((a, b) => Number(a.accept) - Number(b.accept))) {
      const made = text.replaceAll('RC', 'own-tour').replaceAll('OTHER', 'other-tour');
      const { http, envelope } = await submit(made);
      expect(envelope.status === 'success', text).toBe(accept);
      expect(http, text).toBeLessThan(500);
      expect(await isActive(), text).toBe(accept);
    }
    expect(({} as Record<string, unknown>).is_active).toBeUndefined();
    expect(vectors.length).toBeGreaterThan(10);
  });

  test('a number as a text, and the older name of the code', async () => {
    expect((await submit('{"vr_code":"own-tour","action_num":"1"}')).envelope.status).toBe('success');
    expect(await isActive()).toBe(true);
  });

  test('what stands in the code and cannot be one: err_parse_resource_code_failed', async () => {
    const { http, envelope } = await submit(JSON.stringify({ resource_code: 'a\0b', action_num: 1 }));
    expect([http, envelope.status]).toEqual([200, 'err_parse_resource_code_failed']);
  });

  test('what belongs into the body is refused in the address', async () => {
    const headers = ['Host: x', `Authorization: ${suite.token}`, 'Content-Type: application/json'];
    const target = `${vrSubmit.path}?resource_code=own-tour`;
    const answer = await sendRaw(suite.gateway.port, rawRequest('POST', target, headers, body()));
    expect(answer.body).toContain('Send it in the body');
    expect(await isActive()).toBe(false);
  });

  describe('Content-Type', () => {
    test('every type of the vectors is accepted or refused as they say', async () => {
      for (const { content_type, accept } of ownVectors<{ content_type: string | null; accept: boolean }>(
        'content-type-vectors',
      )) {
        const type = content_type === null ? [] : [`Content-Type: ${content_type}`];
        const headers = [`Host: x`, `Authorization: ${suite.token}`, ...type];
        const answer = await sendRaw(suite.gateway.port, rawRequest('POST', vrSubmit.path, headers, body()));
        expect(answer.status, String(content_type)).toBe(accept ? 200 : 415);
      }
    });
  });

  test('nothing is left half done when the basic data cannot be changed', async () => {
    await store.database.pool.query("select set_config('app.team', '*', false)");
    try {
      await store.database.pool.query('delete from frame where op = 1');
    } finally {
      await store.database.pool.query("select set_config('app.team', '', false)");
    }
    const { http, envelope } = await submit(body());
    expect(http).toBe(500);
    expect(envelope.status).toBe('err_internal');
    expect(envelope.message).not.toMatch(/frame|tour \d/);
    const { rows } = await store.database.pool.query(
      "select active from tour where code = 'own-tour' and (select set_config('app.team', '*', true)) is not null",
    );
    expect(rows).toEqual([{ active: false }]);
    expect(suite.gateway.broken).toHaveLength(1);
  });
});
