import { WARNED_AT_PERCENT, type Warning, type WarningKind } from '@openhouse/contract';

/** What a kind warns of. */
export type WarningForm = 'end' | 'stock' | 'rate' | 'state';

/**
 * An end comes by itself. A stock (tours, bytes, files) is as it is; a rate (calls, refusals) is looked for in the last minutes. A state
 * is so or is not.
 */
export const FORM_OF: Readonly<Record<WarningKind, WarningForm>> = {
  'trial-ends': 'end',
  'secret-ends': 'end',
  'secret-leaked': 'state',
  calls: 'rate',
  exchanges: 'rate',
  'team-calls': 'rate',
  tours: 'stock',
  storage: 'stock',
  files: 'stock',
  refusals: 'rate',
  unused: 'state',
};

/** Percent below its mark at which a stock is warned of no more: one that goes up and down by a tour is warned of once. */
export const STOCK_SLACK_PERCENT = 10;
/** Days without being so again after which a rate is warned of no more, and may be warned of again. */
export const RATE_QUIET_DAYS = 7;
/** Minutes in which rates are looked for: longer than the time between two looks. */
export const RATE_MINUTES = 20;
/** Calls refused in an hour from which on an app is warned about, if they are half of its calls. */
export const REFUSALS_LEAST = 100;
/** Days after which an app that was never used is warned about, and after which nothing is said any more. */
export const UNUSED_DAYS = { from: 7, to: 21 } as const;
/** Days after a leak in which it is warned of although the version has ended. */
export const LEAK_SHOWN_DAYS = 14;
/** Days that a warning stays in the store after it was over. */
export const OVER_KEEP_DAYS = 90;

/** A warning as the store has it. */
export interface WarningRow {
  readonly id: string;
  readonly kind: WarningKind;
  readonly level: number;
  readonly appKey: string | null;
  readonly appName: string | null;
  readonly version: number | null;
  readonly endsAt: Date | null;
  readonly used: number | null;
  readonly most: number | null;
  /** Where a leaked secret was found; empty where that is not known, null for other kinds. */
  readonly leakedUrl: string | null;
  /** Whether that version has ended by now. */
  readonly ended: boolean;
  readonly madeAt: Date;
}

export function shownWarning(row: WarningRow): Warning {
  const { id, kind, level, appKey, appName, version, endsAt, used, most, leakedUrl, ended, madeAt } = row;
  const isLimit = kind !== 'refusals' && used !== null;
  return {
    id,
    kind,
    at: madeAt.toISOString(),
    app: appKey === null ? null : { appKey, name: appName ?? '' },
    secretVersion: version,
    endsAt: endsAt?.toISOString() ?? null,
    percent: isLimit ? (WARNED_AT_PERCENT[level - 1] ?? null) : null,
    used,
    of: most,
    leak: kind === 'secret-leaked' ? { url: leakedUrl ?? '', retired: ended } : null,
  };
}
