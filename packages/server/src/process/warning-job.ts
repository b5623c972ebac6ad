import type { Config } from '../config/config.ts';
import type { Database, Transaction } from '../kernel/database/database.ts';
import { type Repeated, repeated } from '../kernel/repeated.ts';
import { queueWarningMails } from '../portal/mail/outbox-store.ts';
import { lookForWarnings } from '../portal/warnings/look.ts';
import { queueWarnings } from '../portal/webhooks/store.ts';

export interface WarningJobParts {
  readonly config: Pick<Config, 'APP_LIMIT_PER_MINUTE' | 'USAGE_KEEP_DAYS' | 'SMTP_URL'>;
  readonly database: Database;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two looks; rates are looked for in a longer time (`RATE_MINUTES`). */
const LOOK_MS = 5 * 60_000;

/** Finds what Teams are to be warned of, in the background of a process that runs jobs (decision 0154). */
export function warningJob({ config, database, onFailed }: WarningJobParts): Repeated {
  const options = { appLimitPerMinute: config.APP_LIMIT_PER_MINUTE, usageKeepDays: config.USAGE_KEEP_DAYS };
  const tell = async (transaction: Transaction, warningIds: readonly string[]) => {
    if (config.SMTP_URL !== null) await queueWarningMails(transaction, warningIds);
    await queueWarnings(transaction, warningIds);
  };
  return repeated({
    name: 'warnings',
    everyMs: LOOK_MS,
    async look() {
      await lookForWarnings(database, options, tell);
    },
    onFailed,
  });
}
