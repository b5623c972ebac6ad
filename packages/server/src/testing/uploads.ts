import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport, PortalTour, RefusedUpload } from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { type ArchiveEntry, zipArchive } from '../tours/import/testing/zip-archive.ts';
import { testDashboard } from './dashboard.ts';
import { createTeam, type DashboardPerson, dataOf, enter, personAt } from './dashboard-people.ts';
import { beginWith } from './database.ts';
import { type InjectedPortal, injectedPortal } from './injected-portal.ts';

/** A portal with folders of its own, and somebody who owns a Team in it. */
export interface UploadSuite {
  readonly portal: InjectedPortal;
  readonly owner: DashboardPerson;
  /** Sends an archive. */
  zip(entries: readonly ArchiveEntry[], name?: string): Promise<Response>;
  /** Sends the text of a work. */
  work(json: string, name?: string): Promise<Response>;
  tours(query?: string): Promise<readonly PortalTour[]>;
  /** What is left of uploads on the disk. */
  leftovers(): readonly string[];
  /** How often the gateway was told of changed tours. */
  readonly told: { times: number };
  /** What was counted: outcome and bytes of each upload, and the outcome of each tour before it. */
  readonly counted: readonly (string | readonly [string, number])[];
  /** Lets no file be stored any more. */
  breakFiles(): void;
  /** Makes the disk of uploads read-only, as one that fails becomes; only where one may mount. @returns What mends it. */
  failDisk(): () => void;
  close(): Promise<void>;
}

/** @param bytesOfNode Room for uploads on the disk; as in production unless it is given. */
export async function uploadSuite(database: Database, bytesOfNode?: number): Promise<UploadSuite> {
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-upload-suite-'));
  const told = { times: 0 };
  const counted: (string | readonly [string, number])[] = [];
  const files = join(directory, 'assets');
  const uploadDirectory = join(directory, 'uploads');
  const portal = injectedPortal(database, {
    dashboard: testDashboard(database, {
      assets: localAssetStore(files),
      uploadDirectory,
      ...(bytesOfNode !== undefined && { uploadBounds: { perAddress: 16, ipv6Bits: 64, bytesOfNode } }),
      uploads: {
        upload: (outcome, bytes) => counted.push([outcome, bytes]),
        tour: (outcome) => counted.push(outcome),
      },
      onToursChanged: async () => {
        told.times += 1;
      },
    }),
  });
  const { cookieSecrets, sessionSealingKeys } = portal.deps;
  const made = await beginWith(database, [cookieSecrets, sessionSealingKeys], async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Studio');
    return ada;
  });
  const owner = personAt(portal, made);
  const send = (name: string, mediaType: string, bytes: string | Buffer) =>
    owner.upload(`/api/tours/imports?name=${encodeURIComponent(name)}`, mediaType, bytes);
  return {
    portal,
    owner,
    told,
    counted,
    breakFiles: () => {
      rmSync(files, { recursive: true, force: true });
      writeFileSync(files, 'a file where a folder should be');
    },
    failDisk: () => {
      mkdirSync(uploadDirectory, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', uploadDirectory]);
      return () => execFileSync('umount', [uploadDirectory]);
    },
    zip: (entries, name = 'tours.zip') => send(name, 'application/zip', zipArchive(entries)),
    work: (json, name = 'work.json') => send(name, 'application/json', json),
    tours: async (query = '') => dataOf<{ tours: readonly PortalTour[] }>(await owner.get(`/api/tours${query}`)).tours,
    leftovers: () => {
      try {
        return readdirSync(uploadDirectory);
      } catch {
        return [];
      }
    },
    close: async () => {
      await portal.app.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const reportOf = (response: Response): ImportReport => dataOf<ImportReport>(response);

/** What an upload was refused for, as `file#pointer: expected …, found …`. @throws when it was not. */
export function problemsOf(response: Response): readonly string[] {
  const { error } = response.json() as { error: { code: string; refused: readonly RefusedUpload[] } };
  if (response.statusCode !== 422 || error.code !== 'TOUR_REFUSED') throw new Error(response.body);
  return error.refused.flatMap(({ problems }) =>
    problems.map(({ file, pointer, expected, found }) => `${file}#${pointer}: expected ${expected}, found ${found}`),
  );
}
