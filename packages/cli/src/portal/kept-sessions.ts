import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import type { World } from '../world.ts';

/** A session of the command line, as this machine keeps it. */
export interface KeptSession {
  /** `ohc_…`: never printed. */
  readonly token: string;
  /** Public id, as the list of sessions shows it. */
  readonly sessionId: string;
  /** ISO 8601, UTC. */
  readonly endsAt: string;
  readonly name: string;
  readonly email: string;
  /** Public address of the gateway. */
  readonly baseUrl: string;
}

/** Sessions by portal address, and the portal of the last login. */
export interface KeptSessions {
  readonly current: string | null;
  readonly portals: Readonly<Record<string, KeptSession>>;
}

const NONE: KeptSessions = { current: null, portals: {} };

/** OPENHOUSE_CONFIG_DIR, else the XDG base directory, else ~/.config/openhouse. */
function configDirectory({ env, home }: Pick<World, 'env' | 'home'>): string {
  if (env.OPENHOUSE_CONFIG_DIR) return env.OPENHOUSE_CONFIG_DIR;
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'openhouse');
}

export const sessionsFile = (world: Pick<World, 'env' | 'home'>): string =>
  join(configDirectory(world), 'sessions.json');

/** @throws {UsageError} when the file is there and cannot be read. */
export async function keptSessions(world: Pick<World, 'env' | 'home'>): Promise<KeptSessions> {
  const file = sessionsFile(world);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as KeptSessions;
    if (typeof kept.portals === 'object' && kept.portals !== null) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NONE;
  }
  throw new UsageError(`${file} cannot be read. Remove it and run openhouse login again.`);
}

/** Keeps a session and makes its portal the current one. */
export async function keepSession(world: World, portalUrl: string, session: KeptSession): Promise<void> {
  const { portals } = await keptSessions(world);
  await write(world, { current: portalUrl, portals: { ...portals, [portalUrl]: session } });
}

/** Forgets the session of a portal. */
export async function forgetSession(world: World, portalUrl: string): Promise<void> {
  const { current, portals } = await keptSessions(world);
  const { [portalUrl]: _, ...others } = portals;
  const [next = null] = Object.keys(others);
  await write(world, { current: current === portalUrl ? next : current, portals: others });
}

/** Writes atomically; only the owner can read the file, from its first byte on. */
async function write(world: World, sessions: KeptSessions): Promise<void> {
  const directory = configDirectory(world);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = sessionsFile(world);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    // The umask only removes modes; some mounts add them.
    await chmod(draft, 0o600);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
