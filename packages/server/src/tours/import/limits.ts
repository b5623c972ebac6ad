/**
 * What one import takes at most (decision 0013). Real tours: 317 KB of JSON in the largest file, some thousand pictures.
 */
export const importLimits = {
  /** Bytes of one file, unpacked. */
  fileBytes: 64 * 1024 * 1024,
  /** Bytes of all files of a tour, unpacked. */
  tourBytes: 256 * 1024 * 1024,
  /** Files of a tour. */
  tourFiles: 50_000,
  /** Files in one .zip archive, which may hold many tours. */
  archiveFiles: 200_000,
  /** Folders below a bundle's top. */
  folderDepth: 16,
} as const;
