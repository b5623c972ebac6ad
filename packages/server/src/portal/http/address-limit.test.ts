import { describe, expect, test } from 'vitest';
import type { Proxies } from '../../kernel/http/client-address.ts';
import { memoryLimiter } from '../../kernel/limiter/memory.ts';
import { useStore } from '../../testing/database.ts';
import { usePages } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';

const PER_MINUTE = 3;

describe("the portal's limit of calls by address", () => {
  const store = useStore();
  const pages = usePages();
  const limited = (perMinute: number, proxyHops = 0): { portal: InjectedPortal; advance: (ms: number) => void } => {
    let nowMs = 0;
    const limiter = memoryLimiter(() => nowMs);
    const proxies: Proxies = { hops: proxyHops, header: 'either' };
    const addressLimit = { limiter, perMinute, ipv6Bits: 64, proxies };
    const portal = injectedPortal(store.database, { addressLimit, pagesDirectory: pages });
    return { portal, advance: (ms) => (nowMs += ms) };
  };
  const statuses = async (portal: InjectedPortal, count: number, url: string, headers = {}) => {
    const answers = [];
    for (let index = 0; index < count; index += 1) answers.push((await portal.ask({ url, headers })).statusCode);
    return answers;
  };

  slowAfter(2, ['/auth/sign-in', '/auth/sign-in-callback', '/auth/get-user', '/api/me', '/login', '/nowhere'])(
    'RATE_LIMITED: %s beyond the quota, with when to try again, until the window ends',
    async (url) => {
      const { portal, advance } = limited(PER_MINUTE);
      expect(await statuses(portal, PER_MINUTE, url)).not.toContain(429);
      const refused = await portal.ask({ url });
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('60');
      expect(refused.json().error).toMatchObject({ code: 'RATE_LIMITED', request_id: expect.any(String) });
      expect(refused.headers['set-cookie']).toBeUndefined();
      advance(60_000);
      expect((await portal.ask({ url })).statusCode).not.toBe(429);
    },
  );

  test('RATE_LIMITED: a person who navigates sees a page', async () => {
    const { portal } = limited(PER_MINUTE);
    await statuses(portal, PER_MINUTE, '/auth/get-user');
    const refused = await portal.ask({ url: '/auth/sign-in', headers: { accept: 'text/html' } });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.body).toContain('name="openhouse-problem" content="RATE_LIMITED"');
  });

  test('a refused call changes nothing: the session is there, and works in the next window', async () => {
    const { portal, advance } = limited(PER_MINUTE);
    const cookie = await portal.signIn('ada');
    await statuses(portal, PER_MINUTE, '/auth/sign-out', { cookie: 'svc_token=x' });
    expect((await portal.ask({ url: '/auth/sign-out', headers: { cookie } })).statusCode).toBe(429);
    advance(60_000);
    const { data } = (await portal.ask({ url: '/auth/get-user', headers: { cookie } })).json();
    expect(data.isAuthenticated).toBe(true);
  });

  test('pages and their files are not counted', async () => {
    const { portal } = limited(PER_MINUTE);
    for (const url of ['/', '/docs', '/dashboard/apps', '/color-scheme.js']) {
      expect(await statuses(portal, PER_MINUTE + 1, url)).toEqual(Array(PER_MINUTE + 1).fill(200));
    }
    expect((await portal.ask({ url: '/auth/get-user' })).statusCode).toBe(200);
  });

  test('addresses do not touch one another; who they are is believed from our own proxies only', async () => {
    const { portal } = limited(PER_MINUTE, 1);
    const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.250, ${address}` });
    expect(await statuses(portal, 4, '/auth/get-user', from('192.0.2.1'))).toEqual([200, 200, 200, 429]);
    expect(await statuses(portal, 1, '/auth/get-user', from('192.0.2.2'))).toEqual([200]);
    const { portal: direct } = limited(PER_MINUTE);
    const invented = await Promise.all([1, 2, 3, 4].map((n) => statuses(direct, 1, '/api/me', from(`192.0.2.${n}`))));
    expect(invented.flat()).toEqual([200, 200, 200, 429]);
  });

  test('0 switches it off', async () => {
    const { portal } = limited(0);
    expect(await statuses(portal, 10, '/auth/get-user')).toEqual(Array(10).fill(200));
  });
});
