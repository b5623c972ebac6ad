import { type PortalTour, TOUR_COVER_PATH } from '@openhouse/contract';
import type { ListPlace, TeamTourRow } from './team-tour.ts';

/** Digits of the cover's SHA-256 that name its version. */
const COVER_VERSION_LENGTH = 16;

/** @param text `next` of an earlier page; the contract has checked its form. */
export function listPlaceOf(text: string): ListPlace {
  const [importedAtUs = '', code = ''] = text.split('.');
  return { importedAtUs, code };
}

export function listPlaceText({ importedAtUs, code }: ListPlace): string {
  return `${importedAtUs}.${code}`;
}

/** @returns A pattern of `like` that finds the text anywhere, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Version in the address of a picture: it changes with the bytes, so that browsers may cache it. */
export function coverVersion(sha256: Buffer): string {
  return sha256.toString('base64url').slice(0, COVER_VERSION_LENGTH);
}

export function shownTour({ code, name, active, sizeBytes, observers, importedAt, lastReadAt, cover }: TeamTourRow) {
  const shown: PortalTour = {
    resourceCode: code,
    name,
    cover: cover === null ? null : `${TOUR_COVER_PATH.replace('{resource_code}', code)}?v=${coverVersion(cover)}`,
    isActive: active,
    sizeBytes: Number(sizeBytes),
    observers,
    importedAt: importedAt.toISOString(),
    lastReadAt: lastReadAt?.toISOString() ?? null,
  };
  return shown;
}
