import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../kernel/database/database.ts';
import { type Repeated, repeated } from '../../kernel/repeated.ts';
import { forget } from './forget.ts';
import type { KeptKind, Retention } from './rules.ts';

export interface RetentionJobParts {
  readonly database: Database;
  readonly retention: Retention;
  readonly onRemoved: (kind: KeptKind, count: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two looks. */
const LOOK_MS = 5 * 60_000;

/** Removes what is not kept any more, in the background of a process that runs jobs. */
export function retentionJob({ database, retention, onRemoved, onFailed }: RetentionJobParts): Repeated {
  return repeated({
    name: 'retention',
    everyMs: LOOK_MS,
    look: (signal) =>
      forget(database, retention, {
        onRemoved,
        /** As long as the batch took: this job has half of one connection at most, however slow the database is. */
        async pause(tookMs) {
          await sleep(tookMs, undefined, { signal }).catch(() => undefined);
          return !signal.aborted;
        },
      }),
    onFailed,
  });
}
