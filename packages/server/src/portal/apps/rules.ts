import {
  APP_CATEGORY,
  type AppWarning,
  type DeveloperApp,
  type Retirement,
  type UpstreamCredential,
  WARNING_DAYS,
} from '@openhouse/contract';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** @param nowMs Milliseconds since the Unix epoch. */
export function trialEnd(nowMs: number, days: number): Date {
  return new Date(nowMs + days * DAY_MS);
}

/**
 * The Developer apps among the credentials of an upstream: category `open`, and never the default credential, whatever
 * category it comes with (SPEC 2.2).
 * @param defaultXid XID of the default credential; null when none is known.
 */
export function developerCredentials(
  credentials: readonly UpstreamCredential[],
  defaultXid: string | null,
): UpstreamCredential[] {
  return credentials.filter(({ category, xid }) => category === APP_CATEGORY && xid !== defaultXid);
}

/** What an app is at a moment. Disabled says more than expired: enabling does not end a trial's end. */
export function appState(
  app: { readonly disabledAt: Date | null; readonly trialEndsAt: Date | null },
  nowMs: number,
): DeveloperApp['state'] {
  if (app.disabledAt !== null) return 'disabled';
  return app.trialEndsAt !== null && app.trialEndsAt.getTime() <= nowMs ? 'expired' : 'live';
}

/** What of an app ends within a week, soonest first. What has ended is no warning any more. */
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

/** Live versions of a secret at most (decision 0033). */
export const LIVE_VERSIONS_MAX = 2;

/** A live version of a secret, newest first in lists. */
export interface LiveVersion {
  readonly version: number;
  readonly endsAt: Date | null;
}

/** What a rotation does to the versions there are. */
export type RotationPlan =
  | { readonly kind: 'too many' }
  | { readonly kind: 'rotate'; readonly version: number; readonly endings: ReadonlyMap<number, Date> };

/**
 * Plans a rotation: the newest version goes on for the overlap. An overlap of 0 is for a secret that got out: every older
 * version ends at once. Otherwise an older version that is still live is in the way: three would be.
 * @param live Live versions, in any order.
 * @param last The highest version there ever was.
 */
export function planRotation(
  live: readonly LiveVersion[],
  last: number,
  overlapHours: number,
  nowMs: number,
): RotationPlan {
  const end = new Date(nowMs + overlapHours * HOUR_MS);
  if (overlapHours > 0 && live.length >= LIVE_VERSIONS_MAX) return { kind: 'too many' };
  const endings = live.map(({ version, endsAt }): [number, Date] => [
    version,
    endsAt !== null && endsAt < end ? endsAt : end,
  ]);
  return { kind: 'rotate', version: last + 1, endings: new Map(endings) };
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

/** Share of an app's use in whole percent, rounded up: what is used never shows as nothing. */
export function sharePercent(version: number, versions: readonly VersionUse[]): number {
  const of = ({ exchangesLastDay, callsLastDay }: VersionUse) => exchangesLastDay + callsLastDay;
  const all = versions.reduce((sum, each) => sum + of(each), 0);
  const own = versions.find((each) => each.version === version);
  return all === 0 || own === undefined ? 0 : Math.ceil((100 * of(own)) / all);
}
