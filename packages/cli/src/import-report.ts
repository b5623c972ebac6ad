import { createWriteStream, openSync } from 'node:fs';
import { type ImportProblemGroup, jsonLine } from '@openhouse/contract';
import type { ImportedTour, ImportProgress, ImportResult, NamedTeam, RefusedTour } from '@openhouse/server';
import { Refusal } from './command.ts';
import { printable } from './printable.ts';
import { progressBar } from './progress-bar.ts';
import { speakerOn } from './results.ts';
import type { Server } from './server.ts';
import { joined, Noticed, type Told, told } from './told.ts';
import type { World } from './world.ts';
import { writeRefusal } from './write-refusal.ts';

/** Reports the progress of an import to a person or a program. */
export interface ImportReport {
  tour(tour: ImportedTour | RefusedTour, progress: ImportProgress): void;
  /** Removes the progress bar. */
  end(): void;
  /** Called before `close`. */
  summary(result: ImportResult, team: NamedTeam): void;
  /** Resolves when the report file is whole. @throws {Refusal} when it cannot be written. */
  close(): Promise<void>;
}

export interface ImportReportOptions {
  readonly asJson: boolean;
  readonly dryRun: boolean;
  /** Problems and notices listed below each tour; the summary counts all of them. */
  readonly limitProblems: number;
  /** Path of a file that gets every tour with all its problems and notices, one JSON object a line. */
  readonly reportFile: string | undefined;
}

/** Prints one line per tour and problem; on a terminal a progress bar replaces the lines of successful tours. */
export function importReport(world: World, server: Server, options: ImportReportOptions): ImportReport {
  const { asJson, dryRun, limitProblems, reportFile } = options;
  const problems = server.problemSummary();
  const file = reportFile === undefined ? undefined : jsonLines(reportFile);
  const close = async () => file?.close();
  const note = (tour: ImportedTour | RefusedTour) => {
    problems.add(tour);
    file?.write(tour);
  };
  if (asJson) {
    const print = (value: object) => world.stdout.write(`${jsonLine(value)}\n`);
    return {
      tour: (tour) => {
        note(tour);
        print(cut(tour, limitProblems, server));
      },
      end: () => {},
      summary: (result, team) => {
        const { notTaken } = result;
        for (const path of notTaken) file?.write(leftOut(path));
        for (const path of notTaken.slice(0, limitProblems)) print(leftOut(path));
        print({
          team: team.code,
          ...(dryRun && { dryRun }),
          ...totalsOf(result),
          ...(notTaken.length > 0 && { notTaken: notTaken.length }),
          problems: problems.groups(),
        });
      },
      close,
    };
  }
  const inWords = speakerOn(world.stdout, world);
  const print = (...lines: readonly Told[]) =>
    world.stdout.write(lines.map((line) => `${printable(inWords(line))}\n`).join(''));
  const bar = progressBar(world.stderr);
  const isWatched = world.stderr.isTTY === true && world.stdout.isTTY === true && world.stderr.overwrite !== undefined;
  return {
    tour(tour, { done, total }) {
      note(tour);
      const lines = linesOf(tour, server, limitProblems);
      if (!isWatched || lines.length > 1) {
        bar.clear();
        print(...lines);
      }
      if (isWatched) bar.show(done, total, tour.label);
    },
    end: bar.clear,
    summary(result, { code }) {
      const { notTaken } = result;
      for (const path of notTaken) file?.write(leftOut(path));
      for (const path of notTaken.slice(0, limitProblems)) {
        print(notTakenLine(path));
      }
      const totals = Object.entries(totalsOf(result)).filter(([, count]) => count > 0);
      const count = result.imported.length + result.refused.length;
      const parts = joined(
        totals.map(([outcome, number]) => TOTALS[outcome as keyof typeof TOTALS](number)),
        ', ',
      );
      print(count === 1 ? told`1 tour for Team ${code}: ${parts}` : told`${count} tours for Team ${code}: ${parts}`);
      for (const group of problems.groups()) print(groupLine(group));
      const [first] = notTaken;
      if (notTaken.length === 1) print(told`  1 file of no tour not taken (such as ${first ?? ''})`);
      if (notTaken.length > 1) print(told`  ${notTaken.length} files of no tour not taken (such as ${first ?? ''})`);
      if (dryRun) print(told`Dry run: nothing was stored.`);
    },
    close,
  };
}

/** A file that belongs to no tour, for programs. */
const leftOut = (path: string) => ({ outcome: 'not taken', path });

/** What became of a tour, as wide as each other. */
export const OUTCOMES = {
  created: told`created  `,
  changed: told`changed  `,
  unchanged: told`unchanged`,
  refused: told`refused  `,
} as const;

const TOTALS = {
  created: (count: number) => told`${count} created`,
  changed: (count: number) => told`${count} changed`,
  unchanged: (count: number) => told`${count} unchanged`,
  refused: (count: number) => told`${count} refused`,
} as const;

export const notTakenLine = (path: string): Told => told`not taken  ${path}: no part of a tour`;
export const noticeLine = (notice: Told): Told => told`  notice: ${notice}`;

/** What many tours have alike. */
export function groupLine({ problem, place, kind, tours, example }: ImportProblemGroup): Told {
  const such = example.label;
  if (kind === 'refused') {
    const said = new Noticed(problem);
    return tours === 1
      ? told`  1 tour refused: ${said} (such as ${such})`
      : told`  ${tours} tours refused: ${said} (such as ${such})`;
  }
  const word = new Noticed(problem.slice(place.length).trim(), kind);
  const said = place === '' ? word : told`${place} ${word}`;
  return tours === 1 ? told`  1 tour: ${said} (such as ${such})` : told`  ${tours} tours: ${said} (such as ${such})`;
}

/** One line for the tour, with its notices or problems below. */
function linesOf(tour: ImportedTour | RefusedTour, { noticeText, problemText }: Server, limitProblems: number): Told[] {
  const isRefused = tour.outcome === 'refused';
  const lines = isRefused
    ? tour.problems.map((problem) => told`  ${new Noticed(problemText(problem))}`)
    : tour.notices.map((notice) => noticeLine(new Noticed(noticeText(notice))));
  const listed = lines.slice(0, limitProblems);
  const others = lines.length - listed.length;
  const head = isRefused ? tour.label : `${tour.code}  ${tour.label}`;
  const more = others > 0 && limitProblems > 0 ? [told`  and ${others} more`] : [];
  return [told`${OUTCOMES[tour.outcome]}  ${head}`, ...listed, ...more];
}

/** A tour for programs: `warnings` are the sentences of its notices. */
function cut(tour: ImportedTour | RefusedTour, limitProblems: number, { noticeText }: Server): object {
  if (tour.outcome === 'refused') return { ...tour, problems: tour.problems.slice(0, Math.max(1, limitProblems)) };
  const notices = tour.notices.slice(0, limitProblems);
  return { ...tour, notices, warnings: notices.map(noticeText) };
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

function jsonLines(path: string) {
  // Opened at once: an import that is done is too late to find that its report cannot be written.
  const stream = createWriteStream(path, { fd: openSync(path, 'w') });
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  return {
    write: (value: object) => void stream.write(`${JSON.stringify(value)}\n`),
    async close() {
      if (failure === undefined) {
        stream.end();
        await new Promise<void>((resolve) => stream.once('close', resolve));
      }
      const full = failure && writeRefusal(failure, path);
      if (full !== undefined) throw new Refusal(full.code, told`${full.said} The import itself has been done.`);
      if (failure !== undefined) throw failure;
    },
  };
}
