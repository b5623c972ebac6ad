import { chmod, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renamed } from '@openhouse/server/renamed';
import { UsageError } from '../command.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';
import { readReason, unwritten, writeRefusal } from '../write-refusal.ts';

/** A session of the command line, as this machine keeps it. */
export interface KeptSession {
  /** Address of the portal. */
  readonly portal: string;
  /** `ohc_…`, or `ohm_…` of a credential of a Team: never printed. */
  readonly token: string;
  /** Public id, as the list of sessions or credentials shows it. */
  readonly sessionId: string;
  /** ISO 8601, UTC. */
  readonly endsAt: string;
  readonly name: string;
  readonly email: string;
  /** Public address of the gateway. */
  readonly baseUrl: string;
}

/** Begins credentials of Teams. */
const CREDENTIAL_PREFIX = 'ohm_';

/** Whether a kept token is a credential of a Team and no person's session. */
export const isTeamCredential = ({ token }: Pick<KeptSession, 'token'>): boolean => token.startsWith(CREDENTIAL_PREFIX);

/** Sessions by name of their profile, and the profile that is used where nothing else is named. */
export interface KeptSessions {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, KeptSession>>;
}

/** Name of the first profile. */
const DEFAULT_PROFILE = 'default';
/** What a profile may be called: it is a key of the file, and stands in sentences. */
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

const NONE: KeptSessions = { current: null, profiles: {} };

/** OPENHOUSE_CONFIG_DIR, else the XDG base directory, else ~/.config/openhouse; undefined for a person without a home. */
function configDirectory({ env, home }: Pick<World, 'env' | 'home'>): string | undefined {
  if (env.OPENHOUSE_CONFIG_DIR) return env.OPENHOUSE_CONFIG_DIR;
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'openhouse');
  return home === '' ? undefined : join(home, '.config', 'openhouse');
}

/** Where sessions are; undefined where nothing says. Never the working directory, which others may write to. */
export function sessionsFile(world: Pick<World, 'env' | 'home'>): string | undefined {
  const directory = configDirectory(world);
  return directory === undefined ? undefined : join(directory, 'sessions.json');
}

/** @throws {UsageError} when the file is there and cannot be read. */
export async function keptSessions(world: Pick<World, 'env' | 'home'>): Promise<KeptSessions> {
  const file = sessionsFile(world);
  if (file === undefined) return NONE;
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    const sessions = isOfPortals(kept) ? byProfile(kept) : kept;
    if (isByProfile(sessions)) return sessions;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return NONE;
    // It may well hold sessions, as that of another user: removing it would lose them.
    if (code !== undefined) {
      throw new UsageError(
        told`${file} cannot be read: ${readReason(error)}. Mend that, or name another folder in OPENHOUSE_CONFIG_DIR.`,
      );
    }
  }
  throw new UsageError(told`${file} cannot be read. Remove it and run openhouse login again.`);
}

const isByProfile = (kept: unknown): kept is KeptSessions =>
  isRecord(kept) && isRecord(kept.profiles) && Object.values(kept.profiles).every(isSession);

/** What every session has; the compiler sees that none is left out. */
const FIELDS = Object.keys({
  portal: '',
  token: '',
  sessionId: '',
  endsAt: '',
  name: '',
  email: '',
  baseUrl: '',
} satisfies KeptSession);

const isSession = (session: unknown): session is KeptSession =>
  isRecord(session) && FIELDS.every((field) => typeof session[field] === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file before there were profiles: one session for each portal. */
interface SessionsOfPortals {
  readonly current: string | null;
  readonly portals: Readonly<Record<string, Omit<KeptSession, 'portal'>>>;
}

const isOfPortals = (kept: unknown): kept is SessionsOfPortals =>
  isRecord(kept) && isRecord(kept.portals) && Object.keys(kept.portals).every((portal) => URL.canParse(portal));

/** The session of the last login becomes the profile `default`. */
function byProfile({ current, portals }: SessionsOfPortals): KeptSessions {
  const [first] = Object.keys(portals);
  const usual = current ?? first;
  const named = Object.entries(portals).map(([portal, session]): [string, KeptSession] => [
    portal === usual ? DEFAULT_PROFILE : new URL(portal).host,
    { ...session, portal },
  ]);
  return { current: named.length === 0 ? null : DEFAULT_PROFILE, profiles: Object.fromEntries(named) };
}

/** The session of a profile; undefined when there is none of that name. */
export const sessionOf = ({ profiles }: KeptSessions, profile: string): KeptSession | undefined =>
  Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;

/** The profile whose session is used at a portal: the current one, else the first. */
export function profileAt({ current, profiles }: KeptSessions, portal: string): string | undefined {
  const there = Object.keys(profiles).filter((name) => profiles[name]?.portal === portal);
  return there.find((name) => name === current) ?? there[0];
}

/** The name that a login keeps its session under, where nobody says one: that of a person's session there, else a free one. */
export function profileToKeep(kept: KeptSessions, portal: string): string {
  const persons = Object.entries(kept.profiles).filter(([, session]) => !isTeamCredential(session));
  const known = profileAt({ ...kept, profiles: Object.fromEntries(persons) }, portal);
  if (known !== undefined) return known;
  const isFree = (name: string) => sessionOf(kept, name) === undefined;
  if (isFree(DEFAULT_PROFILE)) return DEFAULT_PROFILE;
  const { host } = new URL(portal);
  let name = host;
  for (let number = 2; !isFree(name); number += 1) name = `${host}-${number}`;
  return name;
}

/** @throws {UsageError} */
export function profileName(text: string): string {
  if (PROFILE_NAME.test(text)) return text;
  throw new UsageError(
    told`${JSON.stringify(text)} cannot be the name of a profile. Use 1 to 64 letters, digits, dots, colons, hyphens or underscores.`,
  );
}

/** @throws {UsageError} */
export function sessionNamed(kept: KeptSessions, profile: string): KeptSession {
  const session = sessionOf(kept, profile);
  if (session !== undefined) return session;
  const names = Object.keys(kept.profiles).join(', ') || told`none`;
  throw new UsageError(
    told`There is no profile ${JSON.stringify(profile)}. Profiles: ${names}. Make one with openhouse login --portal <url> --profile <name>.`,
  );
}

/** Keeps a session and makes its profile the current one. */
export const keepSession = (world: World, profile: string, session: KeptSession): Promise<void> =>
  change(world, ({ profiles }) => ({ current: profile, profiles: { ...profiles, [profile]: session } }));

/** Stores a session; the current profile does not change, unless there is none. */
export const addProfile = (world: World, profile: string, session: KeptSession): Promise<void> =>
  change(world, ({ current, profiles }) => ({
    current: current ?? profile,
    profiles: { ...profiles, [profile]: session },
  }));

/** Makes a profile the current one. @throws {UsageError} */
export const useProfile = (world: World, profile: string): Promise<void> =>
  change(world, (kept) => {
    sessionNamed(kept, profile);
    return { ...kept, current: profile };
  });

/** Forgets a profile with its session. */
export const forgetSession = (world: World, profile: string): Promise<void> =>
  change(world, ({ current, profiles }) => {
    const { [profile]: _, ...others } = profiles;
    const [next = null] = Object.keys(others);
    return { current: current === profile ? next : current, profiles: others };
  });

/** Reads, changes and writes while no other command does. */
async function change(world: World, changed: (kept: KeptSessions) => KeptSessions): Promise<void> {
  const file = fileToWrite(world);
  const unlock = await lockSessions(file);
  try {
    await write(file, changed(await keptSessions(world)));
  } finally {
    await unlock();
  }
}

/** Looks whether a session can be kept here, before a person is asked for one. @throws {UsageError} */
export async function readyToKeep(world: World): Promise<void> {
  const unlock = await lockSessions(fileToWrite(world));
  await unlock();
}

/** @throws {UsageError} */
function fileToWrite(world: World): string {
  const file = sessionsFile(world);
  if (file !== undefined) return file;
  throw new UsageError(
    told`A session cannot be kept: this person has no home directory, or HOME is empty. Set HOME, or name a folder in OPENHOUSE_CONFIG_DIR.`,
  );
}

async function lockSessions(file: string): Promise<() => Promise<void>> {
  const directory = dirname(file);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await lock(`${file}.lock`);
  } catch (error) {
    const refusal = writeRefusal(error, directory);
    throw refusal === undefined
      ? error
      : new UsageError(told`${refusal.message} Name a folder in OPENHOUSE_CONFIG_DIR.`);
  }
}

const LOCK_WAIT_MS = 50;
/** A change takes milliseconds: whoever holds a lock for this long has been killed. */
const LOCK_STALE_MS = 5000;

/** @returns The function that releases the lock. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    if (await take(path)) return () => rm(path, { force: true });
    if (await isStale(path)) await breakLock(path);
    else await sleep(LOCK_WAIT_MS);
  }
}

/** Whether the file was not there, and is now. */
async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

async function isStale(path: string): Promise<boolean> {
  const held = await stat(path).catch(() => undefined);
  // Of the future, too: the clock may have been set back.
  return held !== undefined && Math.abs(Date.now() - held.mtimeMs) > LOCK_STALE_MS;
}

/**
 * Removes a lock whose holder was killed. One command at a time does, and looks again before: another may have broken
 * the lock meanwhile, and what lies there now may be that of a third, which holds it.
 */
async function breakLock(path: string): Promise<void> {
  const breaking = `${path}.breaking`;
  if (await take(breaking)) {
    try {
      if (await isStale(path)) await rm(path, { force: true });
    } finally {
      await rm(breaking, { force: true });
    }
  } else if (await isStale(breaking)) await rm(breaking, { force: true });
  else await sleep(LOCK_WAIT_MS);
}

/** Writes atomically; only the owner can read the file, from its first byte on. */
async function write(file: string, sessions: KeptSessions): Promise<void> {
  const draft = `${file}.part`;
  // Of a command that was killed: it holds tokens.
  await rm(draft, { force: true });
  try {
    await writeFile(draft, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
      unwritten(file),
    );
    // The umask only removes modes; some mounts add them.
    await chmod(draft, 0o600);
    await renamed(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
