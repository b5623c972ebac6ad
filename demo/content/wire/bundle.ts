import type { BundledReadName, OperationData } from '@openhouse/contract';

/** A payload as it stands in a bundle: integers beyond 2^53 are bigints, so that no digit is lost. */
export type Wire<T> = T extends number
  ? number | bigint
  : T extends object
    ? { readonly [Key in keyof T]: Wire<T[Key]> }
    : T;

/** Reads that a bundle answers. */
export type BundledRead = BundledReadName;

/** One payload of a read. */
export type Payload<Name extends BundledRead> = Wire<OperationData[Name]>;

/** Reads addressed by an id of their own: their file is the list of all records. */
type RecordRead = 'hot-detail' | 'group-tree';

/** The content of each operation's file. */
export type Payloads = {
  readonly [Name in BundledRead]: Name extends RecordRead ? readonly Payload<Name>[] : Payload<Name>;
};

/** A tour as `openhouse import` takes it: a folder with a file an operation, and `assets/`. */
export interface Bundle {
  /** resource_code and name of the folder. */
  readonly code: string;
  readonly payloads: Payloads;
  /** Files made by code: path below `assets/` → content. */
  readonly assets: Readonly<Record<string, string | Uint8Array>>;
}
