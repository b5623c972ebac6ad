import type { Readable } from 'node:stream';
import type { ImportReport } from '@openhouse/contract';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { countedAddress } from '../../kernel/http/ip-address.ts';
import { findUploadedTours } from '../../tours/import/find-tours.ts';
import {
  type ImportedTour,
  type ImportProgress,
  importCandidates,
  type RefusedTour,
} from '../../tours/import/import-tours.ts';
import { problemSummary } from '../../tours/import/problem-summary.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import { shownText } from '../identity/profile.ts';
import { uploadBytesOf } from '../plans/rules.ts';
import { planOfTeam } from '../plans/store.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { mayDo, refusalAudited } from '../teams/perform.ts';
import { importDeed, importEntry } from './import-deed.ts';
import type { ImportPlaces } from './import-places.ts';
import { importReport, noTour } from './import-report.ts';
import { type KeptUpload, keepUpload, UploadCutShort, uploadTooLarge } from './keep-upload.ts';
import { counted, type UploadCounts } from './upload-counts.ts';

/** Characters of an audit entry's subject: as many as the name of an upload may have. */
const SUBJECT_MAX_CHARS = 255;

export interface ImportUploadDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  /** Where uploads are kept while they are imported. */
  readonly directory: string;
  /** Public address of the gateway. */
  readonly gateway: string;
  readonly places: ImportPlaces;
  readonly counts: UploadCounts;
  /** Makes a retry with the same bytes, by their SHA-256, the same import (decision 0088). */
  readonly once: <Result>(contentHash: Buffer, act: () => Promise<Result>) => Promise<Result>;
  /** Bits of an IPv6 address that are counted as one. */
  readonly ipv6Bits: number;
  /** Notifies this node's gateway of changed tours. */
  readonly onChanged: () => Promise<void>;
}

export interface Upload {
  /** As the person named it. */
  readonly name: string;
  readonly body: Readable;
  /** Length announced by the request; undefined when it announces none. */
  readonly announcedBytes: number | undefined;
  /** Whether the sender has disconnected: then nothing more is imported. */
  readonly hasLeft: () => boolean;
}

/** Minimum rate of an upload: 16 KiB a second over half a minute, which a slow mobile network reaches. */
const PACE = { windowMs: 30_000, bytes: 30 * 16 * 1024 };

/**
 * Imports an upload: first the whole body arrives, then tour by tour is imported, each completely or not at all
 * (decision 0058). Every tour has its audit entry, in the transaction that stores it; refused ones and a refused upload
 * have theirs.
 * @param onTour Called for each settled tour, with everything that was found in it.
 * @param onProgress Called when the upload has arrived, and for each settled tour.
 * @throws {PortalError} ROLE_INSUFFICIENT, TOUR_IMPORT_BUSY, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, TOUR_REFUSED
 */
export function importUpload(
  deps: ImportUploadDeps,
  asking: AskingInTeam,
  upload: Upload,
  onProgress: (progress: ImportProgress) => void,
  onTour?: (tour: ImportedTour | RefusedTour) => void,
): Promise<ImportReport> {
  const deed = { asking, action: 'tour.import', subject: subjectOf(upload.name), by: 'member' } as const;
  // An upload that its sender aborted was not refused, so it needs no audit entry of a refusal.
  return refusalAudited(deps.database, deed, async () => {
    // Checked before a byte is read; what counts is the role at the time of writing, in `judge`.
    if (!mayDo('member', asking.team.role)) throw new PortalError('ROLE_INSUFFICIENT');
    const maxBytes = uploadBytesOf(await planOfTeam(deps.database.pool, asking.team.teamId));
    if ((upload.announcedBytes ?? 0) > maxBytes) throw uploadTooLarge(maxBytes);
    const file = await receive(deps, asking, upload, maxBytes);
    try {
      const importIt = async () => {
        // Only an upload that has arrived takes a place: its sender cannot decide how long it holds it (decision 0104).
        const leave = await deps.places.import(asking.team.teamId);
        try {
          return await importKept(deps, asking, { ...upload, size: file.size, read: file.read }, onProgress, onTour);
        } finally {
          leave();
        }
      };
      return await deps.once(file.sha256, () => counted(deps.counts, file.size, importIt));
    } finally {
      await file.close();
    }
  }).catch((error: unknown) => {
    if (error instanceof UploadCutShort)
      throw new PortalError('REQUEST_INVALID', 'The upload ended before its length.');
    throw error;
  });
}

async function receive(
  deps: ImportUploadDeps,
  asking: AskingInTeam,
  { body, announcedBytes }: Upload,
  maxBytes: number,
): Promise<KeptUpload> {
  const address = countedAddress(asking.ipAddress, deps.ipv6Bits);
  const place = deps.places.receive(asking.personId, address, announcedBytes);
  try {
    const kept = await keepUpload(deps.directory, body, { maxBytes, pace: PACE, grow: place.grow });
    place.arrived();
    return { ...kept, close: () => kept.close().finally(place.leave) };
  } catch (error) {
    place.leave();
    throw error;
  }
}

async function importKept(
  deps: ImportUploadDeps,
  asking: AskingInTeam,
  file: Parameters<typeof findUploadedTours>[0] & Pick<Upload, 'hasLeft'>,
  onProgress: (progress: ImportProgress) => void,
  onTour?: (tour: ImportedTour | RefusedTour) => void,
): Promise<ImportReport> {
  const summary = problemSummary();
  const { database, assets } = deps;
  const { teamId, id: team } = asking.team;
  onProgress({ done: 0, total: 1 });
  const { imported, refused } = await importCandidates(database, assets, teamId, [findUploadedTours(file)], {
    filesUrl: (code) => `${deps.gateway}/files/${team}/${code}/`,
    // Nothing is stored for somebody who has left.
    deed: importDeed(asking, () => {
      if (file.hasLeft()) throw new UploadCutShort('the sender left before this was stored');
    }),
    onTour: (tour, progress) => {
      summary.add(tour);
      deps.counts.tour(tour.outcome);
      onTour?.(tour);
      onProgress(progress);
    },
  });
  if (imported.length > 0) await deps.onChanged();
  if (imported.length === 0) {
    const report = importReport([], refused.length > 0 ? refused : [noTour(file.name)]);
    throw new PortalError('TOUR_REFUSED', undefined, {}, { refused: report.refused });
  }
  await auditRefused(database, asking, refused);
  return importReport(imported, refused, summary.groups());
}

async function auditRefused(database: Database, asking: AskingInTeam, refused: readonly RefusedTour[]): Promise<void> {
  if (refused.length === 0) return;
  await inTransaction(
    database,
    async (transaction) => {
      for (const { label } of refused)
        await appendEntry(transaction, importEntry(asking, subjectOf(label), 'TOUR_REFUSED'));
    },
    { team: asking.team.teamId },
  );
}

/** A name that others chose, as the audit log can keep and show it: a folder in an archive can be called anything. */
const subjectOf = (name: string): string => shownText(name, SUBJECT_MAX_CHARS);
