import { Redis } from 'ioredis';
import type { Config } from '../../config/config.ts';
import { limitPlace } from '../../kernel/limiter/redis.ts';
import { ANSWER_MS, whyNot } from './ask.ts';
import { broken, type Finding, ok } from './finding.ts';

const OLDEST_REDIS = 6;
const check = 'Redis';
const ALONE = 'Until then each node counts alone.';

/** The shared limiter, where one is configured. */
export async function examineRedis({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): Promise<Finding> {
  if (REDIS_URL === null) return ok(check, 'None is configured: limits are counted in memory, by each node alone.');
  const client = clientOf(REDIS_URL);
  let reason: unknown;
  client.on('error', (error) => {
    reason ??= error;
  });
  try {
    await client.connect();
    const info = await client.info();
    // The number of a database that it does not have: the client connects all the same, and counts in another one.
    return reason === undefined ? findingOf(info) : away(reason);
  } catch (error) {
    return away(reason ?? error);
  } finally {
    client.disconnect();
  }
}

const clientOf = (url: string): Redis =>
  new Redis(url.replace(/^valkey/, 'redis'), {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });

/** @returns The name that nodes gave it; empty where none has asked yet, undefined where it does not answer. */
export async function limitPlaceAt(url: string): Promise<string | undefined> {
  const client = clientOf(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await limitPlace(client)) ?? '';
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}

/** @param info The answer to INFO. */
function findingOf(info: string): Finding {
  const field = (name: string) => new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = field('redis_version');
  if (Number.parseInt(version, 10) < OLDEST_REDIS) {
    return broken(check, `It has version ${version}.`, `Upgrade it to Valkey, or Redis ${OLDEST_REDIS} or later.`);
  }
  if (field('role') === 'slave') {
    const says = `It follows ${field('master_host')}: a replica counts nothing. ${ALONE}`;
    return broken(check, says, 'Let REDIS_URL name the primary, or a name that follows it.');
  }
  if (field('cluster_enabled') === '1') {
    const says = `It is a node of a cluster: it counts the callers of its own slots, and each node of the service the others alone.`;
    return broken(check, says, 'Let REDIS_URL name a server without cluster mode.');
  }
  const [used, most] = [Number(field('used_memory')), Number(field('maxmemory'))];
  if (most > 0 && used >= most && field('maxmemory_policy') === 'noeviction') {
    const says = `Its memory is full (maxmemory ${field('maxmemory_human')}, policy noeviction). ${ALONE}`;
    return broken(check, says, 'Raise maxmemory, or give the limits a server of their own.');
  }
  return ok(check, `It answers, version ${version}.`);
}

/** A refusal by its first word: the rest can name users. */
const REFUSALS: Readonly<Record<string, readonly [says: string, mend: string]>> = {
  WRONGPASS: ['it refuses the password', 'Correct user and password in REDIS_URL.'],
  NOAUTH: ['it asks for a password', 'Write it into REDIS_URL: redis://:password@host:port.'],
  NOPERM: ['it refuses what the service asks', 'Allow its user every key that begins with openhouse:.'],
  DB: [
    'it has no database of that number',
    'Write one that it has after the host in REDIS_URL, or leave the number out.',
  ],
  LOADING: ['it is still reading its data', 'Wait until it has.'],
};

function away(error: unknown): Finding {
  const { message = '', name } = error as Error;
  const refusal = REFUSALS[/^(?:ERR )?([A-Z]+)/.exec(message)?.[1] ?? ''];
  if (refusal !== undefined) return broken(check, `REDIS_URL: ${refusal[0]}. ${ALONE}`, refusal[1]);
  // It hangs up, or its answer is not Redis'.
  if (/Protocol error|Unknown RESP|EPIPE|ECONNRESET/i.test(`${name} ${message}`)) {
    const says = `REDIS_URL names something that is no Redis, or one that speaks TLS otherwise. ${ALONE}`;
    return broken(check, says, 'Compare host and port, and write rediss: for a server with TLS.');
  }
  // ioredis' own: it has no code.
  const { says, mend } = /timed out/i.test(message) ? whyNot({ name: 'TimeoutError' }) : whyNot(error);
  return broken(check, `REDIS_URL: ${says}. ${ALONE}`, mend);
}
