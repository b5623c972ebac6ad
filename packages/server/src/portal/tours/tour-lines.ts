import type { ImportTourLine } from '@openhouse/contract';
import type { ImportedTour, RefusedTour } from '../../tours/import/import-tours.ts';

/** Maximum size of all lines of one upload, in bytes: they wait in memory for a caller that reads slowly. */
const LINES_BYTES = 16 * 1024 * 1024;

/**
 * Sends a line for each tour, as `openhouse import --report` writes it. Beyond the limit tours come without their
 * notices; `left_out` counts them.
 */
export function tourLines(tell: (line: ImportTourLine) => void): (tour: ImportedTour | RefusedTour) => void {
  let room = LINES_BYTES;
  return (tour) => {
    const found = tour.outcome === 'refused' ? tour.problems : tour.notices;
    // A notice has between 100 and 400 bytes.
    const size = JSON.stringify(found).length;
    room -= size;
    if (room >= 0) return tell({ tour });
    room += size;
    const cut = tour.outcome === 'refused' ? { problems: [] } : { notices: [] };
    tell({ tour: { ...tour, ...cut, left_out: found.length } });
  };
}
