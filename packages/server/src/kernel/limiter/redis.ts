import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { beginStep } from '../steps.ts';
import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';
import { memoryLimiter } from './memory.ts';

/** Holds a random name of this store: the first node that asks writes it, and the others find it (decision 0227). */
const PLACE = 'openhouse:limits';
/** Characters of that name, at most; whatever else lies there is none of ours. */
const PLACE_LENGTH = 64;

/** How long a request waits for the shared limiter before this node counts alone, in milliseconds. */
const COMMAND_TIMEOUT_MS = 100;
/** Milliseconds between two attempts to reach a shared limiter that is away. */
const TRY_EVERY_MS = 500;
/** Milliseconds between two reports of a key that cannot be counted. */
const REPORT_EVERY_MS = 60_000;
/** What a server says about a key of another type, or of another node of a cluster: other keys can still be counted. */
const OF_ONE_KEY = /WRONGTYPE|not an integer|^(MOVED|ASK) /;
/** What a server says that has become a replica: its name may resolve to another server by now. */
const FOLLOWS = /READONLY/;
/** What the driver says of a server that does not answer: the connection may be dead. */
const SILENT = /timed out/;

/** What a trace shows of a request that waited for it; never the key, which names an app or an address. */
const STEP = { 'db.system.name': 'redis' };

/** Reports of the state of the shared limiter. */
export interface RedisReports {
  /** It is away, for whatever reason: each node counts alone until `onBack`. Called once. */
  onAway(reason: unknown): void;
  onBack(): void;
  /** It does not count a key, which this node counts alone; the others are shared. Called once a minute at most. */
  onKeyRefused?(reason: unknown): void;
  /** A request was counted by this node alone. */
  onCountedAlone?(): void;
}

/**
 * Windows shared by all nodes in Valkey or Redis. While it is away each node counts in its own memory, so that an
 * outage loosens the limits instead of closing the gateway. The first request without an answer, or with a refusal
 * (full, a replica, loading), opens a breaker: later ones do not wait, and this node retries in the background.
 * @param url `redis:` or `valkey:`, with TLS `rediss:` or `valkeys:`; one host.
 * @param patienceMs How long a request waits for it.
 */
export function redisLimiter(
  url: string,
  { onAway, onBack, onKeyRefused = () => {}, onCountedAlone = () => {} }: RedisReports,
  patienceMs = COMMAND_TIMEOUT_MS,
): Limiter {
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patienceMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
    reconnectOnError: ({ message }) => FOLLOWS.test(message),
  });
  // About the connection; failures of requests are reported below.
  client.on('error', away);
  client.on('ready', () => isAway && tryAgain());
  const fallback = memoryLimiter();
  const shared = new Map<number, RateLimiterRedis>();
  /** Every node probes with a key of its own. */
  const trial = `trial:${randomUUID()}`;
  let isAway = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;

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

  function away(reason: unknown): void {
    if (isClosed || isAway) return;
    isAway = true;
    onAway(reason);
    timer = setTimeout(tryAgain, TRY_EVERY_MS).unref();
  }

  /** Writes, as a request does: a full server and a replica still answer reads. */
  async function tryAgain(): Promise<void> {
    clearTimeout(timer);
    try {
      await limiterOf(1).consume(trial);
    } catch (refusal) {
      if (isClosed) return;
      if (!(refusal instanceof RateLimiterRes || isOfOneKey(refusal))) {
        if (refusal instanceof Error && SILENT.test(refusal.message)) client.disconnect(true);
        clearTimeout(timer);
        timer = setTimeout(tryAgain, TRY_EVERY_MS).unref();
        return;
      }
    }
    if (isClosed || !isAway) return;
    isAway = false;
    onBack();
  }

  function alone(key: string, quota: number): LimitVerdict {
    onCountedAlone();
    return fallback.take(key, quota);
  }

  async function ask(key: string, quota: number): Promise<LimitVerdict> {
    const end = beginStep('redis limit', STEP);
    try {
      const result = await limiterOf(quota).consume(key);
      end?.(false);
      return verdictOf(result, quota, true);
    } catch (refusal) {
      const counted = refusal instanceof RateLimiterRes;
      end?.(!counted);
      if (counted) return verdictOf(refusal, quota, false);
      if (!isOfOneKey(refusal)) away(refusal);
      else if (performance.now() - reportedAtMs > REPORT_EVERY_MS) {
        reportedAtMs = performance.now();
        onKeyRefused(refusal);
      }
      return alone(key, quota);
    }
  }

  return {
    take: (key, quota) => (isAway ? alone(key, quota) : ask(key, quota)),
    async place() {
      // That it is away is reported by the calls.
      if (isAway) return undefined;
      try {
        // At the start it is not connected yet.
        if (client.status !== 'ready') await once(client, 'ready', { signal: AbortSignal.timeout(patienceMs) });
        return (await limitPlace(client)) ?? (await nameLimitPlace(client));
      } catch {
        return undefined;
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      client.disconnect();
      await fallback.close();
    },
  };
}

/** @returns The name of a store of limits, as nodes gave it; undefined where none has asked yet. */
export async function limitPlace(client: Redis): Promise<string | undefined> {
  const name = await client.get(PLACE);
  return name !== null && name.length <= PLACE_LENGTH ? name : undefined;
}

async function nameLimitPlace(client: Redis): Promise<string | undefined> {
  await client.setnx(PLACE, randomUUID());
  // Another node may have been first.
  return limitPlace(client);
}

function isOfOneKey(error: unknown): boolean {
  return error instanceof Error && OF_ONE_KEY.test(error.message);
}

function verdictOf(result: RateLimiterRes, quota: number, allowed: boolean): LimitVerdict {
  return {
    allowed,
    quota,
    remaining: Math.max(0, result.remainingPoints),
    resetS: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
