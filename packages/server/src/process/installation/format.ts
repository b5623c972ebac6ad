import { StoreError } from '../../kernel/database/database.ts';
import type { AppliedMigration, Sequence } from './store.ts';

/** Of the directory; another number is another form of it. */
export const FORMAT = 1;
export const MANIFEST = 'installation.json';
export const TABLES = 'tables';
export const FILES = 'files';
/** Who writes the directory, in a file that is there until it is whole. */
export const WRITER = 'writer.json';

/** A table's file: one JSON object a line, compressed. */
export interface CarriedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of the lines before they were compressed, in hex. */
  readonly sha256: string;
}

/** What the directory of an installation says of itself. It is written last: without it the directory is not whole. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** When the snapshot was taken. */
  readonly takenAt: string;
  /** The schema that the rows fit. */
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly CarriedTable[];
  readonly sequences: readonly Sequence[];
  readonly files: number;
}

/** @returns Path of a table's rows in the directory. */
export const tablePath = (name: string): string => `${TABLES}/${name}.jsonl.gz`;
/** @returns Path of a file's bytes in the directory. */
export const filePath = (sha256: Buffer): string => {
  const hex = sha256.toString('hex');
  return `${FILES}/${hex.slice(0, 2)}/${hex}`;
};

/** A directory that cannot be written or read as an installation; the message says what to do. */
export class InstallationRefused extends StoreError {
  override name = 'InstallationRefused';
}

/** What was carried. */
export interface Carried {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}
