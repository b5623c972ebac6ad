import type { TourUploadType } from '@openhouse/contract';

/** What the file picker offers. */
export const UPLOAD_EXTENSIONS = '.zip,.json,.ndjson,.jsonl';

/** @returns What a file is by its name, whatever the system calls its type; undefined for files that are no tours. */
export function uploadTypeOf(name: string): TourUploadType | undefined {
  if (/\.zip$/i.test(name)) return 'application/zip';
  return /\.(?:json|ndjson|jsonl)$/i.test(name) ? 'application/json' : undefined;
}
