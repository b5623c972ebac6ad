import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  brokenChains,
  type CrashingInstall,
  crashingInstall,
  creationSurvives,
  revealSurvives,
} from '../../testing/crashes.ts';
import { postgresUrl } from '../../testing/database.ts';
import { servicesRequired } from '../../testing/processes.ts';

// 500 of each: crashes.heavy.test.ts.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('kill -9 of a node', () => {
  let install: CrashingInstall;
  beforeAll(async () => {
    install = await crashingInstall(postgresUrl());
  });
  afterAll(() => install.stop());

  const created = 'in creation, $side statement $statement: three apps, made once each, none stuck';
  test.each([{ statement: 14, side: 'after' }] as const)(created, { timeout: 180_000 }, threeAreMade);
  test.each([{ statement: 41, side: 'before' }] as const)(created, { tags: 'slow', timeout: 180_000 }, threeAreMade);

  async function threeAreMade(point: { readonly statement: number; readonly side: 'before' | 'after' }): Promise<void> {
    const { slowestMs, ...rest } = await creationSurvives(install, point);
    expect(rest).toEqual({ apps: 3, made: 3, open: 0 });
    expect(slowestMs).toBeLessThan(60_000);
  }

  test.each([
    { statement: 9, side: 'after' },
    { statement: 18, side: 'before' },
  ] as const)(
    'in reveal, $side statement $statement: every secret that was seen has its entry',
    { tags: 'slow', timeout: 180_000 },
    async (point) => {
      const { seen, entries } = await revealSurvives(install, point);
      expect(entries).toBeGreaterThanOrEqual(seen);
      expect(await brokenChains(install)).toEqual([]);
    },
  );
});
