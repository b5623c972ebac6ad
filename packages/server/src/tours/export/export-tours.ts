import { createWriteStream } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { wholeFolder } from '../../kernel/whole-folder.ts';
import { jsonOf } from '../frame.ts';
import { operationOf } from '../operations.ts';
import { codesAfter, type ExportedTour, freezeView, tourToExport } from './store.ts';

/** A tour cannot be exported; the message says why. */
export class ExportRefused extends Error {
  override name = 'ExportRefused';
}

/** Page size when all tours of a Team are exported. */
const CODES_PER_PAGE = 1_000;

/** Codes of all tours of a Team, in order. */
export async function* codesOfTeam(database: Database, teamId: string): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const from = after;
    const codes = await inTransaction(database, (t) => codesAfter(t, teamId, from, CODES_PER_PAGE), { team: teamId });
    yield* codes;
    const last = codes.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Writes a tour as the bundle that it was imported from: payloads byte for byte as they are served, and its files. The
 * directory appears once it is complete.
 * @param into Existing directory, in which one named after the code is created.
 * @returns The bundle's directory.
 * @throws {ExportRefused} when there is no such tour, its directory exists already, the asset store has lost a file, or the
 *   disk does not take the name of one.
 */
export async function exportTour(
  database: Database,
  assets: AssetStore,
  teamId: string,
  code: string,
  into: string,
): Promise<string> {
  const tour = await inTransaction(
    database,
    async (transaction) => {
      await freezeView(transaction);
      return tourToExport(transaction, teamId, code);
    },
    { team: teamId },
  );
  if (tour === undefined) throw new ExportRefused(`The Team has no tour ${code}.`);
  // The code comes from the store, so it is a safe name.
  const target = path.join(into, code);
  const there = `${target} exists already. Name another directory, or remove it.`;
  if (await exists(target)) throw new ExportRefused(there);
  await wholeFolder(target, (folder) => writeBundle(folder, tour, assets)).catch(
    async (error: NodeJS.ErrnoException) => {
      // Another export into the same directory was first.
      throw error.syscall === 'rename' && (await exists(target)) ? new ExportRefused(there) : error;
    },
  );
  return target;
}

async function writeBundle(
  directory: string,
  { payloads, assets: files }: ExportedTour,
  assets: AssetStore,
): Promise<void> {
  for (const { op, frame } of payloads) await writeFile(path.join(directory, `${operationOf(op)}.json`), jsonOf(frame));
  for (const { path: file, sha256 } of files) {
    const asset = await assets.open(sha256);
    if (asset === undefined) throw new ExportRefused(`The asset store has lost ${file}. Import the tour again first.`);
    const target = path.join(directory, 'assets', ...file.split('/'));
    try {
      await mkdir(path.dirname(target), { recursive: true });
      // Not over another: disks that do not tell capitals apart take two names for one.
      await pipeline(asset.body, createWriteStream(target, { flags: 'wx' }));
    } catch (error) {
      asset.body.destroy();
      const reason = OF_A_NAME[(error as NodeJS.ErrnoException).code ?? ''];
      throw reason === undefined ? error : new ExportRefused(`${reason} ${file}: export the tour to another disk.`);
    }
  }
}

/** What is wrong with the name of one file; the other tours do not suffer from it. */
const OF_A_NAME: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'This disk takes no name as long as',
  EINVAL: 'This disk does not take the characters of',
  EILSEQ: 'This disk does not take the characters of',
  EEXIST: 'This disk has another file or folder of the tour in the place of',
  ENOTDIR: 'This disk has another file of the tour in the place of a folder of',
};

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
