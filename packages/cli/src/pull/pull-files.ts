import { bundledEndpoints, PRIVATE_FOLDER } from '@openhouse/contract';
import { bytesText } from '../bytes-text.ts';
import { Refusal } from '../command.ts';
import { type Told, told } from '../told.ts';
import { nameReason } from '../write-refusal.ts';
import { firstPlace, nameAt, type Place, type Tiling, tilesOfSubtree } from './counted-tiles.ts';
import type { Draft, Fetch } from './draft.ts';
import type { Fetches } from './fetches.ts';
import { besideOf, filesOfModel, isCounted, tilingsIn } from './files-of-model.ts';
import { type OwnFile, ownFiles } from './own-files.ts';
import type { PoliteGateway } from './polite-gateway.ts';
import { privateFiles } from './private-files.ts';
import { WaitingFiles } from './waiting-files.ts';

export interface PullLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files of a tour. */
  readonly tourBytes: number;
}

/**
 * Brings the files that the gateway itself serves into the draft: those that the payloads name, and those that these name in
 * turn, as models and tilesets do.
 * @returns How many came, and what is missing for good, and why.
 */
export async function pullFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  draft: Draft,
  fetches: Fetches,
  limits: PullLimits,
): Promise<{ readonly files: number; readonly warnings: readonly Told[] }> {
  const read = await Promise.all(bundledEndpoints.map(({ name }) => draft.read(`${name}.json`)));
  const payloads = read.flatMap((bytes) => (bytes === undefined ? [] : [JSON.parse(bytes.toString()) as unknown]));
  const named = ownFiles(gateway.baseUrl, resourceCode, payloads);
  const links = () => privateFiles(gateway, resourceCode, payloads);
  const waiting = new WaitingFiles([...named, ...((await fetches.one(`assets/${PRIVATE_FOLDER}`, links)) ?? [])]);
  const subtrees = new Map<string, { readonly tiling: Tiling; readonly place: Place; readonly tileset: OwnFile }>();
  const warnings: Told[] = [];
  let [files, bytes] = [0, 0];
  for (let next = waiting.next(); next !== undefined; next = waiting.next()) {
    const file = await bring(next);
    if (file === undefined) continue;
    for (const tiling of tilingsIn(next.path, file)) waitForSubtree(tiling, firstPlace, next);
    for (const beside of filesOfModel(next.path, file)) if (!isCounted(beside)) waiting.add(beside, next);
    await countTiles(next, file);
  }
  return { files, warnings };

  /** @returns Its bytes; undefined where it did not come, which is noted. */
  async function bring({ path, address }: OwnFile): Promise<Buffer | undefined> {
    const most = Math.min(limits.fileBytes, limits.tourBytes - bytes);
    const name = `assets/${path}`;
    try {
      const fetched: Fetch = async (known) => {
        const { isKnown, body, etag } = await gateway.file(address, most, known);
        return { bytes: isKnown ? 'known' : body, etag };
      };
      const file = await fetches.one(name, () => draft.keep(name, fetched));
      if (file === undefined) return undefined;
      files += 1;
      bytes += file.length;
      return file;
    } catch (error) {
      const isRefused = error instanceof Refusal && error.exitCode !== 4;
      const isTooLarge = error instanceof Refusal && error.code === 'TOO_LARGE';
      const reason = isTooLarge ? tooLarge(most, limits) : isRefused ? error.said : nameReason(error);
      if (reason === undefined) throw error;
      warnings.push(told`${name} is missing: ${reason}`);
      return undefined;
    }
  }

  function waitForSubtree(tiling: Tiling, place: Place, tileset: OwnFile): void {
    const path = nameAt(tiling.subtrees, place);
    if (waiting.add(path, tileset)) subtrees.set(path, { tiling, place, tileset });
  }

  /** The tiles that a subtree says there are wait to be fetched, and further subtrees. */
  async function countTiles(subtree: OwnFile, file: Buffer): Promise<void> {
    const counted = subtrees.get(subtree.path);
    if (counted === undefined) return;
    const { tiling, place, tileset } = counted;
    try {
      const bufferOf = async (uri: string) => {
        const path = besideOf(subtree.path, uri);
        const first = waiting.take(path);
        return first === undefined ? draft.read(`assets/${path}`) : bring(first);
      };
      const { names, below } = await tilesOfSubtree(tiling, place, file, bufferOf);
      for (const name of names) waiting.add(name, tileset);
      for (const one of below) waitForSubtree(tiling, one, tileset);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { message } = error as Error;
      warnings.push(told`assets/${subtree.path} cannot be read, the tiles that it tells of are missing: ${message}`);
    }
  }
}

/** Which limit is in the way of a file for which so many bytes are left, and what raises it. */
function tooLarge(most: number, { fileBytes, tourBytes }: PullLimits): Told {
  return most < fileBytes
    ? told`the tour's files have more than ${bytesText(tourBytes)} together. Raise --max-tour-mb.`
    : told`it has more than ${bytesText(fileBytes)}. Raise --max-file-mb.`;
}
