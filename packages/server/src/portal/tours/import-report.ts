import type { ImportProblemGroup, ImportReport, RefusedUpload } from '@openhouse/contract';
import type { ImportedTour, RefusedTour } from '../../tours/import/import-tours.ts';
import { noticeText } from '../../tours/import/problem.ts';

/** Maximum number of problems listed for one tour, and for a whole upload. */
const PROBLEMS_OF_TOUR = 100;
const PROBLEMS_OF_UPLOAD = 1000;
/** Maximum number of warnings listed for one tour. */
const WARNINGS_OF_TOUR = 20;

/** The report of an import for the person; long lists are cut, and counted. */
export function importReport(
  imported: readonly ImportedTour[],
  refused: readonly RefusedTour[],
  problems: readonly ImportProblemGroup[] = [],
): ImportReport {
  let room = PROBLEMS_OF_UPLOAD;
  const listed = refused.map(({ label, problems }): RefusedUpload => {
    const some = problems.slice(0, Math.min(PROBLEMS_OF_TOUR, room));
    room -= some.length;
    return {
      label,
      problems: some.map(({ file, pointer, expected, found }) => ({ file, pointer, expected, found })),
      problemCount: Math.max(1, problems.length),
    };
  });
  return {
    imported: imported.map(({ label, code, outcome, notices }) => ({
      label,
      resourceCode: code,
      outcome,
      warnings: notices.slice(0, WARNINGS_OF_TOUR).map(noticeText),
    })),
    refused: listed,
    problems: [...problems],
  };
}

/** An upload in which nothing looks like a tour. */
export function noTour(name: string): RefusedTour {
  const expected = 'a tour: a folder with vr-info.json, or a work in a .json file';
  return { label: name, outcome: 'refused', problems: [{ file: name, pointer: '', expected, found: 'none' }] };
}
