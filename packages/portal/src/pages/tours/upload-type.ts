import type { TourUploadType } from '@openhouse/contract';

/** The most the portal takes (contract: TOUR_UPLOAD_MAX_BYTES). */
export const UPLOAD_MAX_BYTES = 256 * 1024 * 1024;

/** What the file picker offers. */
export const UPLOAD_EXTENSIONS = '.zip,.json';

/** @returns What a file is by its name, whatever the system calls its type; undefined for files that are no tours. */
export function uploadTypeOf(name: string): TourUploadType | undefined {
  if (/\.zip$/i.test(name)) return 'application/zip';
  return /\.json$/i.test(name) ? 'application/json' : undefined;
}
