import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';
import { memoryLimiter } from './memory.ts';

/** How long a request waits for the shared limiter before this node counts alone, in milliseconds. */
const COMMAND_TIMEOUT_MS = 100;

/**
 * Windows shared by all nodes in Valkey or Redis. While it is away each node counts in its own memory, so that an
 * outage loosens the limits instead of closing the gateway.
 * @param onError Told when the connection fails.
 * @param patienceMs How long a request waits for it.
 */
export function redisLimiter(url: string, onError: (error: unknown) => void, patienceMs = COMMAND_TIMEOUT_MS): Limiter {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patienceMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  });
  client.on('error', onError);
  const fallback = memoryLimiter();
  const shared = new Map<number, RateLimiterRedis>();

  function limiterOf(quota: number): RateLimiterRedis {
    const known = shared.get(quota);
    if (known !== undefined) return known;
    const fresh = new RateLimiterRedis({
      storeClient: client,
      keyPrefix: 'openhouse:limit',
      points: quota,
      duration: WINDOW_S,
    });
    shared.set(quota, fresh);
    return fresh;
  }

  return {
    async take(key, quota) {
      try {
        return verdictOf(await limiterOf(quota).consume(key), quota, true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return verdictOf(refusal, quota, false);
        return fallback.take(key, quota);
      }
    },
    async close() {
      client.disconnect();
      await fallback.close();
    },
  };
}

function verdictOf(result: RateLimiterRes, quota: number, allowed: boolean): LimitVerdict {
  return {
    allowed,
    quota,
    remaining: Math.max(0, result.remainingPoints),
    resetS: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
