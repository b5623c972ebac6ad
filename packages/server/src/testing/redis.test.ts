import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { withRedis } from './redis.ts';

withRedis('a throwaway server', (server) => {
  test('answers, can be stopped, and comes back empty at the same address', async () => {
    const redis = new Redis(server.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    await redis.set('key', 'value');
    const { url } = server;
    await server.stop();
    await server.start();
    expect(server.url).toBe(url);
    expect(await redis.get('key')).toBeNull();
    redis.disconnect();
  });
});
