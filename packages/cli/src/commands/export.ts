import { mkdir } from 'node:fs/promises';
import {
  type Command,
  type ExitCode,
  type Invocation,
  jsonOption,
  optionValue,
  Refusal,
  UsageError,
} from '../command.ts';
import { teamInStore } from '../named.ts';
import { results } from '../results.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../store.ts';
import { Foreign, told } from '../told.ts';
import type { World } from '../world.ts';
import { writeRefusal } from '../write-refusal.ts';

/** `openhouse export`: the opposite of `openhouse import` (decision 0013). */
export const exportCommand: Command = {
  name: 'export',
  summary: 'Write tours of a Team as bundles.',
  description: [
    'Each tour becomes a directory named after its resource code, with its payloads byte for byte as the gateway serves them, and its files. Existing directories are not overwritten. Importing the directory gives the same tour again.',
    'Exit status: 0 all tours were written, 1 some could not be, 2 nothing was tried.',
  ],
  arguments: [{ name: 'code', description: 'resource codes of the tours', required: false, variadic: true }],
  options: [
    { flags: '--all', description: 'every tour of the Team, instead of codes' },
    { flags: '--team <team>', description: 'code or name of the Team; not needed if there is only one' },
    { flags: '--to <directory>', description: 'where the bundles are written, instead of the working directory' },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse export demo-loft', does: 'writes the demo tour to ./demo-loft' },
    { call: 'openhouse export --all --team acme --to backup', does: 'writes every tour of the Team below backup/' },
  ],
  ended: 'Run it again: it leaves alone what is there and writes the others.',
  async run(invocation, world) {
    const [isAll, names] = [invocation.options.all === true, invocation.arguments.length > 0];
    if (isAll && names) throw new UsageError(told`--all is every tour. Leave it out to export those that you name.`);
    if (!isAll && !names) throw new UsageError(told`Name the resource codes of the tours, or every tour with --all.`);
    return withMigratedStore(invocation, world, (store) => runExport(invocation, world, store));
  },
};

async function runExport(invocation: Invocation, world: World, store: OpenedStore): Promise<ExitCode> {
  const { server, database, assets } = store;
  const team = await teamInStore(store, optionValue(invocation, 'team'));
  const into = optionValue(invocation, 'to') ?? '.';
  await mkdir(into, { recursive: true });
  await server.removeLeftBehind(into);
  world.whenEnded?.({ cleans: server.removeUnfinished });
  const codes = invocation.options.all === true ? server.codesOfTeam(database, team.id) : invocation.arguments;
  let [written, refused] = [0, 0];
  const summary = () =>
    refused > 0
      ? told`${written} tours were written below ${into}, ${refused} were not.`
      : told`${written} tours were written below ${into}.`;
  for await (const code of codes) {
    try {
      const directory = await server.exportTour(database, assets, team.id, code, into);
      written += 1;
      results(invocation, world).one({ code, directory }, `${code}  ${directory}`);
    } catch (error) {
      const full = writeRefusal(error, into);
      // The next ones would not fit either.
      if (full !== undefined) throw new Refusal(full.code, told`${code} is not whole: ${full.said} ${summary()}`);
      if (!(error instanceof server.ExportRefused)) throw error;
      results(invocation, world).say(new Foreign(error.message));
      refused += 1;
    }
    world.soFar?.(summary());
  }
  return refused === 0 ? 0 : 1;
}
