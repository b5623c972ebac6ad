import { randomInt } from 'node:crypto';
import { bundledEndpoints } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../packages/server/src/testing/envelope.ts';
import { expectUnharmed } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { callOf, type Tenant } from './tenants.ts';
import { openWire, type Surface, type WireAnswer } from './wire.ts';

const CONNECTIONS = 100;
/** Turns of each connection; each is a pipeline, a reset or a body that is cut. */
const TURNS = Number(process.env.ATTACK_TURNS ?? 20);
/** Requests that a pipeline has at most. */
const PIPELINED = 6;

describe.skipIf(cannotAttack)(`${CONNECTIONS} connections of three Teams, some cut in the middle`, () => {
  let attacked: Attacked;
  /** What each operation answers each Team, asked one at a time. */
  const expected = new Map<string, string>();
  const key = (tenant: Tenant, name: string) => `${tenant.team} ${name}`;

  beforeAll(async () => {
    attacked = await attackedService();
    for (const tenant of attacked.tenants) {
      for (const endpoint of bundledEndpoints) {
        const wire = await openWire(attacked.gateways[0]);
        await wire.write(callOf(tenant, endpoint));
        const [answer] = await wire.read(['GET']);
        wire.destroy();
        expected.set(key(tenant, endpoint.name), dataOf(answer));
        expect(dataOf(answer)).toContain(tenant.mark);
      }
    }
  });
  afterAll(() => attacked?.remove());

  test('what the Teams are answered differs in each operation', () => {
    for (const { name } of bundledEndpoints) {
      expect(new Set(attacked.tenants.map((tenant) => expected.get(key(tenant, name)))).size, name).toBe(3);
    }
  });

  test.each([0, 1] as const)('every byte of an answer belongs to its request: way %i', async (way) => {
    const surface = attacked.gateways[way];
    const ids = new Set<string>();
    let answered = 0;
    const connection = async (number: number) => {
      const { [number % 3]: tenant } = attacked.tenants;
      if (tenant === undefined) throw new Error('there are three Teams');
      for (let turn = 0; turn < TURNS; turn++) {
        const came = await takeTurn(surface, tenant, ids);
        answered += came;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)));
    expect(answered).toBeGreaterThan((CONNECTIONS * TURNS) / 2);
    // No id was given twice, so no answer was.
    expect(ids.size).toBe(answered);
    for (const tenant of attacked.tenants) await expectUnharmed(surface, tenant, 'afterwards');
  });

  /** @returns How many answers came and were looked at. */
  async function takeTurn(surface: Surface, tenant: Tenant, ids: Set<string>): Promise<number> {
    const wire = await openWire(surface);
    const asked = Array.from(
      { length: 1 + randomInt(PIPELINED) },
      () => bundledEndpoints[randomInt(bundledEndpoints.length)] ?? bundledEndpoints[0],
    );
    const pipeline = asked.flatMap((endpoint) => (endpoint === undefined ? [] : [callOf(tenant, endpoint)])).join('');
    const end = randomInt(5);
    if (end === 0) {
      // A body that never comes whole, behind requests that are answered or not.
      await wire.write(
        `${pipeline}POST /auth/access_token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nap`,
      );
      wire.reset();
      return 0;
    }
    if (end === 1) {
      await wire.write(pipeline);
      await wire.read(['GET']);
      wire.reset();
      return 0;
    }
    await wire.write(pipeline);
    const answers = await wire.read(asked.map(() => 'GET'));
    expect([answers.length, wire.rest.length]).toEqual([asked.length, 0]);
    wire.destroy();
    for (const [at, answer] of answers.entries()) {
      const name = asked[at]?.name ?? '';
      expect(answer.status).toBe(200);
      expect(dataOf(answer), `${name} of ${tenant.team}`).toBe(expected.get(key(tenant, name)));
      for (const other of attacked.tenants) {
        if (other === tenant) continue;
        const whole = `${answer.head}${answer.body}`;
        for (const unseen of [other.mark, other.token, other.app.appKey, other.team])
          expect(whole).not.toContain(unseen);
      }
      ids.add(answer.headers['x-request-id'] ?? '');
    }
    return answers.length;
  }
});

/** The payload of an envelope, byte for byte. */
function dataOf(answer: WireAnswer | undefined): string {
  const text = answer?.body.toString() ?? '';
  expect((JSON.parse(text) as Envelope).request_id).toBe(answer?.headers['x-request-id']);
  return text.slice(text.indexOf(',"data":'));
}
