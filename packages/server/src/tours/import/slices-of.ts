import type { Span } from '../../kernel/json/records.ts';
import type { Scan } from '../../kernel/json/scan.ts';
import type { ListLayout } from '../operations.ts';
import type { Slices } from '../slices.ts';

/** Maximum number of digits of an integer that is compared: bounds the expansion of `1e999999999`. */
const MAX_INTEGER_DIGITS = 64;

/**
 * Finds where the records of a list are, with the values they are filtered and ordered by (decision 0011).
 * @param scan Made with the layout's path and columns.
 * @returns undefined when the payload has no such list.
 */
export function slicesOf({ json, list, records }: Scan, { columns }: ListLayout): Slices | undefined {
  if (list === undefined) return undefined;
  const comparable = (span: Span | undefined, kind: 'integer' | 'text'): string | null => {
    if (span === undefined) return null;
    const token = json.toString('utf8', span.offset, span.offset + span.length);
    if (kind === 'integer') return integerDigits(token);
    return token.startsWith('"') ? (JSON.parse(token) as string) : null;
  };
  return {
    start: list.start,
    end: list.end,
    offsets: records.map(({ offset }) => offset),
    lengths: records.map(({ length }) => length),
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, kind]) => [
        name,
        records.map(({ fields }) => comparable(fields[name], kind)),
      ]),
    ),
  };
}

/** @returns Digits of an integral JSON number in its shortest form (`1e2` is `100`); null for any other token. */
export function integerDigits(token: string): string | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (sign === undefined) return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const shift = Number(exponent) - fraction.length;
  if (digits.length + shift > MAX_INTEGER_DIGITS) return null;
  if (shift >= 0) return `${sign}${digits}${'0'.repeat(shift)}`;
  return /^0*$/.test(digits.slice(shift)) ? `${sign}${digits.slice(0, shift)}` || null : null;
}
