import { describe, expect, test } from 'vitest';
import { stampApp } from '../../apps/app-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { createTeamWithApp } from '../../testing/gateway.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { appStandings } from './app-standings.ts';

const INFO = '/open/v3/vr/info?resource_code=own-tour';

describe('the standing of an app', () => {
  const store = useStore();
  const suite = useGateway(store);
  const statusOn = async (baseUrl: string) => (await call(baseUrl, INFO, { token: suite.token })).envelope.status;

  test('a disabled app is refused on every node within a second, its tokens included', { tags: 'slow' }, async () => {
    const node = await suite.startNode({ pollMs: 250 });
    expect(await statusOn(node.baseUrl)).toBe('success');
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query('update app set disabled_at = now() where id = $1', [suite.own.appId]);
        stampApp(transaction, suite.own.appId);
      },
      { team: suite.own.teamId },
    );
    await expect.poll(() => statusOn(node.baseUrl), { timeout: 1000 }).toBe('err_app_disabled');
    await suite.gateway.changes.refresh();
    expect(await statusOn(suite.gateway.baseUrl)).toBe('err_app_disabled');
  });

  test('a stored network that cannot be read lets nobody exchange, rather than everybody', {
    tags: 'slow',
  }, async () => {
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query("update app set networks = '{::ffff:203.0.113.7/128}' where id = $1", [
          suite.own.appId,
        ]);
        stampApp(transaction, suite.own.appId);
      },
      { team: suite.own.teamId },
    );
    await suite.gateway.changes.refresh();
    const { appKey: app_key, appSecret: app_secret } = suite.own;
    const body = new URLSearchParams({ app_key, app_secret });
    const answer = await fetch(`${suite.gateway.baseUrl}/auth/access_token`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ status: 'err_app_network_not_allowed', data: null });
  });

  test('an app that is disabled after a failover to a copy that lags is refused, though the counter was higher before', async () => {
    const { changes, baseUrl } = suite.gateway;
    const counterBack = (by: number) =>
      store.database.pool.query('update epoch set n = n + $1 where name = $2', [by, 'standing']);
    await counterBack(10);
    await changes.refresh();
    expect(await statusOn(baseUrl)).toBe('success');
    // What the copy lacks is as if it had never been.
    await counterBack(-10);
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query('update app set disabled_at = now() where id = $1', [suite.own.appId]);
        stampApp(transaction, suite.own.appId);
      },
      { team: suite.own.teamId },
    );
    await changes.refresh();
    expect(await statusOn(baseUrl)).toBe('err_app_disabled');
  });

  test('err_unavailable: rather no answer than a guess when the standing is too old', async () => {
    const node = await suite.startNode({ standingStaleMaxMs: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { http, headers, envelope } = await call(node.baseUrl, INFO, { token: suite.token });
    expect(http).toBe(503);
    expect(envelope.status).toBe('err_unavailable');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('no change is missed while many commit at once', { tags: 'slow' }, async () => {
    const standings = appStandings(store.database.pool);
    await standings.look(false);
    let looking = true;
    const looks = (async () => {
      while (looking) await standings.look(false);
    })();
    const apps = await Promise.all(
      Array.from({ length: 30 }, (_, index) => createTeamWithApp(store.database, { name: `T${index}` })),
    );
    looking = false;
    await looks;
    await standings.look(false);
    for (const { appKey } of apps) expect(standings.byKey(appKey)?.appKey).toBe(appKey);
  });
});
