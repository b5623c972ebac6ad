import type { Secrets } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Repeated, repeated } from '../../kernel/repeated.ts';
import { fillFinders } from './reseal.ts';

export interface FinderJobParts {
  readonly secrets: Pick<Secrets, 'appSecretPeppers' | 'appSecretSealingKeys'>;
  readonly database: Database;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two looks: an older program beside this one may go on writing secrets without a finder. */
const LOOK_MS = 60_000;

/** Lets secrets of older programs be found when they leak, in a process that runs jobs: it has both rings (decision 0193). */
export function finderJob({ secrets, database, onFailed }: FinderJobParts): Repeated {
  return repeated({
    name: 'finders',
    everyMs: LOOK_MS,
    async look() {
      await fillFinders(database, secrets.appSecretSealingKeys, secrets.appSecretPeppers);
    },
    onFailed,
  });
}
