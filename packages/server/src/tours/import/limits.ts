/** Limits of one import. */
export interface ImportLimits {
  /** Bytes of one file, unpacked. */
  readonly fileBytes: number;
  /**
   * Bytes of all JSON of a tour, or of a file of works, whatever they are called and wherever they lie, unpacked. It is parsed
   * whole, and takes twenty times as much memory until the tour is checked.
   */
  readonly jsonBytes: number;
  /** Bytes of all files of a tour, unpacked. */
  readonly tourBytes: number;
  /** Files of a tour. */
  readonly tourFiles: number;
  /** Files in one .zip archive, which may hold many tours. */
  readonly archiveFiles: number;
  /** Bytes of all files of an archive, unpacked. */
  readonly archiveBytes: number;
  /** Tours of an archive, or of a file of works. */
  readonly archiveTours: number;
  /** Folders below a bundle's top. */
  readonly folderDepth: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * For imports by the operator (decision 0013). Real tours: 317 KB of JSON in the largest file, some thousand pictures.
 */
export const importLimits = {
  fileBytes: 64 * MEBIBYTE,
  jsonBytes: 256 * MEBIBYTE,
  tourBytes: 256 * MEBIBYTE,
  tourFiles: 50_000,
  archiveFiles: 200_000,
  archiveBytes: 65_536 * MEBIBYTE,
  archiveTours: 200_000,
  folderDepth: 16,
} as const satisfies ImportLimits;

/**
 * For uploads, which run beside the gateway in one process and come from any member of a Team (decision 0058): the JSON of
 * a tour may be 25 times the largest real one, and the unpacked size of an archive is bounded as a whole.
 */
export const uploadLimits: ImportLimits = {
  ...importLimits,
  jsonBytes: 8 * MEBIBYTE,
  archiveFiles: 50_000,
  archiveBytes: 1024 * MEBIBYTE,
  archiveTours: 500,
};
