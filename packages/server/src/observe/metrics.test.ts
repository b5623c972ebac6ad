import { describe, expect, test } from 'vitest';
import { withBreakers } from '../portal/identity/breaker.ts';
import { watchOutages } from '../portal/identity/outages.ts';
import { useStore } from '../testing/database.ts';
import { usePages } from '../testing/folder.ts';
import { injectedPortal } from '../testing/injected-portal.ts';
import { instantIdentity } from '../testing/instant-identity.ts';
import { createMetrics } from './metrics.ts';

const CANARY = 'canary-7c1e';

/** A node that is well and has done nothing. */
const quiet = {
  cacheBytes: () => 0,
  cacheHits: () => 0,
  cacheMisses: () => 0,
  standingAgeMs: () => 0,
  clockAheadS: () => 0,
  certificates: () => [],
  assetsAway: () => false,
  pools: () => [],
  ready: () => true,
  refusesChanges: () => false,
  limiterShared: undefined,
};

describe('metrics of the portal', () => {
  const store = useStore();
  const pages = usePages();
  const counted = () => {
    const metrics = createMetrics(quiet);
    const identity = instantIdentity();
    const portal = injectedPortal(store.database, {
      identity: watchOutages(withBreakers(identity), metrics.providerOutage),
      onAnswered: metrics.portalCall,
      pagesDirectory: pages,
    });
    const lines = async () => (await metrics.registry.metrics()).split('\n');
    return { portal, identity, lines };
  };

  test('calls are counted by method, route pattern and status', async () => {
    const { portal, lines } = counted();
    await portal.ask({ url: '/auth/get-user' });
    await portal.ask({ url: '/auth/get-user' });
    await portal.ask({ method: 'POST', url: `/api/sessions/${CANARY}/end` });
    const said = await lines();
    expect(said).toContain('openhouse_portal_calls_total{method="GET",route="/auth/get-user",status="200"} 2');
    expect(said).toContain('openhouse_portal_calls_total{method="POST",route="/api/sessions/:id/end",status="401"} 1');
    expect(said).toContain('openhouse_portal_call_seconds_count{route="/auth/get-user"} 2');
  });

  test('a node without a shared limiter does not say that one is away', async () => {
    expect((await counted().lines()).filter((line) => /^openhouse_(ready|limiter_shared)\b/.test(line))).toEqual([
      'openhouse_ready 1',
    ]);
  });

  test('what an alert sees grow is there before it is counted', async () => {
    expect(await counted().lines()).toEqual(
      expect.arrayContaining([
        'openhouse_connections_refused_total{surface="gateway"} 0',
        'openhouse_connections_refused_total{surface="portal"} 0',
        'openhouse_uploads_total{outcome="failed"} 0',
        'openhouse_mails_total{outcome="postponed"} 0',
        'openhouse_mails_total{outcome="failed"} 0',
        'openhouse_identity_provider_outages_total{call="begin"} 0',
        'openhouse_identity_provider_outages_total{call="finish"} 0',
        'openhouse_identity_provider_outages_total{call="profile"} 0',
      ]),
    );
  });

  test('a database that does not answer holds up no look, is asked once at a time, and the last figures stay', {
    tags: 'slow',
  }, async () => {
    const jobs = { waiting: 5, oldestS: 6, oldestMailS: 0, auditEntries: 7, overdueS: new Map([['usage', 8]]) };
    let [asked, isLocked] = [0, false];
    const { registry } = createMetrics({
      ...quiet,
      jobs: () => {
        asked += 1;
        return isLocked ? new Promise(() => {}) : Promise.resolve(jobs);
      },
    });
    const shown = async () =>
      (await registry.metrics()).split('\n').filter((line) => /^openhouse_(app_req|ret)/.test(line));
    const figures = await shown();
    expect(figures).toContain('openhouse_app_requests_waiting 5');
    expect(figures).toContain('openhouse_retention_overdue_seconds{kind="usage"} 8');
    isLocked = true;
    expect([await shown(), await shown()]).toEqual([figures, figures]);
    expect(asked).toBe(2);
  });

  test('no label holds what a caller wrote, and callers cannot make new ones', async () => {
    const { portal, lines } = counted();
    for (const url of [`/${CANARY}`, `/docs/${CANARY}`, `/login?next=/${CANARY}`, `/assets/${CANARY}.js`]) {
      await portal.ask({ url, headers: { accept: 'text/html' } });
    }
    await portal.ask({ method: 'DELETE', url: '/docs' });
    const said = (await lines()).join('\n');
    expect(said).not.toContain(CANARY);
    expect(said).toContain('route="none",status="404"} 2');
    expect(said).not.toContain('DELETE');
  });

  test('outages of the identity provider are counted by call, held back ones too', async () => {
    const { portal, identity, lines } = counted();
    const cookie = await portal.signIn('ada');
    identity.mood = 'away';
    for (let index = 0; index < 7; index += 1) {
      expect((await portal.ask({ url: '/auth/get-user', headers: { cookie } })).statusCode).toBe(503);
    }
    expect((await portal.ask({ url: '/auth/sign-in' })).statusCode).toBe(503);
    const said = await lines();
    expect(said).toContain('openhouse_identity_provider_outages_total{call="profile"} 7');
    expect(said).toContain('openhouse_identity_provider_outages_total{call="begin"} 1');
  });
});
