import { isPrivateFile } from '@openhouse/contract';
import type { Payload } from './payload.ts';

/** What lists show of a tour beside its name and state. */
export interface TourSummary {
  /** Bytes of its payloads, minified, and of its files. */
  readonly sizeBytes: number;
  /** Viewpoints; 0 for a model only. */
  readonly observers: number;
  /** Path below `assets/` of the file that is its cover picture; null when it has none of its own. */
  readonly cover: string | null;
  /** When it was made, as written and as a time; null when it does not say. */
  readonly made: { readonly written: string; readonly at: Date } | null;
  /** Absolute address of its cover picture; null when it has none. */
  readonly picture: string | null;
}

interface File {
  readonly path: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** Largest cover that a list loads, in bytes. */
const COVER_MAX_BYTES = 4 * 1024 * 1024;

/** @param basics VR basic data, parsed. */
export function summaryOf(basics: unknown, payloads: readonly Payload[], files: readonly File[]): TourSummary {
  const { observers, title_picture_url, picture_url, base_url, create_time } = (basics ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const sizeOfJson = payloads.reduce((sum, { json }) => sum + json.length, 0);
  return {
    sizeBytes: files.reduce((sum, { size }) => sum + size, sizeOfJson),
    observers: Array.isArray(observers) ? observers.length : 0,
    cover: coverAmong(files, [title_picture_url, picture_url]),
    made: madeAt(create_time),
    picture: pictureAmong([title_picture_url, picture_url], base_url),
  };
}

/**
 * The first picture that is one of the tour's own files. Addresses are relative or absolute, and an absolute one does
 * not say where `assets/` begins: the file whose path the address ends with is used, the longest of several.
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

/** A private file opens through a signed link only: never as a cover. */
function isListable({ path, mediaType, size }: File): boolean {
  return mediaType.startsWith('image/') && size <= COVER_MAX_BYTES && !isPrivateFile(path);
}

/** The path of an address, decoded; empty for an invalid one. */
function pathOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, 'http://tour.invalid/').pathname);
  } catch {
    return '';
  }
}

/** `YYYY-MM-DD`, or that and a time, with or without a zone: the forms that publishers write. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Years that a time may have in the store: it has none before the first, and others are spelt with a sign. */
const [FIRST_YEAR, LAST_YEAR] = [1, 9999];

/**
 * A time without a zone is read as UTC. A zone can move one out of the years that the store takes: programs write the first
 * moment of the year 1 for "not known", in the zone of their machine.
 */
export function madeAt(written: unknown): TourSummary['made'] {
  if (typeof written !== 'string') return null;
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(written) ?? [];
  const at = new Date(`${day}T${time}${zone}`);
  const year = at.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? { written, at } : null;
}

/** Maximum length of an address of a picture in lists, in characters. */
const PICTURE_MAX_LENGTH = 2048;

/** The address of the cover picture that a tour names, if it is absolute or `base_url` makes it so. */
export function pictureAmong(addresses: readonly unknown[], baseUrl: unknown): string | null {
  const base = typeof baseUrl === 'string' && isAbsolute(baseUrl) ? baseUrl : undefined;
  const [written] = addresses.filter((address) => typeof address === 'string' && address !== '');
  if (typeof written !== 'string') return null;
  const address = isAbsolute(written) || !URL.canParse(written, base) ? written : new URL(written, base).href;
  return isAbsolute(address) && address.length <= PICTURE_MAX_LENGTH ? address : null;
}

/** Whether it is an absolute address; not with blanks or control characters, which the store might not hold. */
const isAbsolute = (address: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(address) && URL.canParse(address);
