import { hostname } from 'node:os';
import { type Command, jsonOption } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';

/** `openhouse assets adopt` (decision 0121). */
export const assetsAdopt: Command = {
  name: 'assets adopt',
  summary: 'Take the configured store of files for the one of this database.',
  description:
    'Nodes refuse to start over another store of files than the one that the database knows, because every file would be missing there. After the loss of a store, or when its copy takes its place, this says that ASSET_STORE_URL now names the right one. It moves and removes no file; openhouse assets move does the former.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'openhouse assets adopt', does: 'lets nodes start over the store that ASSET_STORE_URL names' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ server, config, database }) => {
      const assets = await server.openAssetStore(config);
      await server.adoptAssetPlace(database, assets, hostname());
      results(invocation, world).one({ url: assets.url }, told`The files of this database now lie in ${assets.url}.`);
      return 0;
    }),
};
