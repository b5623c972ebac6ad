import type { Readable } from 'node:stream';
import { type ImportReport, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { findUploadedTours } from '../../tours/import/find-tours.ts';
import { type ImportProgress, importCandidates, type RefusedTour } from '../../tours/import/import-tours.ts';
import type { ImportDeed } from '../../tours/import/write-tours.ts';
import type { NewEntry } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { mayDo, refusalAudited } from '../teams/perform.ts';
import { lockTeam, roleIn } from '../teams/store.ts';
import type { ImportPlaces } from './import-places.ts';
import { importReport, noTour } from './import-report.ts';
import { type KeptUpload, keepUpload, UploadCutShort, uploadTooLarge } from './keep-upload.ts';

export interface ImportUploadDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  /** Where uploads are kept while they are imported. */
  readonly directory: string;
  readonly places: ImportPlaces;
  /** Lets this node's gateway know of changed tours. */
  readonly onChanged: () => Promise<void>;
}

export interface Upload {
  /** As the person calls it. */
  readonly name: string;
  readonly isArchive: boolean;
  readonly body: Readable;
  /** What the request says of its length; undefined when it says nothing. */
  readonly announcedBytes: number | undefined;
}

/** What an upload must bring at least: 16 KiB a second over half a minute, which a slow mobile network does. */
const PACE = { windowMs: 30_000, bytes: 30 * 16 * 1024 };

/**
 * Imports what somebody uploads: the whole body first, then tour by tour, each whole or not at all (decision 0058).
 * Every tour has its audit entry, in the transaction that stores it; refused ones and a refused upload have theirs.
 * @param onProgress Told when the upload has arrived, and of each tour whose fate is settled.
 * @throws {PortalError} ROLE_INSUFFICIENT, TOUR_IMPORT_BUSY, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, TOUR_REFUSED
 */
export function importUpload(
  deps: ImportUploadDeps,
  asking: AskingInTeam,
  upload: Upload,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const deed = { asking, action: 'tour.import', subject: upload.name, by: 'member' } as const;
  // Whoever broke off the upload was refused nothing: that is told apart from what the log must hold.
  return refusalAudited(deps.database, deed, async () => {
    // Judged before a byte is read; what counts is the role at the time of writing, in `judge`.
    if (!mayDo('member', asking.team.role)) throw new PortalError('ROLE_INSUFFICIENT');
    if ((upload.announcedBytes ?? 0) > TOUR_UPLOAD_MAX_BYTES) throw uploadTooLarge(TOUR_UPLOAD_MAX_BYTES);
    const file = await receive(deps, asking, upload);
    try {
      // Only what has arrived takes a place: how long an import holds it is not up to who sends (decision 0104).
      const leave = await deps.places.import(asking.team.teamId);
      try {
        return await importKept(deps, asking, { ...upload, size: file.size, read: file.read }, onProgress);
      } finally {
        leave();
      }
    } finally {
      await file.close();
    }
  }).catch((error: unknown) => {
    if (error instanceof UploadCutShort)
      throw new PortalError('REQUEST_INVALID', 'The upload ended before its length.');
    throw error;
  });
}

async function receive(deps: ImportUploadDeps, asking: AskingInTeam, { body }: Upload): Promise<KeptUpload> {
  const leave = deps.places.receive(asking.personId);
  try {
    return await keepUpload(deps.directory, body, { maxBytes: TOUR_UPLOAD_MAX_BYTES, pace: PACE });
  } finally {
    leave();
  }
}

async function importKept(
  deps: ImportUploadDeps,
  asking: AskingInTeam,
  file: Parameters<typeof findUploadedTours>[0],
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const { database, assets } = deps;
  const { teamId } = asking.team;
  onProgress({ done: 0, total: 1 });
  const { imported, refused } = await importCandidates(database, assets, teamId, [findUploadedTours(file)], {
    deed: deedOf(asking),
    onTour: (_tour, progress) => onProgress(progress),
  });
  if (imported.length > 0) await deps.onChanged();
  if (imported.length === 0) {
    const report = importReport([], refused.length > 0 ? refused : [noTour(file.name)]);
    throw new PortalError('TOUR_REFUSED', undefined, {}, { refused: report.refused });
  }
  await auditRefused(database, asking, refused);
  return importReport(imported, refused);
}

/**
 * One entry a tour, and the role once more: it may have been taken away while the bytes were on their way. The Team is held
 * meanwhile, as for everything else that somebody does in it (`perform`).
 */
function deedOf(asking: AskingInTeam): ImportDeed {
  const { teamId } = asking.team;
  return {
    async judge(transaction) {
      await lockTeam(transaction, teamId);
      const role = await roleIn(transaction, teamId, asking.personId);
      if (role === undefined || !mayDo('member', role)) throw new PortalError('ROLE_INSUFFICIENT');
    },
    async record(transaction, outcomes) {
      for (const code of outcomes.keys()) await appendEntry(transaction, entryOf(asking, code, 'succeeded'));
    },
  };
}

async function auditRefused(database: Database, asking: AskingInTeam, refused: readonly RefusedTour[]): Promise<void> {
  if (refused.length === 0) return;
  await inTransaction(
    database,
    async (transaction) => {
      for (const { label } of refused) await appendEntry(transaction, entryOf(asking, label, 'TOUR_REFUSED'));
    },
    { team: asking.team.teamId },
  );
}

const entryOf = (asking: AskingInTeam, subject: string, outcome: NewEntry['outcome']): NewEntry => ({
  teamId: asking.team.teamId,
  action: 'tour.import',
  actor: asking,
  subject,
  outcome,
});
