import type { Place } from '@openhouse/contract/panoramas';
import { decodings } from './decoded-text.ts';

/** What a row of `--places` says of a picture. */
export interface PlaceRow {
  readonly name: string;
  readonly place: Place | undefined;
  readonly heading: number | undefined;
  readonly floor: number;
}

export interface PlacesTable {
  readonly rows: readonly PlaceRow[];
  /** Whether its bytes do not say how they are to be read. */
  readonly isGuess: boolean;
}

const COLUMNS = ['name', 'x', 'y', 'z', 'heading', 'floor'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads the table of `--places`: a head with `name` and any of x, y, z, heading, floor; commas, semicolons or tabs.
 * @param bytes UTF-8, or what spreadsheets write: UTF-16, GB 18030 in Chinese, Windows-1252 in the west of Europe.
 * @param isPicture Tells the last two apart: the encoding is meant in which more names are those of pictures.
 * @throws {RangeError} With what is wrong, by line.
 */
export function readPlaces(bytes: Uint8Array, isPicture: (name: string) => boolean = () => false): PlacesTable {
  const texts = decodings(bytes);
  const [first = [], ...others] = texts.map(rowsOfPlaces);
  const known = (rows: readonly PlaceRow[]) => rows.filter(({ name }) => isPicture(name)).length;
  const rows = others.reduce((best, other) => (known(other) > known(best) ? other : best), first);
  return { rows, isGuess: others.length > 0 };
}

function rowsOfPlaces(text: string): readonly PlaceRow[] {
  const { rows, separator } = rowsOf(text);
  const [head, ...lines] = rows;
  const columns = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const unknown = columns.filter((column) => column !== '' && !COLUMNS.includes(column as Column));
  if (!columns.includes('name') || unknown.length > 0) {
    const odd = unknown.length > 0 ? `${JSON.stringify(unknown[0])} is no column` : 'there is no column "name"';
    throw new RangeError(`${odd}: the first line names the columns, of ${COLUMNS.join(', ')}`);
  }
  return lines.map(({ line, cells }) => {
    const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
    // Where a comma parts no cells it is the decimal point of half the world's spreadsheets.
    const written = (column: Column) => (separator === ',' ? cell(column) : cell(column).replace(',', '.'));
    const number = (column: Column) => numberOf(written(column), column, line);
    const [x, y, z] = [number('x'), number('y'), number('z')];
    if ((x === undefined) !== (z === undefined)) throw new RangeError(`line ${line} has only one of x and z`);
    const floor = number('floor') ?? 0;
    if (!Number.isInteger(floor)) throw new RangeError(`line ${line}: the floor ${floor} is no whole number`);
    const place = x === undefined || z === undefined ? undefined : ([x, y ?? 0, z] as const);
    return { name: cell('name'), place, heading: number('heading'), floor };
  });
}

/** Metres and degrees that mean something. */
const NUMBER_MAX = 100_000;

function numberOf(text: string, column: Column, line: number): number | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && Math.abs(number) <= NUMBER_MAX) return number;
  throw new RangeError(`line ${line}: ${column} is ${JSON.stringify(text)}, which is no number with a decimal point`);
}

/**
 * Cells in quotes may hold separators and doubled quotes, but no line breaks. Lines without a word are left out: spreadsheets write
 * rows of empty cells. So is a first line `sep=;`, which is for spreadsheets only.
 */
function rowsOf(text: string): {
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly separator: string;
} {
  const lines = text.replace(/^"?sep=.?"?(?=[\r\n])/i, '').split(/\r\n|\r|\n/);
  const head = lines.find((line) => line !== '') ?? '';
  const separator = [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
  // A separator is looked back at and not taken: the empty first cell of a row ends where the next match begins.
  const blank = `[^\\S${separator}]*`;
  const quoted = `${blank}"((?:[^"]|"")*)"${blank}(?=${separator}|$)`;
  const cell = new RegExp(`(?<=^|${separator})(?:${quoted}|([^${separator}]*))`, 'g');
  const rows = lines.flatMap((content, index) => {
    const cells = [...content.matchAll(cell)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
    return cells.some((one) => one.trim() !== '') ? [{ line: index + 1, cells }] : [];
  });
  return { rows, separator };
}
