import type { ImportedTour, ImportProgress, ImportResult, NamedTeam, RefusedTour } from '@openhouse/server';
import { printable } from './printable.ts';
import { progressBar } from './progress-bar.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

/** Reports the progress of an import to a person or a program. */
export interface ImportReport {
  tour(tour: ImportedTour | RefusedTour, progress: ImportProgress): void;
  /** Removes the progress bar. */
  end(): void;
  summary(result: ImportResult, team: NamedTeam): void;
}

/** Prints one line per tour and problem; on a terminal a progress bar replaces the lines of successful tours. */
export function importReport(world: World, server: Server, asJson: boolean): ImportReport {
  if (asJson) {
    const print = (value: object) => world.stdout.write(`${JSON.stringify(value)}\n`);
    return {
      tour: (tour) => print(tour),
      end: () => {},
      summary: (result, team) => print({ team: team.code, ...totalsOf(result) }),
    };
  }
  const bar = progressBar(world.stderr);
  const isWatched = world.stderr.isTTY === true && world.stdout.isTTY === true;
  return {
    tour(tour, { done, total }) {
      const lines = linesOf(tour, server);
      if (!isWatched || lines.length > 1) {
        bar.clear();
        world.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
      }
      if (isWatched) bar.show(done, total, printable(tour.label));
    },
    end: bar.clear,
    summary(result, { code }) {
      const totals = Object.entries(totalsOf(result)).filter(([, count]) => count > 0);
      const count = result.imported.length + result.refused.length;
      const parts = totals.map(([outcome, number]) => `${number} ${outcome}`).join(', ');
      world.stdout.write(`${count} ${count === 1 ? 'tour' : 'tours'} for Team ${code}: ${parts}\n`);
    },
  };
}

const OUTCOME_WIDTH = 'unchanged'.length;

/** One line for the tour, with its warnings or problems below. */
function linesOf(tour: ImportedTour | RefusedTour, { MAX_LISTED_PROBLEMS, problemText }: Server): string[] {
  if (tour.outcome !== 'refused') {
    const { outcome, code, label, warnings } = tour;
    return [
      `${outcome.padEnd(OUTCOME_WIDTH)}  ${code}  ${label}`,
      ...warnings.map((warning) => `  warning: ${warning}`),
    ];
  }
  const { label, outcome, problems } = tour;
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => `  ${problemText(problem)}`);
  const others = problems.length - listed.length;
  return [`${outcome.padEnd(OUTCOME_WIDTH)}  ${label}`, ...listed, ...(others > 0 ? [`  and ${others} more`] : [])];
}

function totalsOf({ imported, refused }: ImportResult) {
  const count = (wanted: string) => imported.filter(({ outcome }) => outcome === wanted).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: refused.length,
  };
}
