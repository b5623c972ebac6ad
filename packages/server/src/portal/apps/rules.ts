import {
  APP_CATEGORY,
  type AppWarning,
  type ChangedAppSettings,
  type DeveloperApp,
  LIVE_VERSIONS_MAX,
  nameFault,
  type Retirement,
  type UpstreamCredential,
  WARNING_DAYS,
} from '@openhouse/contract';
import { networkOf } from '../../kernel/http/ip-network.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** @param nowMs Milliseconds since the Unix epoch. */
export function trialEnd(nowMs: number, days: number): Date {
  return new Date(nowMs + days * DAY_MS);
}

/**
 * The Developer apps among the credentials of an upstream: category `open`, and never the default credential, whatever
 * its category (SPEC 2.2).
 * @param defaultXid XID of the default credential; null when none is known.
 */
export function developerCredentials(
  credentials: readonly UpstreamCredential[],
  defaultXid: string | null,
): UpstreamCredential[] {
  return credentials.filter(({ category, xid }) => category === APP_CATEGORY && xid !== defaultXid);
}

/** When operators suspended something, and why. */
export interface Suspension {
  readonly since: Date;
  readonly reason: string;
  /** What they suspended. */
  readonly of: 'app' | 'team';
}

/** The suspension by operators because of which an app is refused: its own, or that of its Team. */
export function suspensionOfApp({
  suspendedAt,
  suspendedReason,
  teamSuspendedAt,
  teamSuspendedReason,
}: {
  readonly suspendedAt?: Date | null;
  readonly suspendedReason?: string | null;
  readonly teamSuspendedAt?: Date | null;
  readonly teamSuspendedReason?: string | null;
}): Suspension | undefined {
  if (suspendedAt) return { since: suspendedAt, reason: suspendedReason ?? '', of: 'app' };
  return teamSuspendedAt ? { since: teamSuspendedAt, reason: teamSuspendedReason ?? '', of: 'team' } : undefined;
}

/**
 * The state of an app at a moment. Deleted takes precedence over all, because nothing ends it; suspended takes precedence over disabled, which an owner can change, and disabled
 * over expired, because enabling does not extend a trial.
 */
export function appState(
  app: {
    readonly disabledAt: Date | null;
    /** When its Team is deleted: until then nothing calls. */
    readonly teamDeletionDueAt: Date | null;
    readonly trialEndsAt: Date | null;
    readonly deletedAt: Date | null;
  } & Parameters<typeof suspensionOfApp>[0],
  nowMs: number,
): DeveloperApp['state'] {
  if (app.deletedAt !== null) return 'deleted';
  if (suspensionOfApp(app) !== undefined || app.teamDeletionDueAt !== null) return 'suspended';
  if (app.disabledAt !== null) return 'disabled';
  return app.trialEndsAt !== null && app.trialEndsAt.getTime() <= nowMs ? 'expired' : 'live';
}

/** What of an app ends within a week, soonest first. What has ended is no longer a warning. */
export function appWarnings(
  app: {
    readonly trialEndsAt: Date | null;
    readonly secrets: readonly { readonly version: number; readonly endsAt: Date | null }[];
  },
  nowMs: number,
): AppWarning[] {
  const ends = [
    { kind: 'trial-ends', endsAt: app.trialEndsAt, version: null } as const,
    ...app.secrets.map(({ version, endsAt }) => ({ kind: 'secret-ends', endsAt, version }) as const),
  ];
  return ends
    .flatMap(({ kind, endsAt, version }): AppWarning[] => {
      const withinDays = endsAt === null ? undefined : warningDays(endsAt.getTime() - nowMs);
      return endsAt === null || withinDays === undefined
        ? []
        : [{ kind, withinDays, endsAt: endsAt.toISOString(), version }];
    })
    .sort((one, other) => one.endsAt.localeCompare(other.endsAt));
}

function warningDays(leftMs: number): AppWarning['withinDays'] | undefined {
  if (leftMs <= 0) return undefined;
  return WARNING_DAYS.findLast((days) => leftMs <= days * DAY_MS);
}

/** A live version of a secret, newest first in lists. */
export interface LiveVersion {
  readonly version: number;
  readonly endsAt: Date | null;
}

/** What a rotation does to the existing versions. */
export type RotationPlan =
  | { readonly kind: 'too many' }
  /** The new version would end before the ones that it takes the place of. */
  | { readonly kind: 'ends too early' }
  | { readonly kind: 'rotate'; readonly version: number; readonly endings: ReadonlyMap<number, Date> };

/**
 * Plans a rotation: the newest version stays live for the overlap. An overlap of 0 is for a leaked secret: every older
 * version ends at once. Otherwise an older live version prevents the rotation, because there would be three.
 * @param live Live versions, in any order.
 * @param last The highest version there ever was.
 * @param endsAt When the new version ends; null without an end.
 */
export function planRotation(
  live: readonly LiveVersion[],
  last: number,
  overlapHours: number,
  nowMs: number,
  endsAt: Date | null,
): RotationPlan {
  const end = new Date(nowMs + overlapHours * HOUR_MS);
  if (endsAt !== null && endsAt <= end) return { kind: 'ends too early' };
  if (overlapHours > 0 && live.length >= LIVE_VERSIONS_MAX) return { kind: 'too many' };
  const endings = live.map(({ version, endsAt }): [number, Date] => [
    version,
    endsAt !== null && endsAt < end ? endsAt : end,
  ]);
  return { kind: 'rotate', version: last + 1, endings: new Map(endings) };
}

/**
 * What an owner sets of an app, in the form in which it is kept.
 * @returns What is wrong with it, as a sentence with its place in the body, instead.
 */
export function givenSettings(given: ChangedAppSettings): ChangedAppSettings | string {
  const description = given.description?.trim();
  const fault = description ? nameFault(description)?.replace('The name', 'The text') : undefined;
  if (fault !== undefined) return `/description: ${fault} Type it anew, on one line.`;
  const networks: string[] = [];
  for (const [index, text] of (given.networks ?? []).entries()) {
    const network = networkOf(text);
    if (network === undefined) {
      return `/networks/${index} is no network: ${JSON.stringify(text)}. Write one like 203.0.113.0/24 or 2001:db8::/32, or one address.`;
    }
    if (!networks.includes(network.text)) networks.push(network.text);
  }
  return {
    ...given,
    ...(description !== undefined && { description }),
    ...(given.networks !== undefined && { networks }),
  };
}

/** How a version was used. */
export interface VersionUse {
  readonly version: number;
  readonly lastUsedAt: Date | null;
  readonly exchangesLastDay: number;
  readonly callsLastDay: number;
}

/**
 * Whether a version can be retired without breaking anybody, and why. Idle means a whole day without an exchange or a
 * call; it only counts once the newer version is in use, because until then nobody can have moved.
 * @param versions All live versions with their use.
 */
export function retirementOf(version: number, versions: readonly VersionUse[], nowMs: number): Retirement {
  const newer = versions.filter((other) => other.version > version);
  const own = versions.find((other) => other.version === version);
  if (newer.length === 0 || own === undefined) return { isSafe: false, reason: 'newest' };
  const used = own.lastUsedAt !== null && nowMs - own.lastUsedAt.getTime() < DAY_MS;
  if (used || own.exchangesLastDay > 0 || own.callsLastDay > 0) return { isSafe: false, reason: 'in-use' };
  if (newer.every(({ lastUsedAt }) => lastUsedAt === null)) return { isSafe: false, reason: 'successor-unused' };
  return { isSafe: true, reason: 'idle' };
}

/** Share of an app's use in whole percent, rounded up, so that a used version never shows as 0. */
export function sharePercent(version: number, versions: readonly VersionUse[]): number {
  const of = ({ exchangesLastDay, callsLastDay }: VersionUse) => exchangesLastDay + callsLastDay;
  const all = versions.reduce((sum, each) => sum + of(each), 0);
  const own = versions.find((each) => each.version === version);
  return all === 0 || own === undefined ? 0 : Math.ceil((100 * of(own)) / all);
}
