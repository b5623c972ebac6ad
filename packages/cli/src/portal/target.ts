import { resolve } from 'node:path';
import { DATA_DIRECTORY, DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { type Invocation, type Option, optionValue, UsageError } from '../command.ts';
import { isThere } from '../is-there.ts';
import { dataDirOption } from '../store.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';
import {
  isTeamCredential,
  keptSessions,
  profileAt,
  profileName,
  profileToKeep,
  sessionNamed,
} from './kept-sessions.ts';
import { portalOrigin } from './remote-portal.ts';

/** Where a management command acts: at a portal, or on the store directly. */
export type Target = PortalTarget | { readonly kind: 'store' };
export interface PortalTarget {
  readonly kind: 'portal';
  readonly url: string;
  /** Whose session is used; undefined if this machine has none for that portal. */
  readonly profile: string | undefined;
  /** The credential of a Team that is used in its place; undefined without one. */
  readonly teamCredential?: string;
}

export const portalOption: Option = {
  flags: '--portal <url>',
  description: 'act at this portal (OPENHOUSE_PORTAL_URL)',
};

export const profileOption: Option = {
  flags: '--profile <name>',
  description: 'act with the session of this profile (OPENHOUSE_PROFILE)',
};

/** For every command that works at a portal or on the store. */
export const targetOptions: readonly Option[] = [
  portalOption,
  profileOption,
  { flags: '--store', description: 'act on the store that DATABASE_URL or DATA_DIR names' },
  {
    flags: '--as <person>',
    description: 'on the store: act in the place of this person, by e-mail address or code; needs --reason',
  },
  { flags: '--reason <text>', description: 'on the store: why; the audit of the Team shows it' },
  dataDirOption,
];

/** Each names a store: the parts of the service have addresses of their own, and each may lie in a file. */
const STORE_VARIABLES = [
  'DATA_DIR',
  ...['DATABASE_URL', 'DATABASE_SERVICE_URL', 'DATABASE_GATEWAY_URL'].flatMap((name) => [name, `${name}_FILE`]),
];

/** @throws {UsageError} when both are named, or none. */
export async function targetOf(invocation: Invocation, world: World): Promise<Target> {
  const target = await withoutCredential(invocation, world);
  const teamCredential = world.env.OPENHOUSE_CREDENTIAL?.trim();
  // A profile that is named on the command line says who acts.
  if (target.kind === 'store' || !teamCredential || optionValue(invocation, 'profile') !== undefined) return target;
  if (!isTeamCredential({ token: teamCredential })) {
    throw new UsageError(
      told`OPENHOUSE_CREDENTIAL takes a credential of a Team, which begins with ohm_. openhouse credentials create makes one.`,
    );
  }
  return { ...target, teamCredential };
}

async function withoutCredential(invocation: Invocation, world: World): Promise<Target> {
  const { env, directory } = world;
  const { portal, profile } = namedPortal(invocation, world);
  const storeFlags = ['store', 'as', 'dataDir'].filter((name) => invocation.options[name] !== undefined);
  if ((portal.option ?? profile.option) !== undefined && storeFlags.length > 0) {
    throw new UsageError(
      told`--portal and --profile act at a portal; --store, --as and --data-dir on the store. Use only one of them.`,
    );
  }
  const named = (portal.option ?? profile.option) !== undefined;
  if (!named && storeFlags.length > 0) return { kind: 'store' };
  const kept = await keptSessions(world);
  const at = (url: string): Target => ({ kind: 'portal', url, profile: profileAt(kept, url) });
  const wanted = profile.option ?? (named ? undefined : profile.variable);
  if (wanted !== undefined) {
    const { portal: url } = sessionNamed(kept, wanted);
    if (portal.option === undefined || portal.option === url) return { kind: 'portal', url, profile: wanted };
    throw new UsageError(told`The profile ${wanted} is at ${url}, not at ${portal.option}. Name only one of them.`);
  }
  const url = portal.option ?? portal.variable;
  if (url !== undefined) return at(url);
  const isNamed = STORE_VARIABLES.some((name) => env[name]);
  if (isNamed || (await isThere(resolve(directory, DEFAULT_DATA_DIRECTORY, DATA_DIRECTORY.database)))) {
    return { kind: 'store' };
  }
  if (kept.current !== null) {
    return { kind: 'portal', url: sessionNamed(kept, kept.current).portal, profile: kept.current };
  }
  throw new UsageError(
    told`No target. Sign in with openhouse login --portal <url>, or name a store with DATABASE_URL or DATA_DIR.`,
  );
}

/** What options and environment name: an address, a profile. @throws {UsageError} */
function namedPortal(invocation: Invocation, { env }: Pick<World, 'env'>) {
  const [portal, profile] = [optionValue(invocation, 'portal'), optionValue(invocation, 'profile')];
  return {
    portal: {
      option: portal === undefined ? undefined : portalOrigin(portal),
      variable: env.OPENHOUSE_PORTAL_URL ? portalOrigin(env.OPENHOUSE_PORTAL_URL) : undefined,
    },
    profile: {
      option: profile === undefined ? undefined : profileName(profile),
      variable: env.OPENHOUSE_PROFILE ? profileName(env.OPENHOUSE_PROFILE) : undefined,
    },
  };
}

/** @returns The portal to sign in to, and the profile that keeps the session. */
export async function portalToSignIn(
  invocation: Invocation,
  world: World,
): Promise<{ readonly url: string; readonly profile: string }> {
  const named = namedPortal(invocation, world);
  const kept = await keptSessions(world);
  const profile = named.profile.option ?? named.profile.variable;
  const known = profile === undefined ? kept.current : profile;
  const url =
    named.portal.option ?? named.portal.variable ?? (known === null ? undefined : kept.profiles[known]?.portal);
  if (url === undefined)
    throw new UsageError(told`Name the portal: openhouse login --portal https://portal.example.com`);
  return { url, profile: profile ?? profileToKeep(kept, url) };
}
