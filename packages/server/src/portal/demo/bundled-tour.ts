import { join } from 'node:path';
import { directoryFolder } from '../../tours/import/directory-folder.ts';
import type { Candidate } from '../../tours/import/find-tours.ts';
import { rewrittenFolder } from '../../tours/import/rewritten-folder.ts';
import { demoTeam, type demoTours } from './facts.ts';

/** Where the demo's tours lie, and the gateway that will serve their files. */
export interface DemoBundles {
  /** Folder of the bundles. */
  readonly directory: string;
  /** Public address of the gateway. */
  readonly gateway: string;
}

/** The addresses of files in the bundles begin with this. */
const BUNDLED_FILES = `http://localhost:4001/files/${demoTeam.code}/`;

/** A tour of the demo, to be imported into any Team: its files have the addresses that they get there. */
export function bundledTour(
  { directory, gateway }: DemoBundles,
  code: (typeof demoTours)[number],
  teamCode: string,
): Candidate {
  const folder = rewrittenFolder(
    directoryFolder(join(directory, code), code),
    BUNDLED_FILES,
    `${gateway}/files/${teamCode}/`,
  );
  const tour = { label: code, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [] };
  return { label: code, tours: async () => [tour] };
}
