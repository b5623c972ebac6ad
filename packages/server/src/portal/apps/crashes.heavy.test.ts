import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  brokenChains,
  type CrashingInstall,
  crashingInstall,
  creationSurvives,
  killPoints,
  revealSurvives,
} from '../../testing/crashes.ts';
import { postgresUrl } from '../../testing/database.ts';
import type { KillPoint } from '../../testing/portal-process.main.ts';
import { servicesRequired } from '../../testing/processes.ts';

const ROUNDS = 500;
/** Starting a process and waiting for what it left takes some seconds. */
const ROUND_MS = 15_000;
/** Installations that are worked at side by side: most of a round is waiting. */
const INSTALLS = 3;
/** Points between two lines that say how far it is: the suite takes the better part of an hour. */
const TOLD_EVERY = 25;
/** Statements of three creations at once, and of two reveals, with some to spare: a later point kills after the work. */
const CREATION_STATEMENTS = 90;
const REVEAL_STATEMENTS = 45;

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(`kill -9 of a node at ${ROUNDS} points`, () => {
  let installs: CrashingInstall[] = [];
  beforeAll(async () => {
    installs = await Promise.all(Array.from({ length: INSTALLS }, () => crashingInstall(postgresUrl())));
  });
  afterAll(() => Promise.all(installs.map((install) => install.stop())));

  /** Takes the points one by one, each at the installation that is free. */
  async function atEach(points: KillPoint[], act: (install: CrashingInstall, point: KillPoint) => Promise<void>) {
    const work = async (install: CrashingInstall) => {
      for (let point = points.shift(); point !== undefined; point = points.shift()) {
        await act(install, point);
        done += 1;
        if (done % TOLD_EVERY === 0) console.info(`${done} of ${ROUNDS} points`);
      }
    };
    let done = 0;
    await Promise.all(installs.map(work));
    expect(done).toBe(ROUNDS);
  }

  test('in creation: no duplicate, none lost, none stuck longer than 60 s', {
    timeout: ROUNDS * ROUND_MS,
  }, async () => {
    await atEach(killPoints(ROUNDS, CREATION_STATEMENTS), async (install, point) => {
      const { slowestMs, ...rest } = await creationSurvives(install, point);
      expect({ point, ...rest }).toEqual({ point, apps: 3, made: 3, open: 0 });
      expect(slowestMs).toBeLessThan(60_000);
    });
  });

  test('in reveal: every secret that was seen has its entry', { timeout: ROUNDS * ROUND_MS }, async () => {
    let seenInAll = 0;
    await atEach(killPoints(ROUNDS, REVEAL_STATEMENTS), async (install, point) => {
      const { seen, entries } = await revealSurvives(install, point);
      expect({ point, isCovered: entries >= seen }).toEqual({ point, isCovered: true });
      seenInAll += seen;
    });
    expect(seenInAll).toBeGreaterThan(0);
    for (const install of installs) expect(await brokenChains(install)).toEqual([]);
  });
});
