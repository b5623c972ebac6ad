import type { AuditEntry } from '@openhouse/contract';

/** Columns of the downloads, in order. The hash lets a download be checked against the chain. */
const EXPORT_COLUMNS = ['number', 'at', 'action', 'user_code', 'name', 'subject', 'ip_address', 'outcome', 'hash'];

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
  const { number, at, action, actor, subject, ipAddress, outcome, hash } = entry;
  return csvLine([String(number), at, action, actor.userCode, actor.name, subject, ipAddress, outcome, hash]);
}

/** The first row of the CSV, behind the byte order mark without which spreadsheets take it for another encoding. */
export function csvHeader(): string {
  return `\ufeff${csvLine(EXPORT_COLUMNS)}`;
}

function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/**
 * Where a cell begins that spreadsheets would run: with what begins a formula, in full-width and small forms too, whatever
 * stands before it, seen or not (spaces, quotes, zero-width and bidirectional characters). A cell ends at a semicolon too,
 * where that is the separator of the reader's country: there the quotes around the whole value count for nothing, and a line
 * end ends the row.
 */
const FORMULA_CELL =
  /(?<=^|[;\t\r\n])(?=[\s"\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212＝＋－＠｜％﹦﹢﹣﹫﹪])|^(?=[\t\r\n])/gu;

function csvValue(value: string): string {
  // An apostrophe keeps it a text.
  const text = value.replace(FORMULA_CELL, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
