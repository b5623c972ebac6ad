import type { ImportReport } from '@openhouse/contract';
import type { ImportedTour, RefusedTour } from '../../tours/import/import-tours.ts';
import { PortalError } from '../http/portal-error.ts';
import { UploadCutShort } from './keep-upload.ts';

/** What becomes of an upload that arrived; `failed` is for reasons of the service, `in part` had tours that were refused. */
export type UploadOutcome = 'imported' | 'in part' | 'refused' | 'busy' | 'left' | 'failed';

/** Counts uploads that arrived, and their tours. */
export interface UploadCounts {
  /** @param costMs From its end to its report. */
  upload(outcome: UploadOutcome, bytes: number, costMs: number): void;
  tour(outcome: (ImportedTour | RefusedTour)['outcome']): void;
}

/** Imports an upload and counts it, whatever becomes of it. */
export async function counted(
  counts: UploadCounts,
  bytes: number,
  importIt: () => Promise<ImportReport>,
): Promise<ImportReport> {
  const fromMs = performance.now();
  const count = (outcome: UploadOutcome) => counts.upload(outcome, bytes, performance.now() - fromMs);
  try {
    const report = await importIt();
    count(report.refused.length === 0 ? 'imported' : 'in part');
    return report;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): UploadOutcome {
  if (error instanceof UploadCutShort) return 'left';
  if (!(error instanceof PortalError)) return 'failed';
  return error.code === 'TOUR_IMPORT_BUSY' ? 'busy' : 'refused';
}
