import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DATA_DIRECTORY, DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { type Invocation, type Option, optionValue, UsageError } from '../command.ts';
import { dataDirOption } from '../store.ts';
import type { World } from '../world.ts';
import { keptSessions } from './kept-sessions.ts';
import { portalOrigin } from './remote-portal.ts';

/** Where a management command acts: at a portal, or on the store directly. */
export type Target = { readonly kind: 'portal'; readonly url: string } | { readonly kind: 'store' };

export const portalOption: Option = {
  flags: '--portal <url>',
  description: 'act at this portal (OPENHOUSE_PORTAL_URL)',
};

/** For every command that works at a portal or on the store. */
export const targetOptions: readonly Option[] = [
  portalOption,
  { flags: '--store', description: 'act on the store that DATABASE_URL or DATA_DIR names' },
  {
    flags: '--as <person>',
    description: 'on the store: act in the place of this person, by e-mail address or code; needs --reason',
  },
  { flags: '--reason <text>', description: 'on the store: why; the audit of the Team shows it' },
  dataDirOption,
];

/** How the target is chosen, for the help of the commands that have one. */
export const TARGET_RULE =
  'Target, the first that applies: --portal; --store, --as or --data-dir (the store); OPENHOUSE_PORTAL_URL; DATABASE_URL ' +
  'or DATA_DIR (the store); a data directory .openhouse here (the store); the portal of the last openhouse login. On a ' +
  'terminal the command prints its target. At the store it acts as the operator, and the audit says so.';

/** Each names a store: the parts of the service have addresses of their own, and each may lie in a file. */
const STORE_VARIABLES = [
  'DATA_DIR',
  ...['DATABASE_URL', 'DATABASE_SERVICE_URL', 'DATABASE_GATEWAY_URL'].flatMap((name) => [name, `${name}_FILE`]),
];

/** @throws {UsageError} when both are named, or none. */
export async function targetOf(invocation: Invocation, world: World): Promise<Target> {
  const { env, directory } = world;
  const portal = optionValue(invocation, 'portal');
  const storeFlags = ['store', 'as', 'dataDir'].filter((name) => invocation.options[name] !== undefined);
  if (portal !== undefined && storeFlags.length > 0) {
    throw new UsageError('--portal acts at a portal; --store, --as and --data-dir on the store. Use only one of them.');
  }
  if (portal !== undefined) return { kind: 'portal', url: portalOrigin(portal) };
  if (storeFlags.length > 0) return { kind: 'store' };
  if (env.OPENHOUSE_PORTAL_URL) return { kind: 'portal', url: portalOrigin(env.OPENHOUSE_PORTAL_URL) };
  const isNamed = STORE_VARIABLES.some((name) => env[name]);
  if (isNamed || (await isThere(resolve(directory, DEFAULT_DATA_DIRECTORY, DATA_DIRECTORY.database)))) {
    return { kind: 'store' };
  }
  const { current } = await keptSessions(world);
  if (current !== null) return { kind: 'portal', url: current };
  throw new UsageError(
    'No target. Sign in with openhouse login --portal <url>, or name a store with DATABASE_URL or DATA_DIR.',
  );
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** @returns The address of the portal to sign in to. */
export async function portalToSignIn(invocation: Invocation, world: World): Promise<string> {
  const named = optionValue(invocation, 'portal') ?? world.env.OPENHOUSE_PORTAL_URL;
  if (named) return portalOrigin(named);
  const { current } = await keptSessions(world);
  if (current !== null) return current;
  throw new UsageError('Name the portal: openhouse login --portal https://portal.example.com');
}
