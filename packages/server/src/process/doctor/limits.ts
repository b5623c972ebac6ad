import type { Config } from '../../config/config.ts';
import { partsThatCountWith } from '../../config/parts.ts';
import type { Database } from '../../kernel/database/database.ts';
import { IN_MEMORY } from '../keys/key-holder.ts';
import { countingElsewhere, shownHolder } from '../keys/store.ts';
import { type Finding, ok, warning } from './finding.ts';
import { limitPlaceAt } from './redis.ts';

const CHECK = 'shared limits';

/** Whether the processes that run count limits where this configuration does (decision 0227). */
export async function examineLimits(config: Config, { pool }: Pick<Database, 'pool'>): Promise<Finding[]> {
  const place = config.REDIS_URL === null ? IN_MEMORY : await limitPlaceAt(config.REDIS_URL);
  // That it is away is a finding of its own.
  if (place === undefined) return [];
  const apart = await countingElsewhere(pool, place, partsThatCountWith(config));
  if (apart.length === 0) return [ok(CHECK, 'Every process that runs counts where this configuration does.')];
  const says = `${apart.map(shownHolder).join(', ')} counts elsewhere, so that callers may exceed the limits.`;
  return [warning(CHECK, says, 'Give all processes the same REDIS_URL, and restart those that had another.')];
}
