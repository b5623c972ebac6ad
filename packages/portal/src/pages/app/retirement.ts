import type { SecretVersion } from '@openhouse/contract';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whether a version may go, and why. */
export type Retirement =
  | { readonly kind: 'newest' }
  | { readonly kind: 'safe' }
  | { readonly kind: 'in-use'; readonly sharePercent: number };

/**
 * @param secrets Live versions of one app.
 * @returns For the newest version that it stays; for an older one whether a day has gone by without it. The share is
 *   that of the last day's exchanges, rounded up: something that is used never shows as nothing.
 */
export function retirementOf(version: SecretVersion, secrets: readonly SecretVersion[], nowMs: number): Retirement {
  if (secrets.every((other) => other.version <= version.version)) return { kind: 'newest' };
  const idle = version.lastUsedAt === null || nowMs - Date.parse(version.lastUsedAt) >= DAY_MS;
  if (idle && version.exchangesLastDay === 0) return { kind: 'safe' };
  const all = secrets.reduce((sum, { exchangesLastDay }) => sum + exchangesLastDay, 0);
  return { kind: 'in-use', sharePercent: all === 0 ? 0 : Math.ceil((100 * version.exchangesLastDay) / all) };
}
