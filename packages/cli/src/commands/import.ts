import { resolve } from 'node:path';
import { type Command, type ExitCode, type Invocation, optionNumber, optionValue } from '../command.ts';
import { importReport } from '../import-report.ts';
import { teamInStore } from '../named.ts';
import { results } from '../results.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../store.ts';
import { refusePictures } from '../tours/refuse-pictures.ts';
import { restOfPlan } from '../tours/rest-of-plan.ts';
import { userAgent } from '../version.ts';
import type { World } from '../world.ts';

/** `openhouse import` (decision 0013). */
export const importCommand: Command = {
  name: 'import',
  summary: 'Import tours into a Team.',
  description: [
    'A tour is a bundle (a directory or .zip with vr-info.json, one JSON file for each further operation, and assets/) or a work file (.json). Any other directory is searched for tours at any depth. The import is atomic per tour. What can be served is imported byte for byte, with a notice of whatever differs from the contract; what cannot be served is refused with all its problems, and the others are imported. At the end every kind of problem is counted. The import is idempotent: an unchanged tour is left alone, so after an interruption run it again.',
    'Exit status: 0 all tours are imported, 1 some were refused, 2 nothing could be imported.',
  ],
  arguments: [
    { name: 'path', description: 'bundles, work files, or directories of them', required: true, variadic: true },
  ],
  options: [
    { flags: '--team <team>', description: 'code or name of the Team; not needed if there is only one' },
    { flags: '--resource-code <code>', description: 'resource code for a work file that has none' },
    { flags: '--dry-run', description: 'check everything, store nothing' },
    {
      flags: '--fetch-files',
      description:
        'fetch pictures and other files that tours refer to at other hosts into the store; each failure is reported',
    },
    { flags: '--strict', description: 'refuse tours that are not as the contract describes them' },
    {
      flags: '--report <file>',
      description: 'write every tour with all its notices to a file, one JSON object a line',
    },
    {
      flags: '--limit-problems <count>',
      description: 'problems and notices to list below each tour; 20 unless said, 0 for the summary only',
    },
    { flags: '--json', description: 'print one JSON object per tour, then one with the totals' },
    dataDirOption,
  ],
  examples: [
    { call: 'openhouse import tours/ --team acme', does: 'imports every tour in the directory tours' },
    { call: 'openhouse import loft.zip', does: 'imports a zipped bundle into the only Team there is' },
    {
      call: 'openhouse import tours/ --dry-run --limit-problems 0 --report report.jsonl',
      does: 'counts the problems of an estate and stores nothing',
    },
    {
      call: 'openhouse import tours/ --fetch-files --report report.jsonl',
      does: 'brings the files that the tours name at other hosts too',
    },
    { call: 'openhouse import work.json --resource-code loft', does: 'imports a work file under the code loft' },
  ],
  ended: 'Each tour that was told is there whole, and the others are as they were: run it again.',
  run: (invocation, world) => withMigratedStore(invocation, world, (store) => runImport(invocation, world, store)),
};

async function runImport(invocation: Invocation, world: World, store: OpenedStore): Promise<ExitCode> {
  await refusePictures(invocation.arguments, world.directory);
  const { server, database, assets } = store;
  const team = await teamInStore(store, optionValue(invocation, 'team'));
  const resourceCode = optionValue(invocation, 'resourceCode');
  const { json, strict, dryRun, fetchFiles } = invocation.options;
  const room = await server.roomOf(database.pool, team.id);
  const rest =
    room && restOfPlan({ ...room, storedBytes: room.bytes, used: { ...room.used, storedBytes: room.used.bytes } });
  if (rest !== undefined) results(invocation, world).say(rest);
  const foreign = server.foreignFiles(store.config, team.code, userAgent());
  const reportFile = optionValue(invocation, 'report');
  const report = importReport(world, server, {
    asJson: json === true,
    dryRun: dryRun === true,
    limitProblems: optionNumber(invocation, 'limitProblems', {
      usual: server.MAX_LISTED_PROBLEMS,
      least: 0,
      most: 1_000_000,
    }),
    reportFile: reportFile === undefined ? undefined : resolve(world.directory, reportFile),
  });
  let result: Awaited<ReturnType<typeof server.importTours>>;
  try {
    result = await server
      .importTours(database, assets, team.id, invocation.arguments, {
        ...(resourceCode !== undefined && { resourceCode }),
        strict: strict === true,
        dryRun: dryRun === true,
        filesUrl: foreign.filesUrl,
        ...(fetchFiles === true && { fetchFiles: foreign }),
        onTour: report.tour,
      })
      .finally(report.end);
    report.summary(result, team);
  } catch (error) {
    // One disk may be full for both; what became of the import is what has to be known.
    await report.close().catch(() => undefined);
    throw error;
  }
  await report.close();
  return result.refused.length === 0 ? 0 : 1;
}
