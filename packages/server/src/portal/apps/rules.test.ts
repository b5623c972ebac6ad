import { LIVE_VERSIONS_MAX } from '@openhouse/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appState,
  appWarnings,
  developerCredentials,
  planRotation,
  retirementOf,
  sharePercent,
  type VersionUse,
} from './rules.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 20, 9, 30);
const inMs = (ms: number) => new Date(NOW_MS + ms);

describe('the state of an app', () => {
  test.each([
    [null, null, 'live'],
    [null, 1, 'live'],
    [null, 0, 'expired'],
    [null, -DAY_MS, 'expired'],
    [-1, DAY_MS, 'disabled'],
    [-1, -DAY_MS, 'disabled'],
  ])('disabled at %s, trial end in %s ms: %s', (disabled, trial, state) => {
    const app = {
      disabledAt: disabled === null ? null : inMs(disabled),
      trialEndsAt: trial === null ? null : inMs(trial),
      teamDeletionDueAt: null,
      deletedAt: null,
    };
    expect(appState(app, NOW_MS)).toBe(state);
    expect(appState({ ...app, teamDeletionDueAt: inMs(DAY_MS) }, NOW_MS)).toBe('suspended');
    expect(appState({ ...app, deletedAt: inMs(-1) }, NOW_MS)).toBe('deleted');
  });
});

describe('warnings', () => {
  test.each([
    [7 * DAY_MS + 1, []],
    [7 * DAY_MS, [7]],
    [DAY_MS + 1, [7]],
    [DAY_MS, [1]],
    [1, [1]],
    [0, []],
    [-1, []],
  ])('a trial that ends in %s ms: %j', (ms, days) => {
    const warnings = appWarnings({ trialEndsAt: inMs(ms), secrets: [] }, NOW_MS);
    expect(warnings.map(({ withinDays }) => withinDays)).toEqual(days);
  });

  test('a pending trial and a version without an end are no warnings', () => {
    expect(appWarnings({ trialEndsAt: null, secrets: [{ version: 1, endsAt: null }] }, NOW_MS)).toEqual([]);
  });

  test('soonest first, each saying what ends', () => {
    const secrets = [
      { version: 2, endsAt: null },
      { version: 1, endsAt: inMs(HOUR_MS) },
    ];
    expect(appWarnings({ trialEndsAt: inMs(3 * DAY_MS), secrets }, NOW_MS)).toEqual([
      { kind: 'secret-ends', withinDays: 1, endsAt: inMs(HOUR_MS).toISOString(), version: 1 },
      { kind: 'trial-ends', withinDays: 7, endsAt: inMs(3 * DAY_MS).toISOString(), version: null },
    ]);
  });
});

test('only category open counts, and never the default credential, whatever it claims to be', () => {
  const credential = fc.record({
    app_key: fc.string({ minLength: 1 }),
    xid: fc.constantFrom('default', 'a', 'b'),
    category: fc.constantFrom('open', 'commerce', 'OPEN', ''),
    trial_ends_at: fc.constant(null),
  });
  fc.assert(
    fc.property(fc.array(credential), (credentials) => {
      const shown = developerCredentials(credentials, 'default');
      expect(shown.every(({ category, xid }) => category === 'open' && xid !== 'default')).toBe(true);
      const kept = credentials.filter(({ category, xid }) => category === 'open' && xid !== 'default');
      expect(shown).toEqual(kept);
    }),
  );
});

describe('rotation', () => {
  /** Rotations of any overlaps at any times, as the store would carry them out. */
  const history = fc.array(fc.record({ overlapHours: fc.integer({ min: 0, max: 168 }), waitedMs: fc.nat(9 * DAY_MS) }));

  test('never more than two live versions, the newest without an end, no version number twice', () => {
    fc.assert(
      fc.property(history, (rotations) => {
        let nowMs = NOW_MS;
        let versions: { version: number; endsAt: Date | null }[] = [{ version: 1, endsAt: null }];
        let last = 1;
        for (const { overlapHours, waitedMs } of rotations) {
          nowMs += waitedMs;
          const live = versions.filter(({ endsAt }) => endsAt === null || endsAt.getTime() > nowMs);
          const plan = planRotation(live, last, overlapHours, nowMs, null);
          if (plan.kind !== 'rotate') {
            expect(live.length).toBe(LIVE_VERSIONS_MAX);
            expect(overlapHours).toBeGreaterThan(0);
            continue;
          }
          expect(plan.version).toBe(last + 1);
          last = plan.version;
          versions = live.map(({ version, endsAt }) => {
            const end = plan.endings.get(version) ?? endsAt;
            // A rotation never lets a version live longer than it would have.
            if (endsAt !== null) expect(end?.getTime()).toBeLessThanOrEqual(endsAt.getTime());
            return { version, endsAt: end };
          });
          versions.push({ version: last, endsAt: null });
          const nowLive = versions.filter(({ endsAt }) => endsAt === null || endsAt.getTime() > nowMs);
          expect(nowLive.length).toBeLessThanOrEqual(overlapHours === 0 ? 1 : LIVE_VERSIONS_MAX);
          expect(nowLive.filter(({ endsAt }) => endsAt === null).map(({ version }) => version)).toEqual([last]);
        }
      }),
    );
  });
});

test('a new version ends after those that it takes the place of, or the rotation is refused', () => {
  const live = [{ version: 1, endsAt: null }];
  expect(planRotation(live, 1, 24, NOW_MS, inMs(24 * HOUR_MS))).toEqual({ kind: 'ends too early' });
  expect(planRotation(live, 1, 0, NOW_MS, inMs(0))).toEqual({ kind: 'ends too early' });
  expect(planRotation(live, 1, 24, NOW_MS, inMs(24 * HOUR_MS + 1))).toMatchObject({ kind: 'rotate', version: 2 });
});

describe('retirement', () => {
  const use = (version: number, lastMs: number | null, exchangesLastDay = 0, callsLastDay = 0): VersionUse => ({
    version,
    lastUsedAt: lastMs === null ? null : inMs(lastMs),
    exchangesLastDay,
    callsLastDay,
  });
  test.each<[string, VersionUse[], string]>([
    ['the only one', [use(1, null)], 'newest'],
    ['used a minute ago', [use(2, -HOUR_MS), use(1, -60_000)], 'in-use'],
    ['used a day ago less a millisecond', [use(2, -HOUR_MS), use(1, 1 - DAY_MS)], 'in-use'],
    ['calls with its tokens within the day', [use(2, -HOUR_MS), use(1, -DAY_MS, 0, 3)], 'in-use'],
    ['idle, but nobody uses the newer one', [use(2, null), use(1, -2 * DAY_MS)], 'successor-unused'],
    ['never used, nor is the newer one', [use(2, null), use(1, null)], 'successor-unused'],
    ['idle for a day, the newer one in use', [use(2, -HOUR_MS), use(1, -DAY_MS)], 'idle'],
    ['never used, the newer one in use', [use(2, -HOUR_MS), use(1, null)], 'idle'],
  ])('version 1, %s', (_, versions, reason) => {
    expect(retirementOf(1, versions, NOW_MS)).toEqual({ isSafe: reason === 'idle', reason });
  });

  test('shares are whole percents, and what was used never shows as nothing', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (one, two) => {
        const versions = [use(2, null, one), use(1, null, 0, two)];
        const [newer, older] = [sharePercent(2, versions), sharePercent(1, versions)];
        expect(newer === 0).toBe(one === 0);
        expect(older === 0).toBe(two === 0);
        expect(newer + older).toBeGreaterThanOrEqual(one + two === 0 ? 0 : 100);
        expect(newer + older).toBeLessThanOrEqual(101);
      }),
    );
  });
});
