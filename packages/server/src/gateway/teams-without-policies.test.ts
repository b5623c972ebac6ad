import { bundledEndpoints, readEndpoints } from '@openhouse/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useStore } from '../testing/database.ts';
import { call, exchange } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';

/*
 * Two locks keep Teams apart (decision 0009): the Team in each statement, and the policies of the tables. Each must hold by
 * itself, and while the other holds too nobody would see that it does not: here the policies are off.
 */
describe('without the policies of the tables', () => {
  const store = useStore();
  const suite = useGateway(store);
  const get = (target: string) => call(suite.gateway.baseUrl, target, { token: suite.token });
  const named = (name: string) => ({
    'vr-info': JSON.stringify({ ...exampleOf('vr-info'), resource_code: 'shared', name }),
  });
  const exampleOf = (name: string) => readEndpoints.find((endpoint) => endpoint.name === name)?.example.data;

  beforeAll(async () => {
    const owner = await store.database.connectAsOwner();
    const { rows } = await owner.query<{ text: string }>(
      `select format('alter table %I disable row level security', relname) as text
         from pg_class where relkind = 'r' and relrowsecurity and relnamespace = 'public'::regnamespace`,
    );
    for (const { text } of rows) await owner.query(text);
    await owner.end();
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(
    bundledEndpoints.filter(({ query }) => 'resource_code' in query.properties).map(({ name, path }) => [name, path]),
  )("err_resource_not_found: %s of another Team's tour", async (_, path) => {
    expect((await get(`${path}?resource_code=other-tour`)).envelope.status).toBe('err_resource_not_found');
  });

  test('of two tours with one code each Team has its own', async () => {
    await suite.importBundle({ code: 'shared', payloads: named('Ours') });
    await suite.importBundle({ code: 'shared', payloads: named('Theirs') }, suite.other.teamId);
    expect((await get('/open/v3/vr/info?resource_code=shared')).envelope).toMatchObject({ data: { name: 'Ours' } });
  });

  test('err_resource_not_found: a tag of another Team', async () => {
    const tags = (id: number) => JSON.stringify([{ ...exampleOf('hot-detail'), id }]);
    await suite.importBundle({ code: 'ours', payloads: { 'hot-detail': tags(76) } });
    await suite.importBundle({ code: 'theirs', payloads: { 'hot-detail': tags(77) } }, suite.other.teamId);
    expect((await get('/open/saas/v2/hot/detail?id=76')).envelope.data.id).toBe(76);
    expect((await get('/open/saas/v2/hot/detail?id=77')).envelope.status).toBe('err_resource_not_found');
  });

  test.each(['', '?modified_since=0'])('the list of tours%s has and counts those of the Team alone', async (query) => {
    await suite.importBundle({ code: 'another', payloads: {} }, suite.other.teamId);
    const listed = async (token: string) => {
      const { envelope } = await call(suite.gateway.baseUrl, `/open/v1/entity/vr/list${query}`, { token });
      const { total, list } = envelope.data as { total: number; list: readonly { vr_code: string }[] };
      return { total, codes: list.map(({ vr_code }) => vr_code).toSorted() };
    };
    expect(await listed(suite.token)).toEqual({ total: 1, codes: ['own-tour'] });
    const token = await exchange(suite.gateway.baseUrl, suite.other);
    expect(await listed(token)).toEqual({ total: 2, codes: ['another', 'other-tour'] });
  });

  test('no file of another Team is signed', async () => {
    const asked = new URLSearchParams({ resource_code: 'other-tour', paths: JSON.stringify(['private/保修 单.txt']) });
    expect((await get(`/open/v3/view/file/private/presign?${asked}`)).envelope.status).toBe('err_resource_not_found');
  });
});
