import { type Command, type ExitCode, type Invocation, optionValue } from '../command.ts';
import { importReport } from '../import-report.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../store.ts';
import type { World } from '../world.ts';

/** `openhouse import` (decision 0013). */
export const importCommand: Command = {
  name: 'import',
  summary: 'Import tours into a Team.',
  description:
    'A tour is a bundle (a directory or .zip with vr-info.json, one JSON file for each further operation, and assets/) ' +
    'or a bare work (a .json file). A PATH that is neither is searched for tours one level deep. Each tour is imported ' +
    'whole or not at all; broken ones are refused with every problem, the others are imported all the same. Importing ' +
    'again what has not changed does nothing, so an import that was interrupted is simply repeated.\n\n' +
    'Exit status: 0 all tours are there, 1 some were refused, 2 nothing could be imported.',
  arguments: [{ name: 'path', description: 'bundles, works, or directories of them', required: true, variadic: true }],
  options: [
    { flags: '--team <team>', description: 'code or name of the Team; not needed while there is only one' },
    { flags: '--resource-code <code>', description: 'resource code of a single work that does not say its own' },
    { flags: '--json', description: 'print one JSON object a tour, then one with the totals' },
    dataDirOption,
  ],
  examples: [
    { call: 'openhouse import tours/ --team acme', does: 'imports every tour in the directory tours' },
    { call: 'openhouse import loft.zip', does: 'imports a zipped bundle into the only Team there is' },
    { call: 'openhouse import work.json --resource-code loft', does: 'imports a bare work under the code loft' },
  ],
  run: (invocation, world) => withMigratedStore(invocation, world, (store) => runImport(invocation, world, store)),
};

async function runImport(
  invocation: Invocation,
  world: World,
  { server, database, assets }: OpenedStore,
): Promise<ExitCode> {
  const team = await server.findTeam(database, optionValue(invocation, 'team'));
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
