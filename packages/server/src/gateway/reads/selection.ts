import { listOf } from '@openhouse/contract';
import type { Slices } from '../../tours/slices.ts';

/** Which records of a list are requested, and in which order (decision 0110). */
export interface Selection {
  /** Keep records whose column equals one of the values. */
  readonly keep?: { readonly column: string; readonly values: ReadonlySet<string> };
  readonly order?: { readonly column: string; readonly descending: boolean };
}

/** The field of a record's time has another name than the one in order_by (decision 0110). */
const columnOfField: Readonly<Record<string, string>> = { create_time: 'create_timestamp' };

/** The selection that validated query parameters ask for; undefined for the list as stored. */
export function selectionOf(query: Readonly<Record<string, string>>): Selection | undefined {
  const { order_by, is_asc, types, status } = query;
  const keep =
    types !== undefined
      ? { column: 'type', values: new Set(listOf(types)) }
      : status !== undefined
        ? { column: 'status', values: new Set([String(Number(status))]) }
        : undefined;
  const [field = '', direction] = order_by?.split(' ') ?? [];
  const order =
    order_by !== undefined
      ? { column: columnOfField[field] ?? field, descending: direction === 'desc' }
      : is_asc !== undefined
        ? { column: 'display_index', descending: is_asc === '0' }
        : undefined;
  if (keep === undefined && order === undefined) return undefined;
  return { ...(keep && { keep }), ...(order && { order }) };
}

/** Canonical text of a selection, for the cache: equal selections have equal keys. */
export function selectionKey({ keep, order }: Selection): string {
  return JSON.stringify([keep?.column, keep && [...keep.values].sort(), order?.column, order?.descending]);
}

/** @returns The payload with the requested records only, their own bytes untouched. */
export function applySelection(json: Buffer, slices: Slices, { keep, order }: Selection): Buffer {
  const all = slices.offsets.map((_, index) => index);
  const kept = keep ? all.filter((index) => keep.values.has(slices.columns[keep.column]?.[index] ?? '')) : all;
  const wanted = order ? ordered(kept, slices.columns[order.column] ?? [], order.descending) : kept;
  const records = wanted.map((index) => {
    const offset = slices.offsets[index] ?? 0;
    return json.subarray(offset, offset + (slices.lengths[index] ?? 0));
  });
  const separated = records.flatMap((record, index) => (index === 0 ? [record] : [COMMA, record]));
  return Buffer.concat([json.subarray(0, slices.start), ...separated, json.subarray(slices.end)]);
}

const COMMA = Buffer.from(',');

/** Stable: equal values keep their stored order; records without the value come last either way. */
function ordered(
  indexes: readonly number[],
  values: readonly (string | null)[],
  descending: boolean,
): readonly number[] {
  const sign = descending ? -1 : 1;
  const numbers = values.map((value) => (value === null ? null : BigInt(value)));
  return indexes.toSorted((left, right) => {
    const [a, b] = [numbers[left] ?? null, numbers[right] ?? null];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a < b ? -sign : a > b ? sign : 0;
  });
}
