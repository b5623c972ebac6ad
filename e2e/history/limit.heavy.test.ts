import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WINDOW_S } from '../../packages/server/src/kernel/limiter/limiter.ts';
import { withRedis } from '../../packages/server/src/testing/redis.ts';
import { type CountedCall, judgeLimit } from './history.ts';
import { inTurns } from './kinds.ts';
import { startTwoNodes, type TwoNodes } from './nodes.ts';

const serverUrl = inject('postgresUrl');
/** Addresses, each with a window of its own. */
const TRIALS = Number(process.env.HISTORY_TRIALS ?? 1000);
const QUOTA = 5;
/** Calls of an address at each node, all at once. */
const CALLS = 6;
/** Addresses whose calls are under way at once. */
const AT_ONCE = 4;

describe.skipIf(serverUrl === null)('two nodes over one database', () => {
  withRedis('which count together', (redis) => {
    let nodes: TwoNodes;
    beforeAll(async () => {
      nodes = await startTwoNodes(serverUrl ?? '', {
        REDIS_URL: redis.url,
        IP_LIMIT_PER_MINUTE: String(QUOTA),
        APP_LIMIT_PER_MINUTE: '0',
        // The nodes take the word of this test for who calls.
        TRUST_PROXY_HOPS: '1',
        LOG_LEVEL: 'error',
      });
    });
    afterAll(() => nodes?.stop());

    async function callFrom(address: string, node: number): Promise<CountedCall> {
      const startMs = performance.now();
      const headers = { 'x-forwarded-for': address };
      const { status } = await nodes.call(`${nodes.gateway(node)}/open/v3/vr/info?resource_code=any`, { headers });
      // Admitted by its address, and refused for the token that it lacks.
      if (status !== 401 && status !== 429) throw new Error(`a call was answered ${status}`);
      return { startMs, endMs: performance.now(), admitted: status === 401 };
    }
    const countedAlone = async () => {
      const [here, there] = await Promise.all(
        [0, 1].map((node) => nodes.metric(node, 'openhouse_limiter_counted_alone_total')),
      );
      return (here ?? 0) + (there ?? 0);
    };

    test(`admit what the limit says in ${TRIALS} windows, together and each`, async () => {
      let [calls, void_] = [0, 0];
      const addresses = Array.from(
        { length: TRIALS },
        (_, trial) => `10.${trial >> 16}.${(trial >> 8) & 255}.${trial & 255}`,
      );
      const judged = await inTurns(addresses, AT_ONCE, async (address) => {
        const aloneBefore = await countedAlone();
        const sides = Array.from({ length: CALLS }, () => [0, 1]).flat();
        const made = await Promise.all(sides.map((node) => callFrom(address, node)));
        calls += made.length;
        // A node that Redis does not answer in time counts by itself, as it should (decision 0016): no trial of this.
        if ((await countedAlone()) === aloneBefore) return judgeLimit(QUOTA, WINDOW_S * 1000, made);
        void_ += 1;
        return undefined;
      });
      const broken = judged.flatMap((what, trial) => (what === undefined ? [] : [`${addresses[trial]}: ${what}`]));
      console.info(
        `\nlimit shared through Redis: ${TRIALS - void_} windows, ${calls} calls, ${void_} void, ${broken.length} broken\n`,
      );
      expect(broken.slice(0, 20)).toEqual([]);
      expect(void_).toBeLessThan(TRIALS / 2);
    });
  });
});
