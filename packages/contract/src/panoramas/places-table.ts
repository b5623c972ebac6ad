import { decodings } from './decoded-text.ts';
import type { Place } from './scene.ts';

/** What a row of a table says of a picture. */
export interface PlaceRow {
  readonly name: string;
  readonly place: Place | undefined;
  readonly heading: number | undefined;
  readonly floor: number;
}

/** The rows of a table, in each encoding that its bytes may be in: more than one where they do not say which. */
export type PlacesTable = readonly [readonly PlaceRow[], ...(readonly PlaceRow[])[]];

/** What is wrong with a table; lines are counted from 1. */
export type TableRefusal =
  | { readonly reason: 'no column'; readonly column: string; readonly columns: string }
  | { readonly reason: 'no names'; readonly columns: string }
  | { readonly reason: 'half a place'; readonly line: number }
  | { readonly reason: 'floor'; readonly line: number; readonly floor: number }
  | { readonly reason: 'number'; readonly line: number; readonly column: string; readonly text: string };

/** A table that is not taken; the message says what is wrong with it. */
export class TableRefused extends Error {
  override name = 'TableRefused';
  readonly refusal: TableRefusal;
  constructor(refusal: TableRefusal) {
    super(wordsOf(refusal));
    this.refusal = refusal;
  }
}

const COLUMNS = ['name', 'x', 'y', 'z', 'heading', 'floor'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads a table of places: a head with `name` and any of x, y, z, heading, floor; commas, semicolons or tabs.
 * @param bytes UTF-8, or what spreadsheets write: UTF-16, GB 18030 in Chinese, Windows-1252 in the west of Europe.
 * @throws {TableRefused}
 */
export function readPlaces(bytes: Uint8Array): PlacesTable {
  const [first = '', ...others] = decodings(bytes);
  return [rowsOfPlaces(first), ...others.map(rowsOfPlaces)];
}

/**
 * @param isPicture Tells the encodings of a table apart: that one is meant in which more names are those of pictures.
 * @returns The rows of a table as they are meant.
 */
export function rowsMeant([first, ...others]: PlacesTable, isPicture: (name: string) => boolean): readonly PlaceRow[] {
  const known = (rows: readonly PlaceRow[]) => rows.filter(({ name }) => isPicture(name)).length;
  return others.reduce((best, other) => (known(other) > known(best) ? other : best), first);
}

function rowsOfPlaces(text: string): readonly PlaceRow[] {
  const { rows, separator } = rowsOf(text);
  const [head, ...lines] = rows;
  const columns = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const unknown = columns.filter((column) => column !== '' && !COLUMNS.includes(column as Column));
  if (!columns.includes('name') || unknown.length > 0) {
    const [column] = unknown;
    const named = { columns: COLUMNS.join(', ') };
    throw new TableRefused(
      column === undefined ? { reason: 'no names', ...named } : { reason: 'no column', column, ...named },
    );
  }
  return lines.map(({ line, cells }) => {
    const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
    // Where a comma parts no cells it is the decimal point of half the world's spreadsheets.
    const written = (column: Column) => (separator === ',' ? cell(column) : cell(column).replace(',', '.'));
    const number = (column: Column) => numberOf(written(column), column, line);
    const [x, y, z] = [number('x'), number('y'), number('z')];
    if ((x === undefined) !== (z === undefined)) throw new TableRefused({ reason: 'half a place', line });
    const floor = number('floor') ?? 0;
    if (!Number.isInteger(floor)) throw new TableRefused({ reason: 'floor', line, floor });
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
  throw new TableRefused({ reason: 'number', line, column, text });
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

function wordsOf(refusal: TableRefusal): string {
  const named = 'the first line names the columns, of';
  switch (refusal.reason) {
    case 'no column':
      return `${JSON.stringify(refusal.column)} is no column: ${named} ${refusal.columns}`;
    case 'no names':
      return `there is no column "name": ${named} ${refusal.columns}`;
    case 'half a place':
      return `line ${refusal.line} has only one of x and z`;
    case 'floor':
      return `line ${refusal.line}: the floor ${refusal.floor} is no whole number`;
    case 'number':
      return `line ${refusal.line}: ${refusal.column} is ${JSON.stringify(refusal.text)}, which is no number with a decimal point`;
  }
}
