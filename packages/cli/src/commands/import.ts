import { type Command, type ExitCode, type Invocation, optionValue } from '../command.ts';
import { importReport } from '../import-report.ts';
import { teamInStore } from '../named.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../store.ts';
import type { World } from '../world.ts';

/** `openhouse import` (decision 0013). */
export const importCommand: Command = {
  name: 'import',
  summary: 'Import tours into a Team.',
  description:
    'A tour is a bundle (a directory or .zip with vr-info.json, one JSON file for each further operation, and assets/) ' +
    'or a work file (.json). Any other directory is searched for tours one level deep. The import is atomic per tour: ' +
    'invalid tours are refused with all their problems, the others are imported. It is idempotent: an unchanged tour is ' +
    'left alone, so after an interruption run it again.\n\n' +
    'Exit status: 0 all tours are imported, 1 some were refused, 2 nothing could be imported.',
  arguments: [
    { name: 'path', description: 'bundles, work files, or directories of them', required: true, variadic: true },
  ],
  options: [
    { flags: '--team <team>', description: 'code or name of the Team; not needed if there is only one' },
    { flags: '--resource-code <code>', description: 'resource code for a work file that has none' },
    { flags: '--json', description: 'print one JSON object per tour, then one with the totals' },
    dataDirOption,
  ],
  examples: [
    { call: 'openhouse import tours/ --team acme', does: 'imports every tour in the directory tours' },
    { call: 'openhouse import loft.zip', does: 'imports a zipped bundle into the only Team there is' },
    { call: 'openhouse import work.json --resource-code loft', does: 'imports a work file under the code loft' },
  ],
  run: (invocation, world) => withMigratedStore(invocation, world, (store) => runImport(invocation, world, store)),
};

async function runImport(invocation: Invocation, world: World, store: OpenedStore): Promise<ExitCode> {
  const { server, database, assets } = store;
  const team = await teamInStore(store, optionValue(invocation, 'team'));
  const resourceCode = optionValue(invocation, 'resourceCode');
  const report = importReport(world, server, invocation.options.json === true);
  const result = await server
    .importTours(database, assets, team.id, invocation.arguments, {
      ...(resourceCode !== undefined && { resourceCode }),
      onTour: report.tour,
    })
    .finally(report.end);
  report.summary(result, team);
  return result.refused.length === 0 ? 0 : 1;
}
