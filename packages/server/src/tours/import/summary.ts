import type { Payload } from './payload.ts';

/** What lists of tours say of a tour beside its name and state. */
export interface TourSummary {
  /** Bytes of its payloads, minified, and of its files. */
  readonly sizeBytes: number;
  /** Viewpoints; 0 for a model only. */
  readonly observers: number;
  /** Path below `assets/` of the file that is its cover picture; null when it has none of its own. */
  readonly cover: string | null;
}

interface File {
  readonly path: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** Largest cover that a list loads, in bytes. */
const COVER_MAX_BYTES = 4 * 1024 * 1024;
/** Files below this folder open through a signed link only (decision 0017): never as a cover. */
const PRIVATE = 'private/';

/** @param basics VR basic data, parsed. */
export function summaryOf(basics: unknown, payloads: readonly Payload[], files: readonly File[]): TourSummary {
  const { observers, title_picture_url, picture_url } = (basics ?? {}) as Readonly<Record<string, unknown>>;
  const sizeOfJson = payloads.reduce((sum, { json }) => sum + json.length, 0);
  return {
    sizeBytes: files.reduce((sum, { size }) => sum + size, sizeOfJson),
    observers: Array.isArray(observers) ? observers.length : 0,
    cover: coverAmong(files, [title_picture_url, picture_url]),
  };
}

/**
 * The first picture that is one of the tour's own files. Addresses are relative or absolute, and an absolute one says
 * nothing of where `assets/` begins: the file whose path the address ends with is meant, the longest of several.
 */
export function coverAmong(files: readonly File[], addresses: readonly unknown[]): string | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const address of addresses) {
    if (typeof address !== 'string') continue;
    const segments = pathOf(address).split('/').filter(Boolean);
    const suffixes = segments.map((_, index) => segments.slice(index).join('/'));
    const meant = byPath.get(suffixes.find((suffix) => byPath.has(suffix)) ?? '');
    if (meant !== undefined && isListable(meant)) return meant.path;
  }
  return null;
}

function isListable({ path, mediaType, size }: File): boolean {
  return mediaType.startsWith('image/') && size <= COVER_MAX_BYTES && !path.startsWith(PRIVATE);
}

/** The path of an address, decoded; empty when it is none. */
function pathOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, 'http://tour.invalid/').pathname);
  } catch {
    return '';
  }
}
