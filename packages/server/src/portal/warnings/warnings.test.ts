import type { Warning } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { lookForWarnings } from './look.ts';

eachStore('warnings', (store) => {
  let portal: InjectedPortal;
  let team: DashboardTeam;
  beforeEach(async () => {
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
    team = await dashboardTeam(portal);
    // Old enough for every warning, used, and without an end.
    await all("update app set created_at = now() - interval '1 year', trial_ends_at = null");
  });
  afterEach(() => portal.app.close());

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const look = (appLimitPerMinute = 0) => lookForWarnings(store.database, { appLimitPerMinute, usageKeepDays: 35 });
  const shown = async (person: DashboardPerson = team.owner) =>
    dataOf<{ warnings: Warning[] }>(await person.get('/api/warnings')).warnings;
  const kinds = async () => (await shown()).map(({ kind }) => kind);
  const ofApp = 'where app_key = $1';
  const trialIn = (interval: string) =>
    all(`update app set trial_ends_at = now() + $2::interval ${ofApp}`, [team.app.appKey, interval]);
  /** Calls of the app in one minute of the last. */
  const called = (n: number, status = 'success', operation = 'vr-info', minutesAgo = 2) =>
    all(
      `insert into app_use (team_id, app_id, version, minute, operation, status, n)
       select team_id, id, 1, date_trunc('minute', now()) - make_interval(mins => $5), $3, $4, $2 from app ${ofApp}
       on conflict (team_id, app_id, version, minute, operation, status) do update set n = excluded.n`,
      [team.app.appKey, n, operation, status, minutesAgo],
    );
  const plan = (limits: string) => all(`update plan set ${limits} where name = 'default'`);
  const have = (tours: number, bytes: number, files = 0) =>
    all(
      `with counted as (
         insert into file_count (team_id, n) select id, $4 from team where code = $1
         on conflict (team_id) do update set n = excluded.n)
       insert into tour_count (team_id, n, bytes) select id, $2, $3 from team where code = $1
       on conflict (team_id) do update set n = excluded.n, bytes = excluded.bytes`,
      [team.team, tours, bytes, files],
    );

  describe('an end that comes', () => {
    test.each([
      ['15 days', []],
      ['13 days', [14]],
      ['6 days', [7]],
      ['23 hours', [1]],
      ['-1 minute', []],
    ])('a trial that ends in %s is warned of at %j days', async (interval, days) => {
      await trialIn(interval);
      expect(await look()).toBe(days.length);
      const warnings = await shown();
      expect(warnings.map(({ kind, app }) => [kind, app?.appKey])).toEqual(
        days.map(() => ['trial-ends', team.app.appKey]),
      );
      for (const { endsAt } of warnings) expect(Date.parse(endsAt ?? '')).toBeGreaterThan(Date.now());
    });

    test('each of 14, 7 and 1 days is warned of once, however often is looked, and the sharpest is shown', {
      tags: 'slow',
    }, async () => {
      const end = '14 days';
      await trialIn(end);
      const seen: (number | undefined)[] = [];
      // The clock goes on by moving the end and everything that was written of it together.
      for (let day = 0; day < 14; day += 1) {
        seen.push(await look(), await look());
        expect((await shown()).length).toBe(1);
        await all(`update app set trial_ends_at = trial_ends_at - interval '1 day' ${ofApp}`, [team.app.appKey]);
        await all("update warning set ends_at = ends_at - interval '1 day'");
      }
      expect(seen.flatMap((made, index) => (made === 0 ? [] : [[Math.floor(index / 2), made]]))).toEqual([
        [0, 1],
        [7, 1],
        [13, 1],
      ]);
      await look();
      expect(await shown()).toEqual([]);
    });

    test('a mark that lay behind when the app was created is none: a trial of 14 days begins without a warning', async () => {
      await all(`update app set created_at = now(), trial_ends_at = now() + interval '14 days' ${ofApp}`, [
        team.app.appKey,
      ]);
      expect(await look()).toBe(0);
    });

    test('a trial that is extended is warned of no more, and again before its new end', async () => {
      await trialIn('6 days');
      await look();
      await trialIn('30 days');
      expect([await look(), await kinds()]).toEqual([0, []]);
      await trialIn('5 days');
      expect([await look(), await kinds()]).toEqual([1, ['trial-ends']]);
    });

    test('the former version of a secret, unless its overlap was as short from the beginning', async () => {
      await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 24 });
      expect(await look()).toBe(0);
      await all("update app_secret set created_at = now() - interval '6 days' where version = 2");
      expect(await look()).toBe(1);
      expect(await shown()).toMatchObject([{ kind: 'secret-ends', secretVersion: 1, app: { name: 'Viewing room' } }]);
      await team.owner.post(`/api/apps/${team.app.appKey}/secrets/1/retire`);
      await look();
      expect(await shown()).toEqual([]);
    });

    test('the only version of a secret, which its owner gave an end', async () => {
      await all(
        `update app_secret set created_at = now() - interval '30 days', ends_at = now() + interval '6 days'
          where app_id = (select id from app ${ofApp})`,
        [team.app.appKey],
      );
      expect(await look()).toBe(1);
      expect(await shown()).toMatchObject([{ kind: 'secret-ends', secretVersion: 1, app: { name: 'Viewing room' } }]);
    });

    test.each([
      ['disabled', `update app set disabled_at = now() ${ofApp}`],
      ['suspended', `update app set suspended_at = now(), suspended_reason = 'x' ${ofApp}`],
    ])('nothing of an app that is %s', async (_, sql) => {
      await trialIn('6 days');
      await all(sql, [team.app.appKey]);
      expect(await look()).toBe(0);
    });
  });

  describe('limits of the plan', () => {
    test.each([
      ['tours', 79, null],
      ['tours', 80, 80],
      ['tours', 99, 80],
      ['tours', 100, 100],
      ['tours', 130, 100],
      ['storage', 79, null],
      ['storage', 80, 80],
      ['storage', 100, 100],
      ['files', 79, null],
      ['files', 80, 80],
      ['calls', 79, null],
      ['calls', 80, 80],
      ['calls', 100, 100],
      ['exchanges', 80, 80],
      ['team-calls', 80, 80],
    ] as const)('%s: of 100, %i are warned of at %j percent', async (kind, used, percent) => {
      await plan(
        {
          tours: 'tours = 100',
          storage: 'stored_bytes = 100',
          files: 'files = 100',
          calls: 'calls_per_minute = 100',
          exchanges: 'exchanges_per_minute = 100',
          'team-calls': 'team_calls_per_minute = 100',
        }[kind],
      );
      if (kind === 'tours') await have(used, 0);
      else if (kind === 'storage') await have(0, used);
      else if (kind === 'files') await have(0, 0, used);
      else await called(used, 'success', kind === 'exchanges' ? 'access-token' : 'vr-info');
      expect(await look()).toBe(percent === null ? 0 : 1);
      const about = ['tours', 'storage', 'files', 'team-calls'].includes(kind) ? null : { name: 'Viewing room' };
      expect(await shown()).toMatchObject(percent === null ? [] : [{ kind, percent, used, of: 100, app: about }]);
    });

    test('a stock that goes up and down by a little is warned of once; from far below, again', async () => {
      await plan('tours = 100');
      const made: (number | undefined)[] = [];
      for (const tours of [80, 78, 81, 75, 80, 100, 95, 100, 85, 69, 80]) {
        await have(tours, 0);
        made.push(await look());
      }
      expect(made).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    });

    test('a rate that goes on is warned of once, and again after quiet days', async () => {
      await called(100);
      expect([await look(100), await look(100)]).toEqual([1, 0]);
      await all('delete from app_use');
      expect([await look(100), await kinds()]).toEqual([0, ['calls']]);
      await all("update warning set seen_at = now() - interval '8 days'");
      expect([await look(100), await kinds()]).toEqual([0, []]);
      await called(100);
      expect(await look(100)).toBe(1);
    });

    test('an exception of the app holds while it lasts; a limit of 0 is none', async () => {
      await called(100);
      await all(
        `update app set exception_ends_at = now() + interval '1 day', exception_calls_per_minute = 200, exception_reason = 'x'
          ${ofApp}`,
        [team.app.appKey],
      );
      expect(await look(100)).toBe(0);
      await all(`update app set exception_ends_at = now() - interval '1 day' ${ofApp}`, [team.app.appKey]);
      expect(await look(0)).toBe(0);
      expect(await look(100)).toBe(1);
    });
  });

  describe('apps', () => {
    test.each([
      [99, 0, 0],
      [100, 100, 1],
      [100, 101, 0],
    ])('%i calls of an hour refused and %i answered: %i warnings', async (refused, answered, made) => {
      await called(refused, 'err_resource_not_found');
      if (answered > 0) await called(answered);
      expect(await look()).toBe(made);
      if (made === 1)
        expect(await shown()).toMatchObject([{ kind: 'refusals', used: refused, of: refused + answered }]);
    });

    test('whoever knows the app key alone makes no warning: exchanges with a wrong secret prove no version', async () => {
      await all(
        `insert into app_use (team_id, app_id, version, minute, operation, status, n)
         select team_id, id, 0, date_trunc('minute', now()), 'access-token', 'err_app_secret_invalid', 5000 from app ${ofApp}`,
        [team.app.appKey],
      );
      expect(await look()).toBe(0);
    });

    test('an app that was never used, once it has been there for a week, until it is used', async () => {
      await all(`update app set created_at = now() - interval '6 days' ${ofApp}`, [team.app.appKey]);
      expect(await look()).toBe(0);
      await all(`update app set created_at = now() - interval '8 days' ${ofApp}`, [team.app.appKey]);
      expect([await look(), await look(), await kinds()]).toEqual([1, 0, ['unused']]);
      await called(1);
      expect([await look(), await kinds()]).toEqual([0, []]);
    });
  });

  test('two processes that look at once make each warning once', async () => {
    await trialIn('6 days');
    const made = await Promise.all(Array.from({ length: 6 }, () => look()));
    expect(made.reduce((sum: number, one) => sum + (one ?? 0), 0)).toBe(1);
    expect(await all('select from warning where over_at is null and level = 2')).toHaveLength(1);
  });

  test('who dismisses a warning sees it no more; the others do, and a sharper one is seen by all', async () => {
    await trialIn('6 days');
    await look();
    const [one] = await shown();
    const path = `/api/warnings/${one?.id}/dismiss`;
    for (let times = 0; times < 2; times += 1) expect(outcomeOf(await team.viewer.post(path))).toBe('succeeded');
    expect(await shown(team.viewer)).toEqual([]);
    expect(await shown(team.owner)).toHaveLength(1);
    await all(`update app set trial_ends_at = trial_ends_at - interval '130 hours' ${ofApp}`, [team.app.appKey]);
    await look();
    expect(await shown(team.viewer)).toHaveLength(1);
  });

  test("another Team's warning is none", async () => {
    await trialIn('6 days');
    await look();
    const [one] = await shown();
    expect(await shown(team.outsider)).toEqual([]);
    expect(outcomeOf(await team.outsider.post(`/api/warnings/${one?.id}/dismiss`))).toBe('WARNING_NOT_FOUND');
    expect(outcomeOf(await team.owner.post('/api/warnings/999/dismiss'))).toBe('WARNING_NOT_FOUND');
  });

  test('what has been over for long is removed, with who dismissed it', { tags: 'slow' }, async () => {
    await trialIn('6 days');
    await look();
    const [one] = await shown();
    await team.viewer.post(`/api/warnings/${one?.id}/dismiss`);
    await trialIn('90 days');
    await look();
    await all("update warning set over_at = now() - interval '91 days'");
    await look();
    expect(await all('select from warning union all select from warning_dismissal')).toEqual([]);
  });
});
