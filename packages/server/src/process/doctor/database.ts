import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../../config/config.ts';
import { type Database, StoreError } from '../../kernel/database/database.ts';
import { requireMigrated } from '../../kernel/database/migrate.ts';
import { isolationProblems } from '../../kernel/database/team-isolation.ts';
import { openStore } from '../open-store.ts';
import { broken, type Finding, ok, skipped, warning } from './finding.ts';
import { currentRole, serverClockMs, serverVersion } from './store.ts';

/** Seconds two clocks may differ: tokens, links and sessions end by one of them. */
const CLOCKS_APART_S = 2;

/** The store: can it be opened, is it what this version needs, who does the service work as, what time is it there? */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  // Opening an embedded store makes it; a look must not.
  if (config.DATABASE_URL === null && !(await isThere(join(config.DATA_DIR, DATA_DIRECTORY.database)))) {
    return [
      warning('database', 'There is no embedded store yet.', 'Start the service once, or run openhouse migrate.'),
    ];
  }
  let database: Database;
  try {
    database = await openStore(config, () => undefined);
  } catch (error) {
    const mend = 'See whether PostgreSQL runs, and whether DATABASE_URL names it, its user and its password rightly.';
    const says = error instanceof StoreError ? error.message : `It cannot be opened: ${reasonOf(error)}.`;
    return [
      broken('database', says, error instanceof StoreError ? '' : mend),
      skipped('schema', 'The database is away.'),
    ];
  }
  try {
    return [
      await versionFinding(database),
      await schemaFinding(database),
      await roleFinding(database),
      await isolationFinding(database),
      await clockFinding(database),
    ];
  } catch (error) {
    return [broken('database', `It does not answer: ${reasonOf(error)}.`, 'Look into its own log.')];
  } finally {
    await database.close();
  }
}

async function versionFinding({ pool, kind, borrowed }: Database): Promise<Finding> {
  const which =
    kind === 'embedded' ? `the embedded store${borrowed ? ', lent by the running service' : ''}` : 'PostgreSQL';
  return ok('database', `${which}, version ${await serverVersion(pool)}`);
}

async function schemaFinding(database: Database): Promise<Finding> {
  try {
    await requireMigrated(database);
    return ok('schema', 'Every migration is applied.');
  } catch (error) {
    if (error instanceof StoreError) return broken('schema', error.message, 'Run openhouse migrate with this version.');
    throw error;
  }
}

async function roleFinding({ pool }: Database): Promise<Finding> {
  const role = await currentRole(pool);
  if (role?.free === false) {
    const owns = role.owned === 0 ? 'owns nothing' : 'owns the tables, whose policies bind their owner too';
    return ok('role', `The service works as ${role.name}, which ${owns}.`);
  }
  const says = `The service works as ${role?.name ?? 'nobody known'}, which row-level security does not bind.`;
  return broken('role', says, 'Let DATABASE_URL name a user that is neither a superuser nor has BYPASSRLS.');
}

async function isolationFinding({ pool }: Database): Promise<Finding> {
  const check = 'row-level security';
  const problems = await isolationProblems(pool);
  if (problems.length === 0) return ok(check, 'Every table of Teams has exactly the policies of the migrations.');
  return broken(
    check,
    `${problems.join('. ')}.`,
    'Run the statements named as the owner, and find out who loosened it.',
  );
}

async function clockFinding({ pool }: Database): Promise<Finding> {
  const before = Date.now();
  const serverMs = await serverClockMs(pool);
  // The answer was made somewhere between the question and now.
  const after = Date.now();
  const apartS = (serverMs - (before + after) / 2) / 1000;
  return clockVerdict('database clock', apartS, CLOCKS_APART_S, (after - before) / 1000);
}

/**
 * @param apartS Seconds the other clock is ahead of the middle of the question.
 * @param askedS Seconds the question took: a slow answer is no wrong clock.
 */
function clockVerdict(check: string, apartS: number, toleratedS: number, askedS: number): Finding {
  const apart = Math.abs(apartS);
  if (apart <= toleratedS + askedS / 2) return ok(check, `It agrees with this machine to within ${toleratedS} s.`);
  const says = `It is ${apart.toFixed(1)} s ${apartS > 0 ? 'ahead of' : 'behind'} this machine.`;
  return broken(check, says, 'Let both follow a time server (chrony, systemd-timesyncd).');
}

/** Seconds of a Date header: it has no fractions. */
const DATE_HEADER_S = 3;

/** The clock behind an HTTP answer. @param asked When the question left and the answer was there, in milliseconds. */
export function dateHeaderVerdict(check: string, date: string, asked: { readonly from: number; readonly to: number }) {
  const apartS = (Date.parse(date) - (asked.from + asked.to) / 2) / 1000;
  return clockVerdict(check, apartS, DATE_HEADER_S, (asked.to - asked.from) / 1000);
}

/** Names and codes only: messages can carry addresses with passwords. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
