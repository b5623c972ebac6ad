/** A tour as lists show it. */
export interface TeamTourRow {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  /** Bytes, in digits. */
  readonly sizeBytes: string;
  readonly observers: number | null;
  readonly importedAt: Date;
  /** The same in microseconds since the Unix epoch, in digits: a Date is too coarse for a cursor. */
  readonly importedAtUs: string;
  /** To the minute. */
  readonly lastReadAt: Date | null;
  /** SHA-256 of the cover picture. */
  readonly cover: Buffer | null;
}

/** Where a page of the list ends: when the tour was imported, in microseconds since the Unix epoch, and its code. */
export interface ListPlace {
  readonly importedAtUs: string;
  readonly code: string;
}
