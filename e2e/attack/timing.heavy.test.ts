import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { filePrivatePresign, vrInfo } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../packages/server/src/testing/program.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { callOf, type Tenant } from './tenants.ts';
import { compareTimes, intervalOf, type Pair } from './timing.ts';
import { requestText, type Surface, sendOnce } from './wire.ts';

/** Pairs of requests for an interval. */
const TRIALS = Number(process.env.ATTACK_TIMES ?? 3000);

const word = (bytes: number) => randomBytes(bytes).toString('base64url');
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const exchange = (appKey: string, secret: string) =>
  requestText('POST', '/auth/access_token', [FORM], `app_key=${appKey}&app_secret=${secret}`);

describe.skipIf(cannotAttack)('how long an answer takes tells nothing of what there is', () => {
  let attacked: Attacked;
  let asker: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    attacked = await attackedService();
    [asker, other] = attacked.tenants;
  });
  afterAll(() => attacked?.remove());

  const refused =
    (status: number) =>
    (answered: number, body: string): void => {
      if (answered !== status) throw new Error(`answered ${answered} ${body}`);
    };
  const get = (check: Pair['check'], next: Pair['next']): Pair => ({ method: 'GET', check, next });
  const post = (check: Pair['check'], next: Pair['next']): Pair => ({ method: 'POST', check, next });
  /** The same length as `like`, with other letters from a place on. */
  const changedFrom = (like: string, at: number) => {
    const changed = like.slice(0, at) + word(like.length).slice(0, like.length - at);
    return changed === like ? `${like.slice(0, -1)}${like.endsWith('A') ? 'B' : 'A'}` : changed;
  };
  const cookieOf = ({ owner }: Tenant) => `Cookie: ${owner.browser.header(attacked.portal.direct)}`;

  const pairs: Readonly<Record<string, { readonly of: 'gateways' | 'portals'; readonly make: () => Pair }>> = {
    "another's app key with a wrong secret, and a key that nobody has": {
      of: 'gateways',
      make: () =>
        post(refused(401), () => {
          const secret = changedFrom(other.secret, 4);
          return [exchange(other.app.appKey, secret), exchange(changedFrom(other.app.appKey, 4), secret)];
        }),
    },
    'a secret that is wrong at its end, and one that is wrong at its beginning': {
      of: 'gateways',
      make: () =>
        post(refused(401), () => [
          exchange(other.app.appKey, changedFrom(other.secret, other.secret.length - 2)),
          exchange(other.app.appKey, changedFrom(other.secret, 4)),
        ]),
    },
    'a token that is wrong at its end, and one that is wrong at its beginning': {
      of: 'gateways',
      make: () => {
        const call = callOf(asker, vrInfo);
        const { token } = asker;
        return get(refused(401), () => [
          call.replace(token, changedFrom(token, token.length - 2)),
          call.replace(token, changedFrom(token, 12)),
        ]);
      },
    },
    "another's tour, and one that there is not": {
      of: 'gateways',
      make: () => {
        const call = callOf(asker, vrInfo);
        return get(refused(404), () => [call.replace(asker.tour, other.tour), call.replace(asker.tour, 'tour-of-9')]);
      },
    },
    'a link whose signature is wrong at its end, and at its beginning': {
      of: 'gateways',
      make: () =>
        get(refused(403), () => [
          requestText('GET', link.replace(signature, changedFrom(signature, signature.length - 2))),
          requestText('GET', link.replace(signature, changedFrom(signature, 4))),
        ]),
    },
    "another's app on the portal, and one that there is not": {
      of: 'portals',
      make: () =>
        get(refused(404), () => [
          requestText('GET', `/api/apps/${other.app.appKey}`, [cookieOf(asker)]),
          requestText('GET', `/api/apps/${changedFrom(other.app.appKey, 4)}`, [cookieOf(asker)]),
        ]),
    },
    "another's Team on the portal, and one that there is not": {
      of: 'portals',
      make: () =>
        get(refused(404), () => [
          requestText('GET', `/api/teams/${other.team}/members`, [cookieOf(asker)]),
          requestText('GET', `/api/teams/team-${randomBytes(8).toString('hex')}/members`, [cookieOf(asker)]),
        ]),
    },
  };
  let link = '';
  let signature = '';
  beforeAll(async () => {
    const answer = await sendOnce(attacked.gateways[0], callOf(asker, filePrivatePresign));
    const { data } = JSON.parse(String(answer?.body)) as { data: { presigned_urls: string[] } };
    const url = new URL(data.presigned_urls[0] ?? '');
    link = `${url.pathname}${url.search}`;
    signature = url.searchParams.get('signature') ?? '';
  });

  test.each(Object.entries(pairs))('%s take the same time', async (name, { of, make }) => {
    for (const surface of attacked[of]) {
      const { differs, shown } = await compareTimes(surface, make(), of === 'portals' ? TRIALS / 4 : TRIALS);
      console.log(`${surface.name}: ${name}: ${shown}`);
      expect(differs, `${surface.name}: ${name}: ${shown}`).toBe(false);
    }
  });

  test('an exchange that does less work for keys that it does not know is seen', async () => {
    const child = fork(await programOf(new URL('early-exit.main.ts', import.meta.url)), { execArgv: [] });
    const [{ port }] = (await once(child, 'message')) as [AddressInfo];
    const surface: Surface = { name: 'direct', port, ca: undefined };
    const pair = post(refused(401), () => {
      const secret = word(24);
      return [exchange('ohk_known-to-this-server-1', secret), exchange('ohk_known-to-this-server-2', secret)];
    });
    const { differs, shown } = await compareTimes(surface, pair, TRIALS);
    child.disconnect();
    console.log(`with an early exit: ${shown}`);
    expect(differs, shown).toBe(true);
  });

  test('the interval holds the median of what was measured, and is not moved by an outlier', () => {
    const around = Array.from({ length: 1001 }, (_, at) => at - 500);
    const { lowUs, medianUs, highUs } = intervalOf(around);
    expect([lowUs < 0, medianUs, highUs > 0]).toEqual([true, 0, true]);
    expect(intervalOf([...around.slice(0, -1), 1e9])).toEqual({ lowUs, medianUs, highUs });
    expect(intervalOf(around.map((one) => one + 100)).lowUs).toBeGreaterThan(0);
  });
});
