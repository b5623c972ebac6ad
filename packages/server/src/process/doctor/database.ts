import type { Config } from '../../config/config.ts';
import { runsJobs } from '../../config/parts.ts';
import { ConfigError } from '../../config/variables.ts';
import {
  type Database,
  GATEWAY_ROLE,
  SERVICE_ROLE,
  StoreError,
  StoreUnreachable,
} from '../../kernel/database/database.ts';
import { readMigrations, requireMigrated } from '../../kernel/database/migrate.ts';
import { settingsProblem } from '../../kernel/database/relied-on.ts';
import { CLOCKS_APART_S } from '../../kernel/database/server-clock.ts';
import { isolationProblems } from '../../kernel/database/team-isolation.ts';
import { gatewayRoleProblem, lackedRights, othersOfServiceRole } from '../../kernel/database/working-roles.ts';
import { loginOf, missingStore, openStore } from '../open-store.ts';
import { explained } from '../start-failures.ts';
import { examineAssets } from './assets.ts';
import { examineConnections } from './connections.ts';
import { broken, type Finding, ok, skipped, warning } from './finding.ts';
import { examineHeads } from './heads.ts';
import { examineKeyHolders } from './key-holders.ts';
import { examineLimits } from './limits.ts';
import { examineReplica } from './replica.ts';
import { examineSealed } from './sealed.ts';
import { examineStandbys } from './standbys.ts';
import { currentRole, quotedDatabaseName, serverClockMs, serverVersion } from './store.ts';

/**
 * The store: can it be opened, is it what this version needs, who does the service work as, what time is it there, and do the
 * files that it names lie where this node looks?
 */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const variable = loginOf(config)?.urlVariable ?? 'DATABASE_URL';
  if ((await missingStore(config)) !== undefined) {
    return [
      warning('database', 'There is no embedded store yet.', 'Start the service once, or run openhouse migrate.'),
    ];
  }
  let database: Database;
  try {
    database = await openStore(config, () => undefined);
  } catch (error) {
    const says = error instanceof StoreError ? error.message : `It cannot be opened: ${reasonOf(error)}.`;
    return [
      ofEmbedded(config, error) ?? broken('database', says, mendOf(error, variable)),
      skipped('schema', 'The database is away.'),
      skipped('files of tours', 'The database is away.'),
    ];
  }
  try {
    const schema = await schemaFinding(database);
    const isMigrated = schema.verdict === 'ok';
    const rights = isMigrated ? await rightsFindings(config, database) : [];
    // Everything else would end at the first of them.
    if (rights.length > 0)
      return [
        await versionFinding(database),
        schema,
        ...rights,
        skipped('files of tours', 'The service lacks rights in the database.'),
      ];
    return [
      await versionFinding(database),
      schema,
      isMigrated ? await examineAssets(config, database) : skipped('files of tours', 'The schema is older.'),
      ...(await roleFindings(database, variable, config.DATABASE_SERVICE_URL !== null && config.DATABASE_URL !== null)),
      ...(await gatewayUserFindings(database)),
      ...(await sharedRoleFindings(database)),
      await isolationFinding(database),
      await clockFinding(database),
      ...(config.DATABASE_POOLER === 'transaction' ? [await settingsFinding(database)] : []),
      ...(await examineConnections(config, database.pool)),
      ...(await examineStandbys(database)),
      ...(isMigrated ? await examineReplica(database) : []),
      ...(isMigrated ? await examineKeysThere(config, database) : []),
      ...(isMigrated ? await examineLimits(config, database) : []),
      ...(isMigrated && runsJobs(config) ? [await examineHeads(config, database)] : []),
    ];
  } catch (error) {
    const isForbidden = Reflect.get(Object(error), 'code') === FORBIDDEN;
    const says = isForbidden ? 'Its user lacks a right.' : `It does not answer: ${reasonOf(error)}.`;
    return [ofEmbedded(config, error) ?? broken('database', says, isForbidden ? GRANTS : 'Look into its own log.')];
  } finally {
    await database.close();
  }
}

/** The keys, compared with what the database was written with and with those of other processes. */
async function examineKeysThere(config: Config, database: Database): Promise<Finding[]> {
  const ofProcesses = await examineKeyHolders(config, database);
  // A gateway sees nothing that is sealed, which is what is looked at then.
  if (config.SERVE_ONLY === 'gateway') return [await gatewayRoleFinding(database), ...ofProcesses];
  return [...(await examineSealed(config, database)), ...ofProcesses];
}

async function gatewayRoleFinding(database: Database): Promise<Finding> {
  const check = 'sealed secrets';
  const problem = await gatewayRoleProblem(database);
  return problem === undefined
    ? ok(check, 'The gateway cannot read them.')
    : broken(check, problem, 'Otherwise a gateway that is broken into has them.');
}

async function versionFinding({ pool, kind, borrowed }: Database): Promise<Finding> {
  const which =
    kind === 'embedded' ? `the embedded store${borrowed ? ', lent by the running service' : ''}` : 'PostgreSQL';
  return ok('database', `${which}, version ${await serverVersion(pool)}`);
}

async function schemaFinding(database: Database): Promise<Finding> {
  try {
    const newer = await requireMigrated(database);
    if (newer.length === 0) return ok('schema', 'Every migration is applied.');
    return ok('schema', `It is newer (${newer.join(', ')}), and this version can live with it.`);
  } catch (error) {
    if (error instanceof StoreError) return broken('schema', error.message, 'Run openhouse migrate with this version.');
    throw error;
  }
}

/** SQLSTATE insufficient_privilege. */
const FORBIDDEN = '42501';
const GRANTS = 'Run openhouse migrate with the addresses of all users of the database: it grants what they lack.';
/** Most rights that a sentence holds: after a restore without privileges all are lacking. */
const MOST_RIGHTS = 3;

/** Rights that a restore did not bring along, or that somebody took: some calls would be 503. */
async function rightsFindings(config: Config, { pool, readPool }: Database): Promise<Finding[]> {
  const migrations = (await readMigrations()).map(({ sql }) => sql);
  const working = async (at: Database['pool']) => (await currentRole(at))?.name ?? '';
  const roles = new Map([[await working(pool), config.SERVE_ONLY === 'gateway' ? GATEWAY_ROLE : SERVICE_ROLE]]);
  const reading = readPool && (await working(readPool));
  if (reading !== undefined && !roles.has(reading)) roles.set(reading, GATEWAY_ROLE);
  const findings: Finding[] = [];
  for (const [role, granted] of roles) {
    const lacked = await lackedRights(pool, role, granted, migrations);
    if (lacked.length === 0) continue;
    const more = lacked.length > MOST_RIGHTS ? ` and ${lacked.length - MOST_RIGHTS} more` : '';
    findings.push(broken('rights', `${role} lacks ${lacked.slice(0, MOST_RIGHTS).join(', ')}${more}.`, GRANTS));
  }
  return findings;
}

/** Users of other installations in the cluster who could read all that this one has. */
async function sharedRoleFindings(database: Database): Promise<Finding[]> {
  const others = await othersOfServiceRole(database);
  if (others.length === 0) return [];
  const name = await quotedDatabaseName(database.pool);
  const says = `${others.join(', ')} may become ${SERVICE_ROLE} and connect to this database, and then read and change all of it.`;
  const mend = `As its owner, run "revoke connect on database ${name} from public", and grant connect to each user of this service who does not own it.`;
  return [warning('shared role', says, mend)];
}

/** @param isGiven Whether a user of its own is named for the service, besides the owner. */
async function roleFindings({ pool, kind }: Database, variable: string, isGiven: boolean): Promise<Finding[]> {
  const role = await currentRole(pool);
  const mend = `Let ${variable} name a user that is neither a superuser nor has BYPASSRLS.`;
  if (role?.free === false) {
    if (isGiven && role.owned > 0) {
      const says = `The service works as ${role.name}, which DATABASE_SERVICE_URL names and which owns the tables.`;
      return [
        warning('role', says, 'Exchange DATABASE_URL and DATABASE_SERVICE_URL, or name a user that owns nothing.'),
      ];
    }
    const owns = role.owned === 0 ? 'owns nothing' : 'owns the tables, whose policies bind their owner too';
    const working = ok('role', `The service works as ${role.name}, which ${owns}.`);
    // Nobody else logs in to the embedded store.
    if (kind === 'embedded' || !role.freeLogin) return [working];
    const login = `It logs in as ${role.login}, which row-level security does not bind and which it could go back to being.`;
    return [working, warning('login', login, mend)];
  }
  const says = `The service works as ${role?.name ?? 'nobody known'}, which row-level security does not bind.`;
  return [broken('role', says, mend)];
}

/** The user of DATABASE_GATEWAY_URL, to which `openhouse migrate` grants the gateway's rights. */
async function gatewayUserFindings({ gatewayLogin }: Database): Promise<Finding[]> {
  try {
    await gatewayLogin?.();
    return [];
  } catch (error) {
    if (error instanceof StoreError)
      return [broken("gateway's user", error.message, mendOf(error, 'DATABASE_GATEWAY_URL'))];
    throw error;
  }
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

/** Connections that no pooler stands before set these themselves. */
async function settingsFinding({ pool }: Database): Promise<Finding> {
  const check = 'database settings';
  const problem = await settingsProblem(pool);
  if (problem === undefined) return ok(check, 'Those that the service relies on are as it needs them.');
  return broken(check, problem.says, problem.remedy);
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

/** A certificate or key of the address that cannot be read, whatever the reason. */
const OF_FILES = 'a file of the address';

/** SQLSTATE or code of the system → what mends it. */
const MENDS: Readonly<Record<string, string>> = {
  '28P01': 'Correct the user or the password of DATABASE_URL.',
  '28000': 'Let pg_hba.conf take the user of DATABASE_URL from this machine, and over TLS where it asks for that.',
  '3D000': 'Create it, owned by the user of DATABASE_URL, or name another one.',
  '53300': "Lower DATABASE_POOL_SIZE on each machine, or raise max_connections or the role's CONNECTION LIMIT.",
  ENOTFOUND: 'Correct the host of DATABASE_URL, or add it to the DNS that this machine asks.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Name the file of its authority: sslrootcert= in DATABASE_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Name the file of its authority: sslrootcert= in DATABASE_URL.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Name the file of its authority: sslrootcert= in DATABASE_URL.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Name the file of its authority: sslrootcert= in DATABASE_URL.',
  CERT_HAS_EXPIRED: 'Renew its certificate.',
  [OF_FILES]: 'Name files that this user may read: sslrootcert=, sslcert= and sslkey= in DATABASE_URL.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Name the host in DATABASE_URL as its certificate does.',
};

/** @param variable Whose address failed, where the error does not say. @returns Nothing for an error that says it itself. */
function mendOf(error: unknown, variable: string): string {
  if (error instanceof StoreError && !(error instanceof StoreUnreachable)) return '';
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown; syscall?: unknown } };
  const isOfFile = cause?.syscall === 'open' || cause?.syscall === 'read';
  const mend =
    MENDS[isOfFile ? OF_FILES : String(cause?.code ?? code)] ??
    'See whether it runs, and whether DATABASE_URL names it, its user and its password rightly.';
  return mend.replaceAll('DATABASE_URL', error instanceof StoreUnreachable ? error.variable : variable);
}

/** Names and codes only: messages can carry addresses with passwords. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

/** What is wrong with the embedded store's files, with the remedy; its words hold no address with a password. */
function ofEmbedded(config: Config, error: unknown): Finding | undefined {
  if (loginOf(config) !== undefined) return undefined;
  const known = explained(error, config);
  if (known instanceof ConfigError) return broken('database', `${known.problems.join('. ')}.`, '');
  return known instanceof StoreError ? broken('database', known.message, '') : undefined;
}
