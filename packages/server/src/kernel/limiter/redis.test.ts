import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts';
import { freePort } from '../../testing/processes.ts';
import { countTogether, type RedisServer, withRedis } from '../../testing/redis.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { collectSteps, type Step } from '../steps.ts';
import type { Limiter } from './limiter.ts';
import { redisLimiter } from './redis.ts';

/** A busy machine must not make a node count alone: then it rightly allows more. */
const PATIENCE_MS = 5000;

const ignore = () => undefined;

withRedis('windows shared by nodes', (redis) => {
  const use = async (run: (nodes: ReturnType<typeof redisLimiter>[]) => Promise<void>) => {
    const errors: unknown[] = [];
    const nodes = [
      redisLimiter(redis.url, { onAway: (error) => errors.push(error), onBack: ignore }, PATIENCE_MS),
      redisLimiter(redis.url, { onAway: ignore, onBack: ignore }, PATIENCE_MS),
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

  test('two nodes together allow exactly the quota', async () => {
    await use(async (nodes) => {
      await countTogether(nodes);
      const verdicts = await Promise.all(Array.from({ length: 40 }, (_, index) => take(nodes[index % 2], 'app:a', 10)));
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
      for (const { quota, resetS } of verdicts) {
        expect(quota).toBe(10);
        expect(resetS).toBeGreaterThan(0);
        expect(resetS).toBeLessThanOrEqual(60);
      }
    });
  });

  test('what waits for it is a step without the key, failed only where no answer came', async () => {
    await use(async (nodes) => {
      await countTogether(nodes);
      const steps: Step[] = [];
      const traced = (key: string) => collectSteps(steps, () => take(nodes[0], key, 1));
      expect([(await traced('app:seen')).allowed, (await traced('app:seen')).allowed]).toEqual([true, false]);
      await redis.stop();
      await traced('app:seen');
      // Nobody waits for a store that is known to be away.
      const known = steps.length;
      await traced('app:seen');
      await redis.start();
      expect(steps.slice(0, 2).map(({ name, failed }) => [name, failed])).toEqual([
        ['redis limit', false],
        ['redis limit', false],
      ]);
      expect(steps.slice(2).every(({ failed }) => failed)).toBe(true);
      expect(steps).toHaveLength(known);
      expect(JSON.stringify(steps)).not.toContain('app:seen');
    });
  });

  test('a window takes less than 256 bytes of the store: docs/guides/capacity.md plans with them', {
    tags: 'slow',
  }, async () => {
    await use(async (nodes) => {
      await countTogether(nodes);
      const client = new Redis(redis.url);
      const used = async () => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
      const before = await used();
      const windows = 5000;
      for (let from = 0; from < windows; from += 100) {
        const addresses = Array.from({ length: 100 }, (_, index) => `portal-ip:2001:db8:85a3:${from + index}::/64`);
        await Promise.all(addresses.map((address) => take(nodes[0], address, 10)));
      }
      const each = ((await used()) - before) / windows;
      client.disconnect();
      expect(each).toBeGreaterThan(20);
      expect(each).toBeLessThan(256);
    });
  });

  test('while the store is away each node counts alone, and shares again when it is back', {
    tags: 'slow',
  }, async () => {
    await use(async (nodes) => {
      await countTogether(nodes);
      await redis.stop();
      for (const node of nodes) {
        const verdicts = [];
        for (let index = 0; index < 4; index += 1) verdicts.push((await take(node, 'app:away', 3)).allowed);
        expect(verdicts).toEqual([true, true, true, false]);
      }
      await redis.start();
      await countTogether(nodes);
    });
  });
});

withRedis('a shared limiter that fails', (redis) => {
  /**
   * A limiter with what it reported, through a proxy; it is connected when `run` starts.
   * @param patienceMs How long it waits; its own time without it. Then what a busy machine answers late is no answer.
   */
  const watch = async (
    run: (parts: {
      limiter: Limiter;
      away: string[];
      refused: string[];
      proxy: FaultProxy;
      alone: () => number;
    }) => Promise<void>,
    patienceMs?: number,
  ) => {
    const proxy = await startFaultProxy(Number(new URL(redis.url).port));
    const url = new URL(redis.url);
    url.port = String(proxy.port);
    const away: string[] = [];
    const refused: string[] = [];
    let counted = 0;
    const reports = {
      onAway: (reason: unknown) => away.push(String(reason)),
      onBack: () => away.push('back'),
      onKeyRefused: (reason: unknown) => refused.push(String(reason)),
      onCountedAlone: () => {
        counted += 1;
      },
    };
    const limiter = redisLimiter(url.toString(), reports, patienceMs);
    const alone = () => counted;
    try {
      await isShared({ limiter, alone });
      away.length = 0;
      await run({ limiter, away, refused, proxy, alone });
    } finally {
      await limiter.close();
      await proxy.close();
    }
  };
  const operator = async (...commands: [string, ...string[]][]) => {
    const client = new Redis(redis.url);
    try {
      for (const [name, ...given] of commands) await client.call(name, ...given);
    } finally {
      client.disconnect();
    }
  };
  /** What is counted in the store is known there, and not here too: a call whose answer came late is counted in both. */
  const isShared = async ({ limiter, alone }: { limiter: Limiter; alone: () => number }) => {
    const client = new Redis(redis.url);
    try {
      await expect
        .poll(async () => {
          const key = `probe-${Math.random()}`;
          const before = alone();
          await limiter.take(key, 10);
          return [await client.get(`openhouse:limit:${key}`), alone() - before];
        })
        .toEqual(['1', 0]);
    } finally {
      client.disconnect();
    }
  };

  test('one that hangs is waited for once: from then on this node answers at once, until it is back', {
    tags: 'slow',
  }, async () => {
    await watch(async ({ limiter, away, proxy, alone }) => {
      proxy.silence();
      proxy.hold(true);
      const before = alone();
      expect(limiter.take('hangs', 2)).toBeInstanceOf(Promise);
      await expect.poll(() => away.length).toBe(1);
      const verdicts = [1, 2, 3].map(() => limiter.take('hangs', 2));
      expect(verdicts.every((verdict) => !(verdict instanceof Promise))).toBe(true);
      expect(verdicts.at(-1)).toMatchObject({ allowed: false });
      expect(alone() - before).toBe(4);
      proxy.hold(false);
      await expect.poll(() => away.at(-1)).toBe('back');
      await isShared({ limiter, alone });
    });
  });

  slowAfter<[string, RegExp, [string, ...string[]][], [string, ...string[]][]]>(1, [
    [
      'full',
      /OOM/,
      [
        ['config', 'set', 'maxmemory-policy', 'noeviction'],
        ['config', 'set', 'maxmemory', '1'],
      ],
      [['config', 'set', 'maxmemory', '0']],
    ],
    ['a replica', /READONLY/, [['replicaof', '127.0.0.1', '1']], [['replicaof', 'no', 'one']]],
    [
      'without a right that its user needs',
      /NOPERM/,
      [['acl', 'setuser', 'default', '-incrby', '-eval', '-evalsha']],
      [['acl', 'setuser', 'default', '+@all']],
    ],
    [
      'short of replicas',
      /NOREPLICAS/,
      [['config', 'set', 'min-replicas-to-write', '1']],
      [['config', 'set', 'min-replicas-to-write', '0']],
    ],
  ])('one that is %s is away, told once, and back by itself', async (_, says, fail, mend) => {
    await watch(async ({ limiter, away, alone }) => {
      await operator(...fail);
      try {
        const verdicts = [];
        for (let n = 0; n < 4; n += 1) verdicts.push((await limiter.take('refused', 3)).allowed);
        expect(verdicts).toEqual([true, true, true, false]);
        expect(away).toEqual([expect.stringMatching(says)]);
      } finally {
        await operator(...mend);
      }
      await expect.poll(() => away.at(-1)).toBe('back');
      await isShared({ limiter, alone });
    }, PATIENCE_MS);
  });

  test('one whose password was changed is away from the next connection on, and back with the former one', async () => {
    await watch(async ({ limiter, away, alone }) => {
      const administrator = new Redis(redis.url);
      try {
        await administrator.config('SET', 'requirepass', 'another');
        await administrator.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
        const isAway = async () => {
          await limiter.take('refused', 3);
          return away.length;
        };
        await expect.poll(isAway).toBe(1);
      } finally {
        await administrator.config('SET', 'requirepass', new URL(redis.url).password);
        administrator.disconnect();
      }
      await expect.poll(() => away.at(-1)).toBe('back');
      await isShared({ limiter, alone });
    }, PATIENCE_MS);
  });

  test('one that starts and is still reading its data is away until it has read it', {
    tags: ['slow', 'long'],
  }, async () => {
    await watch(async ({ limiter, away, alone }) => {
      const fill = `for i = 1, 10000 do redis.call('set', 'filler:' .. i, string.rep('x', 100)) end`;
      await operator(['eval', fill, '0'], ['save']);
      await redis.stop();
      await limiter.take('gone', 1);
      expect(away).toHaveLength(1);
      // Ten seconds for its keys, unless it is told otherwise.
      await redis.start('--key-load-delay', '1000', '--loading-process-events-interval-bytes', '1024');
      const client = new Redis(redis.url, { enableReadyCheck: false });
      const isLoading = async () => (await client.info('persistence')).includes('loading:1');
      try {
        expect(await isLoading()).toBe(true);
        const before = alone();
        const verdicts = [];
        for (let n = 0; n < 4; n += 1) verdicts.push((await limiter.take('loading', 3)).allowed);
        expect([verdicts, alone() - before, away.length]).toEqual([[true, true, true, false], 4, 1]);
        expect(await isLoading()).toBe(true);
        // Another node that starts meanwhile.
        const told: string[] = [];
        const late = redisLimiter(
          redis.url,
          { onAway: (reason) => told.push(String(reason)), onBack: () => told.push('back') },
          PATIENCE_MS,
        );
        expect(await late.take('late', 1)).toMatchObject({ allowed: true });
        expect(await late.take('late', 1)).toMatchObject({ allowed: false });
        expect(told).toHaveLength(1);
        await client.config('SET', 'key-load-delay', '0');
        await expect.poll(() => [away.at(-1), told.at(-1)]).toEqual(['back', 'back']);
        expect(await isLoading()).toBe(false);
        await isShared({ limiter, alone });
        await late.close();
      } finally {
        client.disconnect();
      }
    }, PATIENCE_MS);
  });

  test('a key of another type is counted by this node alone and told once; the others stay shared', async () => {
    await watch(async ({ limiter, away, refused, alone }) => {
      await operator(['rpush', 'openhouse:limit:strange', 'a']);
      const verdicts = [];
      for (let n = 0; n < 3; n += 1) verdicts.push((await limiter.take('strange', 2)).allowed);
      expect(verdicts).toEqual([true, true, false]);
      // It is not away: nothing would ever say that it is back.
      expect([away, refused]).toEqual([[], [expect.stringContaining('WRONGTYPE')]]);
      const before = alone();
      await limiter.take('plain', 2);
      expect(alone() - before).toBe(0);
    }, PATIENCE_MS);
  });
});

withRedis('a cluster', (redis) => {
  withRedis('of two nodes', (other) => {
    test('a node counts the keys of its own slots, and is not away and back again with each of the others', {
      tags: 'slow',
    }, async () => {
      const clients: Redis[] = [];
      const join = async (node: RedisServer, slots: readonly [number, number]) => {
        const bus = await freePort();
        await node.stop();
        await node.start('--cluster-enabled', 'yes', '--cluster-port', String(bus));
        const client = new Redis(node.url);
        clients.push(client);
        await client.cluster('ADDSLOTSRANGE', ...slots);
        return { client, bus };
      };
      const one = await join(redis, [0, 8191]);
      const { bus } = await join(other, [8192, 16_383]);
      await one.client.call('cluster', 'meet', '127.0.0.1', new URL(other.url).port, String(bus));
      await expect.poll(() => one.client.cluster('INFO')).toContain('cluster_state:ok');

      const told: string[] = [];
      let alone = 0;
      const reports = {
        onAway: (reason: unknown) => told.push(String(reason)),
        onBack: () => told.push('back'),
        onKeyRefused: (reason: unknown) => told.push(String(reason)),
        onCountedAlone: () => {
          alone += 1;
        },
      };
      const limiter = redisLimiter(redis.url, reports, PATIENCE_MS);
      try {
        /** Of a few keys some are here. */
        const isShared = async () => {
          const before = alone;
          for (let app = 0; app < 10; app += 1) await limiter.take(`app:first:${app}`, 10);
          return alone - before;
        };
        await expect.poll(isShared).toBeLessThan(10);
        const before = told.length;
        alone = 0;
        for (let app = 0; app < 100; app += 1) {
          expect(await limiter.take(`app:of:${app}`, 1000)).toMatchObject({ allowed: true });
        }
        // Nothing besides the keys of the other node's slots.
        expect(told.slice(before).filter((reason) => !reason.includes('MOVED'))).toEqual([]);
        expect(told.filter((reason) => reason.includes('MOVED'))).toHaveLength(1);
        expect(alone).toBeGreaterThan(10);
        expect(alone).toBeLessThan(90);
      } finally {
        await limiter.close();
        for (const client of clients) client.disconnect();
      }
    });
  });
});
