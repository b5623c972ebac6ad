import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDashboard } from '../../testing/dashboard.ts';
import { outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
let portal: InjectedPortal;
let team: DashboardTeam;
beforeEach(async () => {
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
  team = await dashboardTeam(portal);
});
afterEach(() => portal.app.close());

test('REQUEST_INVALID, with its place: a NUL in a path, a query, a field or a list', { tags: 'slow' }, async () => {
  const { owner } = team;
  const settings = `/api/apps/${team.app.appKey}/settings`;
  const answers = [
    await owner.post(`/api/teams/${team.team}/members/a%00b/role`, { role: 'viewer' }),
    await owner.get('/api/audit?actor=%00'),
    await owner.post(settings, { contact: 'a\0@b' }),
    await owner.post(settings, { networks: ['::1', 'a\0b'] }),
  ];
  expect(answers.map(outcomeOf)).toEqual(Array.from(answers, () => 'REQUEST_INVALID'));
  const places = answers.map((answer) => /^(\S*) holds a NUL/.exec(answer.json().error.message)?.[1]);
  expect(places).toEqual(['/user_code', '/actor', '/contact', '/networks/1']);
});

test('an id that no row can have is one that there is not, or no id', async () => {
  for (const id of ['999999999999999999', '9223372036854775808', '9999999999999999999']) {
    const expected = id.length < 19 ? /_NOT_FOUND$/ : /^REQUEST_INVALID$/;
    for (const path of [`/api/webhooks/${id}/test`, `/api/warnings/${id}/dismiss`])
      expect([path, outcomeOf(await team.owner.post(path, {}))]).toEqual([path, expect.stringMatching(expected)]);
    const listened = await team.owner.post('/api/webhook-listeners/pZ0hYt3mQ8KfB1xW6sVd2A', { taken: [id] });
    expect(outcomeOf(listened)).toBe(id.length < 19 ? 'succeeded' : 'REQUEST_INVALID');
  }
});
