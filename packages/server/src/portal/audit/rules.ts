import type { AuditEntry } from '@openhouse/contract';

/** Columns of the downloads, in order. The hash lets a download be checked against the chain. */
const EXPORT_COLUMNS = [
  'number',
  'at',
  'action',
  'user_code',
  'name',
  'subject',
  'ip_address',
  'outcome',
  'hash',
  'reason',
];

/** An entry of a download. */
export interface ExportedEntry extends AuditEntry {
  /** Hexadecimal. */
  readonly hash: string;
}

/** One line of JSON, with its line feed. */
export function jsonLine(entry: ExportedEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** One row of CSV (RFC 4180), with its line break. */
export function csvRow(entry: ExportedEntry): string {
  const { number, at, action, actor, subject, ipAddress, outcome, hash, reason = '' } = entry;
  return csvLine([String(number), at, action, actor.userCode, actor.name, subject, ipAddress, outcome, hash, reason]);
}

/** The first row of the CSV, after the byte order mark that makes spreadsheets read UTF-8. */
export function csvHeader(): string {
  return `\ufeff${csvLine(EXPORT_COLUMNS)}`;
}

function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/**
 * Where a cell begins that spreadsheets would run: with the first character of a formula, in full-width and small forms
 * too, whatever precedes it, visible or not (spaces, quotes, zero-width and bidirectional characters). A cell may also
 * end at a semicolon, where that is the separator of the reader's country: then the quotes around the whole value count
 * for nothing, and a line end ends the row.
 */
const FORMULA_CELL =
  /(?<=^|[;\t\r\n])(?=[\s"\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212＝＋－＠｜％﹦﹢﹣﹫﹪])|^(?=[\t\r\n])/gu;

function csvValue(value: string): string {
  // An apostrophe makes it a text.
  const text = value.replace(FORMULA_CELL, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
