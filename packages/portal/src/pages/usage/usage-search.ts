/** Spans of time that the page offers, each with the step it is drawn in. */
export const usageRanges = {
  '1h': { hours: 1, step: '60' },
  '24h': { hours: 24, step: '600' },
  '7d': { hours: 24 * 7, step: '3600' },
  '30d': { hours: 24 * 30, step: '21600' },
} as const;
export type UsageRange = keyof typeof usageRanges;

/** What the address of the page says: it can be sent to somebody as it is. */
export interface UsageSearch {
  /** App key; the Team's first app without it. */
  readonly app?: string;
  /** A day without it. */
  readonly range?: UsageRange;
  /** Request id of the call to explain. */
  readonly call?: string;
}

const isRange = (value: unknown): value is UsageRange => typeof value === 'string' && Object.hasOwn(usageRanges, value);

/** Reads the address; what does not fit is left out. */
export function usageSearch({ app, range, call }: Record<string, unknown>): UsageSearch {
  return {
    ...(typeof app === 'string' && app !== '' && { app }),
    ...(isRange(range) && { range }),
    ...(typeof call === 'string' && call !== '' && { call }),
  };
}
