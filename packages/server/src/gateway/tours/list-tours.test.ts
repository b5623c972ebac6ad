import { type DataOf, readEndpoints, type vrList } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { eachStore } from '../../testing/database.ts';
import { call, exchange } from '../../testing/envelope.ts';
import { createTeamWithApp } from '../../testing/gateway.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { PAGE, PAGE_OF_CHANGED } from './store.ts';

const LIST = '/open/v1/entity/vr/list';
type Page = DataOf<typeof vrList>;

eachStore('the list of tours', (store) => {
  const suite = useGateway(store);
  const get = async (target: string, token = suite.token) => {
    const { http, envelope } = await call(suite.gateway.baseUrl, target, { token });
    return { http, status: envelope.status, message: envelope.message, data: envelope.data };
  };
  const list = async (query = '', token?: string): Promise<Page> => (await get(`${LIST}${query}`, token)).data;
  const codes = ({ list: tours }: Page) => tours.map(({ vr_code }) => vr_code);
  const basics = (code: string, more: object) => {
    const { create_time: _, title_picture_url: __, picture_url: ___, ...data } = readEndpoints[0].example.data;
    return { code, payloads: { 'vr-info': JSON.stringify({ ...data, resource_code: code, ...more }) } };
  };
  const inStore = (text: string, values: unknown[] = []) =>
    inTransaction(store.database, (transaction) => transaction.query(text, values), { team: suite.own.teamId });

  test.each(['a form', 'JSON'])("the starters' calls in order: exchange as %s, list, one tour", async (spelling) => {
    const pair = { app_key: suite.own.appKey, app_secret: suite.own.appSecret };
    const exchanged = await call(suite.gateway.baseUrl, '/auth/access_token', {
      method: 'POST',
      headers: {
        'content-type':
          spelling === 'JSON' ? 'application/json;charset=UTF-8' : 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body: spelling === 'JSON' ? JSON.stringify(pair) : new URLSearchParams(pair).toString(),
    });
    expect(exchanged.envelope).toMatchObject({ code: 0, status: 'success', data: { expire_at: expect.any(Number) } });
    const token = exchanged.envelope.data.access_token;
    const { list: tours, ...rest } = await list('?page=1', token);
    expect(rest).toEqual({ total: 1, page: 1, page_size: 20 });
    const one = await call(suite.gateway.baseUrl, `/open/v1/entity/vr?vr_code=${tours[0]?.vr_code}`, { token });
    const info = await call(suite.gateway.baseUrl, `/open/v3/vr/info?resource_code=${tours[0]?.vr_code}`, { token });
    expect(one.envelope).toMatchObject({ code: 0, status: 'success', data: { resource_code: 'own-tour' } });
    expect(one.envelope.data).toEqual(info.envelope.data);
    expect(one.headers.get('etag')).toBe(info.headers.get('etag'));
    const { name, create_time, is_active, title_picture_url } = info.envelope.data;
    expect(tours).toEqual([
      {
        ...{ vr_code: 'own-tour', resource_code: 'own-tour', name, create_time, is_active, title_picture_url },
        modify_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ]);
  });

  test('newest first by what the tours say, and in UTC when first imported where they do not', {
    tags: 'slow',
  }, async () => {
    await suite.importBundle(basics('old', { create_time: '2001-02-03 04:05:06' }));
    await suite.importBundle(basics('older', { create_time: '2001-02-03T04:05:06+08:00' }));
    await suite.importBundle(basics('unsaid', {}));
    await suite.importBundle(basics('later', { create_time: null }));
    const page = await list();
    expect(codes(page).filter((code) => code !== 'own-tour')).toEqual(['later', 'unsaid', 'old', 'older']);
    expect(page.list.at(-1)?.create_time).toBe('2001-02-03T04:05:06+08:00');
    expect(page.list[0]?.create_time).toBe(page.list[0]?.modify_time);
  });

  test('pages: every tour once, none behind the last, the total on each', { tags: 'slow' }, async () => {
    for (const code of ['a', 'b', 'c', 'd']) await suite.importBundle(basics(code, { create_time: '2030-01-01' }));
    const pages = await Promise.all([1, 2, 3, 4, 9_999_999].map((page) => list(`?page=${page}&page_size=2`)));
    expect(pages.map(codes)).toEqual([['d', 'c'], ['b', 'a'], ['own-tour'], [], []]);
    expect(pages.map(({ total, page_size }) => [total, page_size])).toEqual(pages.map(() => [5, 2]));
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 9_999_999]);
  });

  test.each([
    ['page=0', /page takes|page is malformed/],
    ['page=-1', /page is malformed/],
    ['page=1.5', /page is malformed/],
    ['page=12345678', /page is malformed/],
    ['page_size=0', /page_size is malformed.*1 to 100/],
    ['page_size=101', /page_size is malformed.*1 to 100/],
    ['modified_since=1767225600000', /modified_since is malformed.*seconds/],
    ['modified_since=2026-01-01', /modified_since is malformed/],
    ['page=1&page=2', /more than once/],
    ['pageSize=2', /page_size may be meant/],
    ['modifed_since=1', /modified_since may be meant/],
  ])('err_parameter_invalid: %s', async (query, message) => {
    expect(await get(`${LIST}?${query}`)).toMatchObject({
      http: 400,
      status: 'err_parameter_invalid',
      message: expect.stringMatching(message),
      data: null,
    });
  });

  test('only what was imported or activated since, last changed first', async () => {
    await suite.importBundle(basics('imported', {}));
    await inStore("update tour set changed_at = '2020-01-01T00:00:00Z' where code = 'own-tour'");
    const at = Date.parse('2020-01-01T00:00:00Z') / 1000;
    expect(await list(`?modified_since=${at + 1}`)).toMatchObject({ total: 1, list: [{ vr_code: 'imported' }] });
    expect(codes(await list(`?modified_since=${at}`))).toEqual(['imported', 'own-tour']);
    expect(await list(`?modified_since=9999999999`)).toMatchObject({ total: 0, list: [] });
    await call(suite.gateway.baseUrl, '/open/saas/v2/vr/submit', {
      ...{ method: 'POST', token: suite.token, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ resource_code: 'own-tour', action_num: 1 }),
    });
    const changed = await list(`?modified_since=${at + 1}&page_size=1`);
    expect(changed).toMatchObject({ total: 2, list: [{ vr_code: 'own-tour', is_active: true }] });
    expect(changed.list[0]?.modify_time).not.toBe('2020-01-01 00:00:00');
  });

  test("never another Team's tours, whatever is asked; an empty Team has an empty list", async () => {
    const other = await exchange(suite.gateway.baseUrl, suite.other);
    expect(codes(await list('', other))).toEqual(['other-tour']);
    for (const query of ['', '?page_size=100', '?modified_since=0', '?vr_code=other-tour', '?team_id=1']) {
      expect(await list(query)).toMatchObject({ total: 1, list: [{ vr_code: 'own-tour' }] });
    }
    expect(await get('/open/v1/entity/vr?vr_code=other-tour')).toMatchObject({
      http: 404,
      status: 'err_resource_not_found',
    });
    const empty = await createTeamWithApp(store.database, { name: 'Empty' });
    await suite.gateway.changes.refresh();
    const token = await exchange(suite.gateway.baseUrl, empty);
    expect(await list('', token)).toEqual({ list: [], total: 0, page: 1, page_size: 20 });
    expect((await get(LIST, 'no-token')).status).toBe('err_access_token_invalid');
  });

  test('imported twice it counts once, and removed it is gone at once', async () => {
    await suite.importBundle(basics('gone', { name: 'First' }));
    await suite.importBundle(basics('gone', { name: 'Second' }));
    expect(await list()).toMatchObject({ total: 2, list: [{ name: 'Second' }, {}] });
    await inStore("delete from tour where code = 'gone'");
    expect(await list()).toMatchObject({ total: 1, list: [{ vr_code: 'own-tour' }] });
  });

  test('a cover that is a file of the tour has an address that opens', async () => {
    const bundle = { ...basics('covered', { base_url: undefined, title_picture_url: 'pictures/cover.png' }) };
    await suite.importBundle({ ...bundle, files: { 'pictures/cover.png': 'png' } });
    await suite.importBundle(basics('bare', { base_url: undefined, title_picture_url: 'pictures/none.png' }));
    const [bare, covered] = (await list()).list;
    expect(bare).toMatchObject({ vr_code: 'bare', title_picture_url: null });
    expect(await (await fetch(covered?.title_picture_url ?? '')).text()).toBe('png');
  });

  test('a page reads its own tours and no others, also of a table that was never analysed', {
    tags: 'slow',
  }, async () => {
    const tours = `insert into tour (team_id, code, name, active, import_hash)
      select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, 3000) i`;
    await inStore(tours, [suite.own.teamId]);
    const read = `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'tour'`;
    for (const [text, more] of [
      [PAGE, []],
      [PAGE_OF_CHANGED, ['0']],
    ] as const) {
      const [before, found, after] = await inTransaction(
        store.database,
        async (transaction) => [
          (await transaction.query<{ n: number }>(read)).rows[0]?.n,
          (await transaction.query(text, [suite.own.teamId, 20, 0, ...more])).rowCount,
          (await transaction.query<{ n: number }>(read)).rows[0]?.n,
        ],
        { team: suite.own.teamId },
      );
      expect(found).toBe(20);
      expect((after ?? 0) - (before ?? 0)).toBeLessThan(200);
    }
    expect((await list('?page=151')).list).toHaveLength(1);
  });

  describe('one tour', () => {
    test.each([
      ['', 200],
      ['?vr_code=', 200],
      ['?vr_code=a%20b', 200],
      ['?vr_code=%00', 200],
    ])('err_parse_resource_code_failed: %s', async (query, http) => {
      const status = 'err_parse_resource_code_failed';
      const message = expect.stringMatching(/^The vr_code /);
      expect(await get(`/open/v1/entity/vr${query}`)).toMatchObject({ http, status, message });
    });

    test('resource_code for vr_code is taken, two codes are not', async () => {
      expect((await get('/open/v1/entity/vr?resource_code=own-tour')).data.resource_code).toBe('own-tour');
      const twice = await get('/open/v1/entity/vr?vr_code=own-tour&resource_code=own-tour');
      expect(twice.status).toBe('err_parameter_invalid');
    });
  });
});
