import type { DeveloperApp } from '@openhouse/contract';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What a Team reads about an app's trial. */
export type Trial =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'running'; readonly daysLeft: number };

/** @returns The trial of an app; the last hours count as one day left. */
export function trialOf({ trialEndsAt }: Pick<DeveloperApp, 'trialEndsAt'>, nowMs: number): Trial {
  if (trialEndsAt === null) return { kind: 'pending' };
  const leftMs = Date.parse(trialEndsAt) - nowMs;
  return leftMs <= 0 ? { kind: 'ended' } : { kind: 'running', daysLeft: Math.ceil(leftMs / DAY_MS) };
}
