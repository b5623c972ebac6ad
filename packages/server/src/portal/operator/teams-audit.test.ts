import type { TeamsEntry } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

eachStore('the audit logs of all Teams', (store) => {
  let portal: InjectedPortal;
  let team: DashboardTeam;
  let operator: DashboardPerson;
  beforeEach(async () => {
    const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators }) });
    team = await dashboardTeam(portal);
    operator = await enter(portal, 'olga');
  });
  afterEach(() => portal.app.close());

  async function pages(query = ''): Promise<TeamsEntry[][]> {
    const got: TeamsEntry[][] = [];
    let after: string | null = '';
    while (after !== null) {
      const asked = new URLSearchParams(query);
      if (after !== '') asked.set('after', after);
      const page: { entries: TeamsEntry[]; next: string | null } = dataOf(
        await operator.get(`/api/operator/audit/teams?${asked}`),
      );
      got.push(page.entries);
      after = page.next;
    }
    return got;
  }
  const names = (entries: readonly TeamsEntry[]) => entries.map((entry) => `${entry.team} ${entry.number}`);

  test('newest first over all Teams, page by page, each entry once', { tags: 'slow' }, async () => {
    for (let n = 0; n < 40; n += 1) {
      await team.owner.post(`/api/teams/${team.team}/rename`, { name: `Name ${n}` });
      await team.outsider.post(`/api/teams/${team.otherTeam}/rename`, { name: `Name ${n}` });
    }
    const got = await pages();
    expect(got.map((page) => page.length)).toEqual([
      50,
      expect.any(Number),
      ...got.slice(2).map(() => expect.any(Number)),
    ]);
    const all = got.flat();
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const of = (code: string) => all.filter((entry) => entry.team === code).map(({ number }) => number);
    for (const code of [team.team, team.otherTeam]) {
      const numbers = of(code);
      expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
    }
    expect(new Set(names(all)).size).toBe(all.length);
  });

  test('by Team, action, person, outcome and time', { tags: 'slow' }, async () => {
    await team.member.post(`/api/apps/${team.app.appKey}/disable`);
    const all = (await pages()).flat();
    const filters: readonly [string, (entry: TeamsEntry) => boolean][] = [
      [`team=${team.otherTeam}`, (entry) => entry.team === team.otherTeam],
      ['action=team.create', (entry) => entry.action === 'team.create'],
      [`actor=${team.owner.userCode}`, (entry) => entry.actor.userCode === team.owner.userCode],
      ['outcome=refused', (entry) => entry.outcome !== 'succeeded'],
      ['team=nowhere', () => false],
    ];
    for (const [query, takes] of filters) {
      expect([query, names((await pages(query)).flat())]).toEqual([query, names(all.filter(takes))]);
    }
    expect(all.some((entry) => entry.outcome === 'ROLE_INSUFFICIENT')).toBe(true);
    const at = all[2]?.at ?? '';
    expect((await pages(`since=${at}`)).flat().every((entry) => entry.at >= at)).toBe(true);
  });

  test('REQUEST_INVALID: a place that is none', async () => {
    expect(outcomeOf(await operator.get('/api/operator/audit/teams?after=x'))).toBe('REQUEST_INVALID');
  });
});
