import { getLimits, type ImportReport, importTours, type RefusedUpload } from '@openhouse/contract';
import type { Command, ExitCode } from '../../command.ts';
import { groupLine, noticeLine, notTakenLine, OUTCOMES } from '../../import-report.ts';
import { politely } from '../../politely.ts';
import { type PortalCaller, PortalRefusal } from '../../portal/portal-caller.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { progressBar } from '../../progress-bar.ts';
import { type Results, speakerOn } from '../../results.ts';
import { loadServer } from '../../server.ts';
import { joined, Noticed, type Told, told } from '../../told.ts';
import { refusePictures } from '../../tours/refuse-pictures.ts';
import { restOfPlan } from '../../tours/rest-of-plan.ts';
import { type TourUpload, tourUploads } from '../../tours/uploads.ts';

/** `openhouse tours import` (decision 0058). */
export const toursImport: Command = portalCommand({
  name: 'tours import',
  summary: 'Send tours to a portal and import them into a Team.',
  description: [
    'Takes what openhouse import takes: a bundle (a directory or .zip), a bare work (.json), or a directory with some of them at any depth; files that belong to no tour are listed. Each is sent in one call, at most 256 MiB or what the plan of the Team allows; what is left of the plan is printed first. Directories are packed before they are sent. Every tour is imported whole or not at all; sending an unchanged one again does nothing. A portal that is busy, limits your calls or is away for a moment is asked again. Members and owners only. At the store openhouse import needs no person and has no such bound.',
    'Exit status: 0 all tours are there, 1 some were refused, 2 nothing was sent.',
  ],
  arguments: [
    { name: 'path', description: 'bundles, work files, or directories of them', required: true, variadic: true },
  ],
  options: [teamOption],
  examples: [
    { call: 'openhouse tours import loft.zip', does: 'imports the bundle into your active Team' },
    { call: 'openhouse tours import tours/ --json', does: 'sends every tour in the directory tours' },
  ],
  calls: [getLimits, importTours],
  ended: 'Run it again: what has arrived stays, and is not imported twice.',
  async act({ portal, words, out, world }) {
    await refusePictures(words, world.directory);
    const { limits } = await portal.call(getLimits, {});
    const { uploads, notTaken } = await tourUploads(words, world.directory, limits.uploadBytes);
    const rest = restOfPlan(limits);
    if (rest !== undefined) out.say(rest);
    for (const path of notTaken) {
      out.one({ outcome: 'not taken', path }, notTakenLine(path));
    }
    const bar = progressBar(world.stderr);
    const isWatched = world.stderr.isTTY === true && !out.asJson;
    const patiently = politely(world);
    const inWords = speakerOn(world.stderr, world);
    let exitCode: ExitCode = 0;
    for (const [index, upload] of uploads.entries()) {
      const show = (step: Told) => {
        if (isWatched) bar.show(index, uploads.length, `${upload.label}${inWords(step)}`);
      };
      show(told`: sending`);
      const report = await sent(portal, upload, patiently, ({ done, total }) =>
        show(told`: ${done} of ${total} tours`),
      ).finally(bar.clear);
      await tell(out, upload, report);
      if (report.refused.length > 0) exitCode = 1;
    }
    return exitCode;
  },
});

/**
 * One upload, however often a portal that is busy or away for a while has to be asked: the next run would send everything before it
 * again. A refusal of all its tours is a report like any other.
 */
async function sent(
  portal: PortalCaller,
  { name, open }: TourUpload,
  patiently: ReturnType<typeof politely>,
  onProgress: (progress: { readonly done: number; readonly total: number }) => void,
): Promise<ImportReport> {
  try {
    return await patiently(() => portal.upload(importTours, { query: { name } }, open(), onProgress));
  } catch (error) {
    if (!(error instanceof PortalRefusal) || error.code !== 'TOUR_REFUSED') throw error;
    return { imported: [], refused: [...error.refused], problems: [] };
  }
}

/** One line a tour, or one object; below a refused one what is wrong with it. */
async function tell(out: Results, { label }: TourUpload, { imported, refused, problems }: ImportReport): Promise<void> {
  for (const tour of imported) {
    const { outcome, resourceCode, warnings } = tour;
    const head = told`${OUTCOMES[outcome]}  ${resourceCode}  ${label}`;
    out.one({ ...tour, path: label }, joined([head, ...warnings.map((one) => noticeLine(new Noticed(one)))], '\n'));
  }
  for (const tour of refused)
    out.one({ ...tour, outcome: 'refused', path: label }, joined(await refusedLines(tour), '\n'));
  // Of one tour its own lines say everything.
  if (imported.length + refused.length < 2) return;
  for (const group of problems) out.one({ outcome: 'summary', path: label, ...group }, groupLine(group));
}

async function refusedLines({ label, problems, problemCount }: RefusedUpload): Promise<Told[]> {
  const { MAX_LISTED_PROBLEMS, problemText } = await loadServer();
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => told`  ${new Noticed(problemText(problem))}`);
  const others = problemCount - listed.length;
  return [told`${OUTCOMES.refused}  ${label}`, ...listed, ...(others > 0 ? [told`  and ${others} more`] : [])];
}
