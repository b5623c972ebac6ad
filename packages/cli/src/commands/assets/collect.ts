import { bytesText } from '../../bytes-text.ts';
import { type Command, jsonOption, optionNumber, Refusal } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';
import { Foreign, told } from '../../told.ts';

/** `openhouse assets collect` (decision 0122). */
export const assetsCollect: Command = {
  name: 'assets collect',
  summary: 'Remove the files that no tour names any more.',
  description: [
    'Replaced and removed tours leave files behind. The service removes those after ASSET_KEEP_S; this goes through the whole store, and also finds what interrupted imports left. Files that were removed from a tour are deleted at once, others when they are older than --min-age. Imports may run meanwhile: a file that one of them needs stays, or is stored again. Other stores than the one of this database are never touched.',
    'Exit status: 0 done, 2 nothing was done, because the store is away or another process is at it.',
  ],
  arguments: [],
  options: [
    { flags: '--dry-run', description: 'only count what would be removed' },
    {
      flags: '--min-age <seconds>',
      description: 'age from which a file that no tour ever named is removed; an hour unless said',
    },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse assets collect --dry-run', does: 'counts the files that nothing names' },
    { call: 'openhouse assets collect', does: 'removes them' },
  ],
  ended: 'Every file that a tour names is still there: run it again.',
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ server, database, assets }) => {
      const dryRun = invocation.options.dryRun === true;
      const minAgeS = optionNumber(invocation, 'minAge', { usual: server.LEAST_AGE_S, least: 0, most: 1_000_000_000 });
      const done = await server.collectAssets(database, assets, { dryRun, minAgeS }).catch((error: unknown) => {
        throw error instanceof server.CollectionBusy
          ? new Refusal('COLLECTION_BUSY', new Foreign(error.message), 2)
          : error;
      });
      const { kept, named, young, removed, bytes } = done;
      const size = bytesText(bytes);
      const gone = dryRun ? told`${removed} would be removed (${size})` : told`${removed} removed (${size})`;
      const tooYoung = young === 0 ? '' : told`, ${young} too young to be judged`;
      results(invocation, world).one(
        { kept, named, young, removed, bytes, dry_run: dryRun },
        told`${kept} files in ${assets.url}: ${named} named by tours, ${gone}${tooYoung}`,
      );
      return 0;
    }),
};
