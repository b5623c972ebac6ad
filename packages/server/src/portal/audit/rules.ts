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

/** The first row of the CSV. */
export function csvHeader(): string {
  return csvLine(EXPORT_COLUMNS);
}

function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Spreadsheets run what begins like a formula, spaces before it or not; an apostrophe keeps it a text. */
const FORMULA = /^[\s]*[=+\-@|%\t\r]/;

function csvValue(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
