import type { Carried, CarriedTable } from '@openhouse/server';
import { type Argument, type Command, type ExitCode, type Invocation, jsonOption, Refusal } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, type OpenedStore, withStore } from '../../store.ts';
import { type Told, told } from '../../told.ts';
import type { World } from '../../world.ts';
import { writeRefusal } from '../../write-refusal.ts';

const directory: Argument = { name: 'directory', description: 'of the export', required: true };

/** `openhouse installation export` (decision 0161). */
export const installationExport: Command = {
  name: 'installation export',
  summary: 'Write everything of an installation into a directory, but its keys.',
  description: [
    'Every row of the database as one snapshot (people, Teams, apps, tours, usage, audit logs, sessions) and every file of the tours, to move between the embedded store and PostgreSQL, between clusters, and to newer versions. The service may go on; over the embedded store it waits meanwhile. Needs the address of the owner of the database, as openhouse migrate does. Keep the directory as safe as a backup, and the keys apart from it: the other installation needs the same ones.',
    'Exit status: 0 everything was written, 2 the directory is not whole.',
  ],
  arguments: [{ ...directory, description: 'a new directory' }],
  options: [dataDirOption, jsonOption],
  examples: [
    { call: 'openhouse installation export moved/', does: 'writes the embedded store and its files to moved/' },
  ],
  ended: 'What was written is not whole: run it again, and it begins anew.',
  run: (invocation, world) =>
    carrying(invocation, world, false, async ({ server, database, config }, into, onTable) => {
      const assets = await server.openAssetStore(config);
      const carried = await server.exportInstallation({ database, assets }, into, onTable).catch((error: unknown) => {
        const full = writeRefusal(error, into);
        throw full === undefined ? error : new Refusal(full.code, told`${into} is not whole: ${full.said}`, 2);
      });
      return { carried, says: told`${counted(carried)} were written to ${into}. The keys were not.` };
    }),
};

/** `openhouse installation import` (decision 0161). */
export const installationImport: Command = {
  name: 'installation import',
  summary: 'Put an exported installation into an empty database.',
  description: [
    'Reads what openhouse installation export wrote, in this version or an earlier one: the database is brought to the schema that the rows fit, takes them in one transaction, and is then migrated to this version. Refused where Teams, people or tours are there already. ASSET_STORE_URL must name a store of files of its own. Give the service the keys of the other installation, and run openhouse verify.',
    'Exit status: 0 everything is there, 2 nothing is.',
  ],
  arguments: [directory],
  options: [dataDirOption, jsonOption],
  examples: [
    {
      call: 'DATABASE_URL=postgres://… openhouse installation import moved/',
      does: 'moves what was exported into PostgreSQL',
    },
  ],
  ended: 'The database holds all of it or nothing: run it again.',
  run: (invocation, world) =>
    carrying(invocation, world, true, async ({ server, database, config }, from, onTable) => {
      const assets = await server.openAssetStore(config);
      const { migrated, ...carried } = await server.importInstallation({ database, assets }, from, onTable);
      const then = migrated.length === 0 ? '' : told` Then ${migrated.join(', ')} was applied.`;
      return {
        carried,
        says: told`${counted(carried)} are there.${then} Run openhouse verify with the keys of before.`,
      };
    }),
};

type Carry = (
  store: OpenedStore,
  directory: string,
  onTable: (table: CarriedTable) => void,
) => Promise<{ readonly carried: Carried; readonly says: Told }>;

function carrying(invocation: Invocation, world: World, begins: boolean, carry: Carry): Promise<ExitCode> {
  const [path = ''] = invocation.arguments;
  return withStore(
    invocation,
    world,
    async (store) => {
      const out = results(invocation, world);
      const onTable = ({ name, rows }: CarriedTable) => out.say(told`${name}: ${rows} rows`);
      const { carried, says } = await carry(store, path, onTable);
      out.one(carried, says);
      return 0;
    },
    { purpose: 'migrate', begins },
  );
}

const counted = ({ tables, rows, files }: Carried): Told => told`${rows} rows of ${tables} tables and ${files} files`;
