import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayMount, type SmallDisk, smallDisk } from '../testing/small-disk.ts';
import { startTriedService, type TriedService } from '../testing/tried-service.ts';

const PATIENCE = { timeout: 20_000 };
const MEBIBYTE = 1024 * 1024;

describe.skipIf(!mayMount())('the disk of the embedded store is full (a mounted tmpfs)', { tags: ['slow'] }, () => {
  let disk: SmallDisk;
  let tried: TriedService;

  const start = () => startTriedService(join(disk.path, 'data'));

  beforeAll(async () => {
    disk = smallDisk(160);
    tried = await start();
  }, 60_000);
  afterAll(async () => {
    await tried?.service.stop();
    disk?.unmount();
  });

  test.each([
    ['nearly', 10 * MEBIBYTE],
    ['to the last byte', 0],
  ])('%s: changes are 503 with Retry-After, reads go on, and it mends itself', async (_name, leaveBytes) => {
    const { change, coldRead, read, portalCall, signIn, readiness, warnings, metric, health, lines } = tried;
    const refuses = () => metric('openhouse_database_refuses_changes');
    expect(await change()).toBe('200');
    disk.fill(leaveBytes);
    try {
      await expect.poll(warnings, PATIENCE).toEqual(['the disk of the embedded store is full: it takes no changes']);
      expect([await readiness(), await refuses()]).toEqual([[200, []], 1]);
      for (let turn = 0; turn < 20; turn += 1) {
        expect([await change(), await coldRead(), await read(), await portalCall()]).toEqual([
          '503 retry',
          '404',
          '200',
          '200',
        ]);
      }
      expect(await health()).toBe(200);
    } finally {
      disk.empty();
    }
    await expect.poll(warnings, PATIENCE).toEqual([]);
    expect([await readiness(), await refuses()]).toEqual([[200, []], 0]);
    expect([await change(), await coldRead(), await portalCall(), await signIn()]).toEqual([
      '200',
      '404',
      '200',
      '302',
    ]);
    const said = (words: string) => lines.filter((line) => line.includes(words)).length;
    expect([said('disk full: the embedded store takes no changes'), said('the disk has room again')]).toEqual(
      leaveBytes === 0 ? [2, 2] : [1, 1],
    );
  });

  test('it stops while the disk is full, starts in a sentence only, and serves what it had once there is room', async () => {
    disk.fill(0);
    await tried.service.stop();
    await expect(start()).rejects.toThrow(/needs 24 MiB of free disk space to start, and 0 MiB are free/);
    disk.empty();
    tried = await start();
    expect([await tried.read(), await tried.change()]).toEqual(['200', '200']);
  });
});
