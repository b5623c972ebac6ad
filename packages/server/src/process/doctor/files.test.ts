import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig, requiredKeys } from '../../config/config.ts';
import { generateKey } from '../../config/secrets.ts';
import { mayMount, smallDisk } from '../../testing/small-disk.ts';
import { examineFiles } from './files.ts';

let DATA_DIR = '';
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'openhouse-doctor-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const roomWith = async (ASSET_STORE_URL?: string) => {
  const found = await examineFiles(parseConfig({ DATA_DIR, ASSET_STORE_URL }));
  return found.filter(({ check }) => check === 'disk space');
};

test.skipIf(!mayMount())(
  'a data directory that cannot be written is found, where the process keeps something',
  async () => {
    const disk = smallDisk(8);
    const found = async (settings: Record<string, string>) =>
      (await examineFiles(parseConfig({ DATA_DIR: disk.path, ...settings }))).filter(
        ({ check }) => check === 'data directory',
      );
    try {
      expect(await found({})).toEqual([]);
      execFileSync('mount', ['-o', 'remount,ro', disk.path]);
      expect(await found({})).toMatchObject([
        { verdict: 'broken', says: `${disk.path} cannot be written by this user (EROFS).` },
      ]);
      const keys = Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)]));
      const DATABASE_GATEWAY_URL = 'postgres://db/openhouse';
      const gateway = { SERVE_ONLY: 'gateway', DATABASE_GATEWAY_URL, ASSET_STORE_URL: 's3://tours', ...keys };
      expect(await found(gateway)).toEqual([]);
    } finally {
      disk.unmount();
    }
  },
);

describe('room for files', () => {
  test('one disk is measured once', async () => {
    mkdirSync(join(DATA_DIR, 'tours'));
    expect(await roomWith(pathToFileURL(join(DATA_DIR, 'tours')).href)).toEqual([
      expect.objectContaining({ says: expect.stringContaining(`where ${DATA_DIR} lies`) }),
    ]);
  });

  test.skipIf(!mayMount())(
    'a disk that only the files of tours lie on is measured too',
    { tags: ['slow'] },
    async () => {
      const disk = smallDisk(8);
      try {
        expect(await roomWith(pathToFileURL(disk.path).href)).toEqual([
          expect.objectContaining({ says: expect.stringContaining(`where ${DATA_DIR} lies`) }),
          expect.objectContaining({
            verdict: 'broken',
            says: `8 MiB are free where ${disk.path} lies.`,
            mend: 'Free some space, or move the files of tours to a larger disk.',
          }),
        ]);
      } finally {
        disk.unmount();
      }
    },
  );

  test.skipIf(!mayMount())('a disk with room and without inodes is full', async () => {
    const disk = smallDisk(2048);
    try {
      execFileSync('mount', ['-o', 'remount,nr_inodes=2', disk.path]);
      writeFileSync(join(disk.path, 'last'), '');
      expect((await roomWith(pathToFileURL(disk.path).href)).at(-1)).toMatchObject({
        verdict: 'broken',
        says: `No inode is left for another file where ${disk.path} lies.`,
      });
    } finally {
      disk.unmount();
    }
  });
});
