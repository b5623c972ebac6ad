import type { Config } from '../config/config.ts';
import type { Database } from '../kernel/database/database.ts';
import { type Repeated, repeated } from '../kernel/repeated.ts';
import { headsSender } from '../portal/audit/send-heads.ts';

export interface HeadsJobParts {
  readonly config: Pick<Config, 'AUDIT_HEADS_TO' | 'AUDIT_HEADS_EVERY_S'>;
  readonly database: Database;
  readonly onFailed: (error: unknown) => void;
}

/** Sends the ends of audit chains elsewhere, in the background of a process that runs jobs; undefined where none is named. */
export function headsJob({ config, database, onFailed }: HeadsJobParts): Repeated | undefined {
  const { AUDIT_HEADS_TO: to, AUDIT_HEADS_EVERY_S } = config;
  if (to === null) return undefined;
  const look = headsSender(database, to);
  return repeated({ name: 'audit heads', everyMs: AUDIT_HEADS_EVERY_S * 1000, look, onFailed });
}
