import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  brokenChains,
  type CrashingInstall,
  crashingInstall,
  creationSurvives,
  killPoints,
  revealSurvives,
} from '../testing/crashes.ts';
import { postgresUrl } from '../testing/database.ts';
import { servicesRequired } from '../testing/processes.ts';

// 500 of each: crashes.heavy.test.ts.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('kill -9 of a node', () => {
  let install: CrashingInstall;
  beforeAll(async () => {
    install = await crashingInstall(postgresUrl());
  });
  afterAll(() => install.stop());

  test.each(
    killPoints(6, 40).map((_, index) => ({ statement: 5 + index * 9, side: index % 2 ? 'after' : 'before' }) as const),
  )(
    'in creation, $side statement $statement: three apps, made once each, none stuck',
    { timeout: 180_000 },
    async (point) => {
      const { slowestMs, ...rest } = await creationSurvives(install, point);
      expect(rest).toEqual({ apps: 3, made: 3, open: 0 });
      expect(slowestMs).toBeLessThan(60_000);
    },
  );

  test.each(
    [3, 9, 12, 15, 18, 24].map((statement, index) => ({ statement, side: index % 2 ? 'after' : 'before' }) as const),
  )(
    'in reveal, $side statement $statement: every secret that was seen has its entry',
    { timeout: 180_000 },
    async (point) => {
      const { seen, entries } = await revealSurvives(install, point);
      expect(entries).toBeGreaterThanOrEqual(seen);
      expect(await brokenChains(install)).toEqual([]);
    },
  );
});
