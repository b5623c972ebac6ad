import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { tryLock } from '../kernel/database/embedded/directory-lock.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { wholeFile } from '../kernel/whole-file.ts';
import { type Config, keysUsed, type requiredKeys, variables } from './config.ts';
import { sharedKeyProblems } from './shared-keys.ts';
import { ConfigError } from './variables.ts';

/** The keys of one process. They never reach a log, an error or the database. */
export interface Secrets {
  readonly accessTokenKeys: KeyRing;
  /** Makes the verifiers of app secrets: the first of `appSecretPeppers`. */
  readonly appSecretPepper: Buffer;
  readonly appSecretPeppers: KeyRing;
  readonly linkKeys: KeyRing;
  readonly cookieSecrets: KeyRing;
  readonly sessionSealingKeys: KeyRing;
  readonly appSecretSealingKeys: KeyRing;
}

/** Name of a key ring: that of its variable. */
export type RingName = (typeof requiredKeys)[number];

/** A new key as the environment takes it: `1:<base64url>` for a ring, plain base64url otherwise. */
export function generateKey(name: RingName): string {
  const key = randomBytes(32).toString('base64url');
  return /_(KEYS|SECRETS)$/.test(name) ? `1:${key}` : key;
}

/**
 * Keys given by the environment; the others come from `keys.json` in the data directory, made at the first start. What the
 * process has no use for is empty (decision 0125).
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const used = keysUsed(config);
  const missing = used.filter((name) => config[name] === null);
  const kept = missing.length === 0 ? {} : await keptKeys(config.DATA_DIR, missing);
  const key = <Name extends RingName>(name: Name): NonNullable<Config[Name]> => {
    const value = config[name] ?? variables[name].reader.read(kept[name] ?? '');
    if (value === null || value === undefined) {
      throw new ConfigError([
        `keys.json in ${config.DATA_DIR} holds no usable ${name}: restore it or set the variable`,
      ]);
    }
    return value as NonNullable<Config[Name]>;
  };
  const shared = sharedKeyProblems(Object.fromEntries(used.map((name) => [name, key(name)])));
  if (shared.length > 0) throw new ConfigError(shared);
  const ring = (name: RingName) => (used.includes(name) ? key(name) : []);
  const appSecretPeppers = ring('APP_SECRET_PEPPER');
  return {
    accessTokenKeys: ring('ACCESS_TOKEN_KEYS'),
    appSecretPepper: appSecretPeppers[0]?.key ?? Buffer.alloc(0),
    appSecretPeppers,
    linkKeys: ring('LINK_KEYS'),
    cookieSecrets: ring('COOKIE_SECRETS'),
    sessionSealingKeys: ring('SESSION_SEALING_KEYS'),
    appSecretSealingKeys: ring('APP_SECRET_SEALING_KEYS'),
  };
}

/** The rings that a process holds, by their names. */
export function ringsOf(secrets: Secrets): Partial<Record<RingName, KeyRing>> {
  const rings: Record<RingName, KeyRing> = {
    ACCESS_TOKEN_KEYS: secrets.accessTokenKeys,
    APP_SECRET_PEPPER: secrets.appSecretPeppers,
    LINK_KEYS: secrets.linkKeys,
    COOKIE_SECRETS: secrets.cookieSecrets,
    SESSION_SEALING_KEYS: secrets.sessionSealingKeys,
    APP_SECRET_SEALING_KEYS: secrets.appSecretSealingKeys,
  };
  return Object.fromEntries(Object.entries(rings).filter(([, ring]) => ring.length > 0));
}

/** Reads keys.json, after adding the keys it lacks. */
async function keptKeys(directory: string, needed: readonly RingName[]): Promise<Record<string, string>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, DATA_DIRECTORY.keys);
  const lackingOf = (kept: Record<string, string>) => needed.filter((name) => kept[name] === undefined);
  const present = (await readKeys(file)) ?? {};
  if (lackingOf(present).length === 0) return present;
  // Of two processes that start at once, both end up with the keys of the first.
  const release = await lockKeys(directory);
  try {
    const found = (await readKeys(file)) ?? {};
    const made = Object.fromEntries(lackingOf(found).map((name) => [name, generateKey(name)]));
    const keys = { ...found, ...made };
    if (Object.keys(made).length > 0) await wholeFile(file, `${JSON.stringify(keys, null, 2)}\n`);
    return keys;
  } finally {
    await release();
  }
}

/** Writing them takes milliseconds. */
const LOCK_WAIT_MS = 5000;
/** Bounds of the delay between two attempts, in milliseconds; random, so that two processes do not stay in step. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 50];

/** @throws {ConfigError} When another process, which may still run, does not let go of them. */
async function lockKeys(directory: string): Promise<() => Promise<void>> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const attempt = await tryLock(join(directory, 'keys.lock'));
    if ('release' in attempt) return attempt.release;
    if (performance.now() > deadline) {
      const { identity, file } = attempt.heldBy;
      throw new ConfigError([
        `DATA_DIR: process ${identity.pid} of ${identity.host} has been making keys for too long: stop it, or delete ${file} if it does not run any more`,
      ]);
    }
    await sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
  }
}

/** The rings that are there already, of those that this process uses. Makes none. @throws {ConfigError} When keys.json cannot be read. */
export async function ringsIfThere(config: Config): Promise<Partial<Record<RingName, KeyRing>>> {
  const kept = (await readKeys(join(config.DATA_DIR, DATA_DIRECTORY.keys))) ?? {};
  const rings = keysUsed(config).map((name) => {
    return [name, config[name] ?? variables[name].reader.read(kept[name] ?? '') ?? null] as const;
  });
  return Object.fromEntries(rings.filter(([, ring]) => ring !== null));
}

async function readKeys(file: string): Promise<Record<string, string> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // The keys are whole: new ones would be the damage.
    if (code === 'EACCES' || code === 'EPERM')
      throw new ConfigError([`${file} cannot be read (${code}): give it to the user that runs the service`]);
    throw new ConfigError([
      `${file} cannot be read: restore it, or remove it to make new keys (old secrets then fail)`,
    ]);
  }
}
