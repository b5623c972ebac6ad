import { setTimeout as sleep } from 'node:timers/promises';
import { accessToken, vrInfo } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attacked, attackedService, cannotAttack } from '../attack/attacked.ts';
import { callOf, type Tenant } from '../attack/tenants.ts';
import { openWire, requestText, type Surface, type Wire } from '../attack/wire.ts';

/** Calls of others meanwhile, of each kind. */
const CALLS = 1000;
const CALLERS_OF_A_KIND = 2;
/** Of a thousand calls of others so many may fail. */
const MAY_FAIL = 1;
/** Calls that an app may make in a minute: more than one of the others makes in all, and far fewer than a flood. */
const APP_LIMIT = 5000;
/** Connections of the flood, and requests that each sends at once. */
const FLOODING = 20;
const AT_ONCE = 10;
/** Connections that send their bodies a byte at a time, and the milliseconds between two bytes. */
const DRIPPING = 300;
const DRIP_MS = 250;

describe.skipIf(cannotAttack)('others are served', () => {
  let attacked: Attacked;
  let flooding: Tenant;
  let served: readonly [Tenant, Tenant];
  beforeAll(async () => {
    attacked = await attackedService({ env: { APP_LIMIT_PER_MINUTE: String(APP_LIMIT), LOG_LEVEL: 'warn' } });
    const [one, ...rest] = attacked.tenants;
    [flooding, served] = [one, rest];
  });
  afterAll(() => attacked?.remove());

  /** What somebody else does meanwhile: statuses by what they called. */
  async function others(
    somebody: Tenant,
    gateway: Surface,
    portal: Surface,
  ): Promise<Record<string, Record<string, number>>> {
    const cookie = `Cookie: ${somebody.owner.browser.header(attacked.portal.direct)}`;
    const kinds = {
      read: { surface: gateway, call: callOf(somebody, vrInfo), method: 'GET' },
      exchange: { surface: gateway, call: callOf(somebody, accessToken), method: 'POST' },
      page: { surface: portal, call: requestText('GET', '/api/apps', [cookie]), method: 'GET' },
    };
    const seen: Record<string, Record<string, number>> = {};
    const work = Object.entries(kinds).flatMap(([kind, { surface, call, method }]) => {
      const statuses: Record<string, number> = {};
      seen[kind] = statuses;
      let begun = 0;
      return Array.from({ length: CALLERS_OF_A_KIND }, async () => {
        let wire: Wire | undefined;
        while (begun < CALLS) {
          begun += 1;
          wire ??= await openWire(surface);
          await wire.write(call);
          const [answer] = await wire.read([method]);
          const status = answer?.status ?? 'no answer';
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (answer === undefined || answer.headers.connection === 'close') {
            wire.destroy();
            wire = undefined;
          }
        }
        wire?.destroy();
      });
    });
    await Promise.all(work);
    return seen;
  }

  function expectServed(seen: Record<string, Record<string, number>>): void {
    for (const [kind, statuses] of Object.entries(seen)) {
      const failed = CALLS - (statuses[200] ?? 0);
      expect((failed * 1000) / CALLS, `${kind}: ${JSON.stringify(statuses)}`).toBeLessThanOrEqual(MAY_FAIL);
    }
  }

  test.each([0, 1] as const)('while one app floods the gateway: way %i', async (way) => {
    const [gateway, portal] = [attacked.gateways[way], attacked.portals[way]];
    const read = callOf(flooding, vrInfo);
    const wrong = callOf(flooding, accessToken).replace(flooding.secret, `${flooding.secret.slice(0, -4)}AAAA`);
    const statuses: Record<string, number> = {};
    let isOver = false;
    const flood = async (number: number) => {
      // One connection in four tries secrets.
      const [call, method] = number % 4 === 0 ? [wrong, 'POST'] : [read, 'GET'];
      while (!isOver) {
        const wire = await openWire(gateway);
        for (let turn = 0; turn < 50 && !isOver; turn += 1) {
          await wire.write(call.repeat(AT_ONCE));
          const answers = await wire.read(Array.from({ length: AT_ONCE }, () => method));
          for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
          if (answers.length < AT_ONCE) break;
        }
        wire.destroy();
      }
    };
    const flooded = Array.from({ length: FLOODING }, (_, number) => flood(number));
    const seen = await others(served[way], gateway, portal);
    isOver = true;
    await Promise.all(flooded);
    console.log(`${gateway.name}: the flood ${JSON.stringify(statuses)}, others ${JSON.stringify(seen)}`);
    expectServed(seen);
    // It is refused what goes beyond its limit, and nothing of it is a failure of the service.
    expect(statuses[429]).toBeGreaterThan(APP_LIMIT);
    expect(Object.keys(statuses).filter((status) => !['200', '401', '429'].includes(status))).toEqual([]);
  });

  test(`while ${DRIPPING} callers send their bodies a byte at a time`, async () => {
    const [gateway] = attacked.gateways;
    const [portal] = attacked.portals;
    const { owner } = flooding;
    const upload = [
      `Cookie: ${owner.browser.header(attacked.portal.direct)}`,
      `X-CSRF-Token: ${owner.csrf()}`,
      'Content-Type: application/json',
    ];
    const heads = [
      { surface: gateway, head: requestText('POST', '/auth/access_token', ['Content-Length: 4000']) },
      { surface: gateway, head: 'GET /open/v3/vr/info HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' },
      { surface: portal, head: requestText('POST', '/api/teams', [...upload, 'Content-Length: 4000']) },
      {
        surface: portal,
        head: requestText('POST', '/api/tours/imports?name=slow.json', [...upload, 'Content-Length: 4000000']),
      },
    ];
    let isOver = false;
    const wires: Wire[] = [];
    const dripping = Array.from({ length: DRIPPING }, async (_, number) => {
      const sent = heads[number % heads.length];
      if (sent === undefined) throw new Error('there is no such head');
      const { surface, head } = sent;
      const wire = await openWire(surface);
      wires.push(wire);
      await wire.write(head);
      while (!isOver) {
        await sleep(DRIP_MS);
        void wire.write('a');
      }
    });
    await sleep(2 * DRIP_MS);
    expect(wires).toHaveLength(DRIPPING);
    const seen = await others(served[0], gateway, portal);
    isOver = true;
    await Promise.all(dripping);
    for (const wire of wires) wire.destroy();
    console.log(`slow callers: others ${JSON.stringify(seen)}`);
    expectServed(seen);
  });
});
