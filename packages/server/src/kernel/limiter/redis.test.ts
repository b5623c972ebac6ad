import { expect, test } from 'vitest';
import { withRedis } from '../../testing/redis.ts';
import { redisLimiter } from './redis.ts';

/** A busy machine must not make a node count alone: then it rightly allows more. */
const PATIENCE_MS = 5000;

withRedis('windows shared by nodes', (redis) => {
  const use = async (run: (nodes: ReturnType<typeof redisLimiter>[]) => Promise<void>) => {
    const errors: unknown[] = [];
    const nodes = [
      redisLimiter(redis.url, (error) => errors.push(error), PATIENCE_MS),
      redisLimiter(redis.url, () => undefined, PATIENCE_MS),
    ];
    try {
      await run(nodes);
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
    }
  };
  const take = async (node: ReturnType<typeof redisLimiter> | undefined, key: string, quota: number) => {
    if (node === undefined) throw new Error('no node');
    return await node.take(key, quota);
  };
  const connected = async (nodes: ReturnType<typeof redisLimiter>[]) => {
    for (const [index, node] of nodes.entries()) {
      // Counted once in the shared store, the second call leaves two less; alone a node starts again.
      await expect
        .poll(async () => {
          const key = `probe-${index}-${Math.random()}`;
          await take(node, key, 10);
          return (await take(nodes[(index + 1) % nodes.length], key, 10)).remaining;
        })
        .toBe(8);
    }
  };

  test('two nodes together allow exactly the quota', async () => {
    await use(async (nodes) => {
      await connected(nodes);
      const verdicts = await Promise.all(Array.from({ length: 40 }, (_, index) => take(nodes[index % 2], 'app:a', 10)));
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
      for (const { quota, resetS } of verdicts) {
        expect(quota).toBe(10);
        expect(resetS).toBeGreaterThan(0);
        expect(resetS).toBeLessThanOrEqual(60);
      }
    });
  });

  test('while the store is away each node counts alone, and shares again when it is back', async () => {
    await use(async (nodes) => {
      await connected(nodes);
      await redis.stop();
      for (const node of nodes) {
        const verdicts = [];
        for (let index = 0; index < 4; index += 1) verdicts.push((await take(node, 'app:away', 3)).allowed);
        expect(verdicts).toEqual([true, true, true, false]);
      }
      await redis.start();
      await connected(nodes);
    });
  });
});
