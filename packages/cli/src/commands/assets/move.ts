import { bytesText } from '../../bytes-text.ts';
import { type Command, jsonOption, optionValue, Refusal, UsageError } from '../../command.ts';
import { results } from '../../results.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../../store.ts';
import { Foreign, told } from '../../told.ts';

/** Most hashes that are listed of lost files. */
const MOST_LISTED = 20;

/** `openhouse assets move` (decision 0123). */
export const assetsMove: Command = {
  name: 'assets move',
  summary: 'Copy the files of tours to another store, and verify them.',
  description: [
    'Copies every file that a tour names, reads it back and compares its hash. The service goes on meanwhile, and nothing is removed. Interrupted at any moment, it resumes when it is run again. At the end it says which setting to change; to copy files that are added until the last node has it, run it once more with --from.',
    'The S3 settings (S3_ENDPOINT, S3_REGION, S3_PATH_STYLE and the credentials) hold for every bucket that is named.',
    'Exit status: 0 every file is there, 1 the source has lost some, 2 nothing was moved or it was ended.',
  ],
  arguments: [],
  options: [
    { flags: '--to <url>', description: 'where they go: s3://bucket/prefix or file:///folder' },
    { flags: '--from <url>', description: 'where they come from, instead of the configured store' },
    { flags: '--verify-all', description: 'also read and compare what is there already' },
    dataDirOption,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse assets move --to s3://tours/files', does: 'copies the files of a folder into a bucket' },
    {
      call: 'openhouse assets move --from file:///srv/openhouse/assets --to s3://tours/files',
      does: 'brings what came in until all nodes used the bucket',
    },
  ],
  ended: 'What was copied stays: run it again, and it goes on from there.',
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async (store) => {
      const { server, database, config } = store;
      const to = optionValue(invocation, 'to');
      if (to === undefined)
        throw new UsageError(
          told`Name the store that the files go to with --to: s3://bucket/prefix or file:///folder.`,
        );
      const from = optionValue(invocation, 'from');
      const target = await openNamed(store, '--to', to);
      const source = from === undefined ? store.assets : await openNamed(store, '--from', from);
      if (source.url === target.url)
        throw new UsageError(told`The files lie in ${target.url} already. Name another store with --to.`);
      const out = results(invocation, world);
      let saidMs = performance.now();
      const moved = await server
        .moveAssets(database, source, target, {
          verifyAll: invocation.options.verifyAll === true,
          onProgress: ({ copied, there }) => {
            if (performance.now() - saidMs < PROGRESS_MS) return;
            saidMs = performance.now();
            out.say(told`${copied} copied, ${there} there already`);
          },
        })
        .catch((error: unknown) => {
          throw error instanceof server.MoveRefused
            ? new Refusal('MOVE_REFUSED', new Foreign(error.message), 2)
            : error;
        });
      const { copied, bytes, there, lost } = moved;
      const isSet = (await server.openAssetStore(config)).url === target.url;
      out.one(
        { from: source.url, to: target.url, copied, bytes, there, lost },
        told`${copied} files copied and verified (${bytesText(bytes)}), ${there} were there already: ${target.url}`,
      );
      if (lost.length > 0) {
        const more = lost.length > MOST_LISTED ? told` and ${lost.length - MOST_LISTED} more` : '';
        out.say(
          told`${lost.length} files are lost or damaged in ${source.url}: ${lost.slice(0, MOST_LISTED).join(', ')}${more}`,
        );
        out.say(told`Import their tours again.`);
      }
      if (!isSet) {
        out.say(told`Now set ASSET_STORE_URL=${to} for every node, and restart one after another.`);
        out.say(told`Then run: openhouse assets move --from ${source.url} --to ${to}`);
      }
      return lost.length === 0 ? 0 : 1;
    }),
};

/** Milliseconds between two lines that say how far it is. */
const PROGRESS_MS = 5_000;

async function openNamed({ server, config }: OpenedStore, option: string, url: string) {
  const address = server.assetStoreAddress.read(url);
  if (address === undefined) throw new UsageError(told`${option} takes ${server.assetStoreAddress.takes}, not ${url}.`);
  return server.openAssetStore(config, address);
}
