import {
  accessToken,
  failuresOfAccessToken,
  USAGE_STEPS_MAX,
  type Usage,
  type UsageOfOperation,
  type UsageOfVersion,
  type UsageSeries,
} from '@openhouse/contract';
import { type BucketCount, quantileOf } from '../../apps/cost-buckets.ts';
import { PortalError } from '../http/portal-error.ts';

/** Calls of one step, operation, status and version of the secret. */
export interface StepRow {
  /** Which step, from 0 on. */
  readonly step: number;
  readonly operation: string;
  readonly status: string;
  /** 0 where the call did not prove a version. */
  readonly version: number;
  readonly calls: number;
}

/** Successful calls of an operation in one bucket of cost. */
export interface CostRow {
  readonly operation: string;
  readonly bucket: number;
  readonly count: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_STEP_S = 600;

/** The requested steps. */
export interface Steps {
  readonly from: Date;
  readonly to: Date;
  readonly stepS: number;
  readonly count: number;
}

/**
 * Whole steps that cover the requested span; the last day by default.
 * @param keepDays How long usage is kept (`USAGE_KEEP_DAYS`).
 * @throws {PortalError} REQUEST_INVALID for an invalid time, an empty span, or too many steps.
 */
export function stepsAsked(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: string | undefined },
  { nowMs, keepDays }: { readonly nowMs: number; readonly keepDays: number },
): Steps {
  const stepS = Number(asked.step ?? DEFAULT_STEP_S);
  const stepMs = stepS * 1000;
  const end = asked.to === undefined ? nowMs : instant(asked.to);
  const start = asked.from === undefined ? end - DAY_MS : instant(asked.from);
  const fromMs = Math.floor(start / stepMs) * stepMs;
  const toMs = Math.ceil(end / stepMs) * stepMs;
  const count = (toMs - fromMs) / stepMs;
  if (start >= end)
    throw new PortalError('REQUEST_INVALID', 'from is not before to. Send a span with a beginning and an end.');
  if (count > USAGE_STEPS_MAX) {
    throw new PortalError(
      'REQUEST_INVALID',
      `These are ${count} steps. Ask for at most ${USAGE_STEPS_MAX}, with a longer step or a shorter span; use is kept for ${keepDays} days.`,
    );
  }
  return { from: new Date(fromMs), to: new Date(toMs), stepS, count };
}

function instant(text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw new PortalError('REQUEST_INVALID', 'from or to is not a time. Send one like 2026-11-20T09:30:00Z.');
}

const isRefused = ({ status }: { readonly status: string }) => status !== 'success';
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** Groups rows by a key, in the order the keys first occur. */
function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [key: Key, rows: Row[]][] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups];
}

const callsIn = (rows: readonly StepRow[]) => sum(rows.map(({ calls }) => calls));

/** Status of calls that the rate limit refused. */
export const LIMITED = 'err_rate_limited';

/** Calls of an app that its limit refused. */
export function limitedIn(rows: readonly StepRow[]): number {
  return callsIn(rows.filter(({ status, operation }) => status === LIMITED && operation !== accessToken.name));
}

const nameOf = ({ operation, status }: { readonly operation: string; readonly status: string }) =>
  `${operation} ${status}`;

/** Orders rows with equal counts by name, so that a chart keeps its colours when it is reloaded. */
const inOrder = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Dense counts by operation and status; those with the most calls first. */
export function seriesOf(rows: readonly StepRow[], count: number): UsageSeries[] {
  return grouped(rows, nameOf)
    .flatMap(([, same]): UsageSeries[] => {
      const [first] = same;
      if (first === undefined) return [];
      const counts = Array.from({ length: count }, () => 0);
      for (const { step, calls } of same) counts[step] = (counts[step] ?? 0) + calls;
      return [{ operation: first.operation, status: first.status, counts }];
    })
    .sort((one, other) => sum(other.counts) - sum(one.counts) || inOrder(nameOf(one), nameOf(other)));
}

export function operationsOf(rows: readonly StepRow[], costs: readonly CostRow[]): UsageOfOperation[] {
  const measured = new Map(grouped(costs, ({ operation }) => operation));
  return grouped(rows, ({ operation }) => operation)
    .map(([operation, same]): UsageOfOperation => {
      const buckets: readonly BucketCount[] = measured.get(operation) ?? [];
      return {
        operation,
        calls: callsIn(same),
        refused: callsIn(same.filter(isRefused)),
        p50Ms: rounded(quantileOf(buckets, 0.5)),
        p95Ms: rounded(quantileOf(buckets, 0.95)),
      };
    })
    .sort((one, other) => other.calls - one.calls || inOrder(one.operation, other.operation));
}

/** Two digits: the buckets are no more precise. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Number(ms.toPrecision(2));
}

/** Use by version of the secret, newest first; refused tokens and refused exchanges do not count. */
export function versionsOf(rows: readonly StepRow[]): UsageOfVersion[] {
  const refusedTokens: readonly string[] = failuresOfAccessToken;
  const isExchange = ({ operation }: StepRow) => operation === accessToken.name;
  const used = rows.filter(
    (row) => row.version > 0 && !refusedTokens.includes(row.status) && !(isExchange(row) && isRefused(row)),
  );
  const all = callsIn(used);
  return grouped(used, ({ version }) => version)
    .map(([version, same]): UsageOfVersion => {
      const exchanges = callsIn(same.filter(isExchange));
      const own = callsIn(same);
      return { version, exchanges, calls: own - exchanges, sharePercent: Math.ceil((100 * own) / all) };
    })
    .sort((one, other) => other.version - one.version);
}

/** The use of an app, from its rows of a span. */
export function usageOf(
  { from, to, stepS, count }: Steps,
  rows: readonly StepRow[],
  costs: readonly CostRow[],
  limit: Usage['limit'],
): Usage {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    stepS,
    calls: callsIn(rows),
    refused: callsIn(rows.filter(isRefused)),
    series: seriesOf(rows, count),
    operations: operationsOf(rows, costs),
    versions: versionsOf(rows),
    limit,
  };
}
