import { portalClock } from './portal-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * For the moment in which a person chooses days: worked out anew for each press, what is sent would differ, and a press
 * after a lost answer would be another action (decision 0096).
 * @returns The point in time so many days from now, as it is sent.
 */
export const afterDays = (days: number): string => new Date(portalClock.nowMs() + days * DAY_MS).toISOString();
