import type { Invitation, SignedInAccount, TeamMember } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { somebodyWaits } from '../../testing/beside.ts';
import { appNamed, createApp, createTeam, dataOf, enter, newKey, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { OWNED_TEAMS_MAX } from './rules.ts';
import { findMember, lockTeam, setRole } from './store.ts';

describe('Teams', () => {
  const store = useStore();
  let portal: InjectedPortal;
  let suite: DashboardTeam;
  beforeEach(async () => {
    portal = injectedPortal(store.database);
    suite = await dashboardTeam(portal);
  });
  afterEach(() => portal.app.close());

  const members = async (): Promise<string[]> => {
    const { owner, team } = suite;
    const listed = dataOf<{ members: TeamMember[] }>(await owner.get(`/api/teams/${team}/members`));
    return listed.members.map(({ name, role }) => `${name} ${role}`);
  };

  test('a Team is made, made active, renamed and switched', { tags: 'slow' }, async () => {
    const { owner, team } = suite;
    const second = await createTeam(owner, ' Second ');
    const teams = async () =>
      dataOf<SignedInAccount>(await owner.get('/api/me')).teams.map(({ name, isActive }) => [name, isActive]);
    expect(await teams()).toEqual([
      ['Studio', false],
      ['Second', true],
    ]);
    dataOf(await owner.post(`/api/teams/${team}/activate`));
    dataOf(await owner.post(`/api/teams/${second}/rename`, { name: 'Renamed' }));
    expect(await teams()).toEqual([
      ['Studio', true],
      ['Renamed', false],
    ]);
  });

  // What no name may hold, and what looks like it and stays: joiners of scripts and emoji, letters written from the right.
  slowAfter(4, [
    ['a\u0000b', 'U+0000 at character 2'],
    ['a\tb', 'U+0009 at character 2'],
    ['👩‍🚀\nb', 'U+000A at character 4'],
    ['a\r\nb', 'U+000D at character 2'],
    ['a\u0085b', 'U+0085 at character 2'],
    ['a\u2028b', 'U+2028 at character 2'],
    ['a\u2029b', 'U+2029 at character 2'],
    ['\u202egnp.exe', 'U+202E at character 1'],
    ['a\u2066b', 'U+2066 at character 2'],
    ['a\u200fb', 'U+200F at character 2'],
    ['a\u061cb', 'U+061C at character 2'],
    ['a\u009b31mb', 'U+009B at character 2'],
    ['\u200b\u2060', 'nothing that can be seen'],
    ['\u2800\u3164', 'nothing that can be seen'],
  ])('NAME_INVALID: %j, for Teams and apps, new or renamed', async (name, fault) => {
    const { owner, team } = suite;
    const app = await createApp(owner, 'Sound');
    const answers = [
      await owner.post('/api/teams', { name }),
      await owner.post(`/api/teams/${team}/rename`, { name }),
      await owner.post('/api/apps', { name, idempotencyKey: newKey() }),
      await owner.post(`/api/apps/${app.appKey}/rename`, { name }),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, outcomeOf(answer)]).toEqual([400, 'NAME_INVALID']);
      expect(answer.json().error.message).toContain(fault);
    }
    const names = dataOf<SignedInAccount>(await owner.get('/api/me')).teams.map((each) => each.name);
    expect([names, (await appNamed(owner, 'Sound')).appKey]).toEqual([['Studio'], app.appKey]);
  });

  test.each(['👩‍🚀 सर्वेक्षण', 'می\u200cخواهم', 'استوديو', '公园旁的复式'])('a Team may be called %s', async (name) => {
    dataOf(await suite.owner.post(`/api/teams/${suite.team}/rename`, { name }));
    expect(dataOf<SignedInAccount>(await suite.owner.get('/api/me')).teams.map((each) => each.name)).toEqual([name]);
  });

  test('members are listed by name, owners first; open invitations are for owners', async () => {
    expect(await members()).toEqual(['ada owner', 'mo member', 'sam member', 'vi viewer']);
    await invite(suite.owner, suite.team, 'viewer');
    const seen = async (who: 'owner' | 'member') =>
      dataOf<{ invitations: Invitation[] }>(await suite[who].get(`/api/teams/${suite.team}/members`)).invitations;
    expect(await seen('owner')).toMatchObject([{ role: 'viewer' }]);
    expect(await seen('member')).toEqual([]);
  });

  test('of twenty who use one link at once, one is in', { tags: 'slow' }, async () => {
    const { token } = await invite(suite.owner, suite.team, 'member');
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, index) => enter(portal, `guest-${index}`)));
    const outcomes = await Promise.all(
      crowd.map(async (guest) => outcomeOf(await guest.post('/api/invitations/accept', { token }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('INVITATION_NOT_FOUND'), 'succeeded']);
    expect(await members()).toHaveLength(5);
  });

  test.each([
    ['is removed', 'remove', {}],
    ['is an owner no more', 'role', { role: 'member' }],
  ])('whoever %s comes back by no link of their own; those of others work on', async (_, way, body) => {
    const { owner, member, outsider, team } = suite;
    const ofMember = `/api/teams/${team}/members/${member.userCode}`;
    dataOf(await owner.post(`${ofMember}/role`, { role: 'owner' }));
    const { token } = await invite(member, team, 'owner');
    const ofOther = await invite(owner, team, 'viewer');
    dataOf(await owner.post(`${ofMember}/${way}`, body));
    for (const person of [member, outsider]) {
      const answer = await person.post('/api/invitations/accept', { token });
      // Who is still in is told of no role but the one they have.
      expect(outcomeOf(answer)).toBe('INVITATION_NOT_FOUND');
    }
    expect(outcomeOf(await outsider.post('/api/invitations/accept', { token: ofOther.token }))).toBe('succeeded');
  });

  test('a withdrawn, an ended and a made-up link let nobody in; one that is in already leaves it unused', {
    tags: 'slow',
  }, async () => {
    const { owner, team, outsider, member } = suite;
    const withdrawn = await invite(owner, team, 'member');
    dataOf(await owner.post(`/api/teams/${team}/invitations/${withdrawn.invitation.id}/revoke`));
    const ended = await invite(owner, team, 'member');
    const door = await store.database.connectAsOwner();
    await door.query("set app.team = '*'");
    await door.query('update invitation set ends_at = now() where id = $1', [ended.invitation.id]);
    await door.end();
    for (const token of [withdrawn.token, ended.token, `ohi_${'A'.repeat(43)}`, 'x', '']) {
      expect(outcomeOf(await outsider.post('/api/invitations/accept', { token }))).toBe('INVITATION_NOT_FOUND');
    }
    const open = await invite(owner, team, 'owner');
    expect(dataOf(await member.post('/api/invitations/accept', { token: open.token }))).toMatchObject({
      team: { role: 'member' },
    });
    expect(dataOf(await outsider.post('/api/invitations/accept', { token: open.token }))).toMatchObject({
      team: { id: team, role: 'owner', isActive: true },
    });
  });

  test('the store keeps nothing that opens a Team', async () => {
    const { token } = await invite(suite.owner, suite.team, 'member');
    const door = await store.database.connectAsOwner();
    await door.query("set app.team = '*'");
    const { rows } = await door.query<{ row: string }>('select to_json(i)::text as row from invitation i');
    await door.end();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  test('a Team always has an owner', async () => {
    const { owner, member, team } = suite;
    const role = (code: string, to: string) => owner.post(`/api/teams/${team}/members/${code}/role`, { role: to });
    const leave = () => owner.post(`/api/teams/${team}/members/${owner.userCode}/remove`);
    expect(outcomeOf(await role(owner.userCode, 'member'))).toBe('TEAM_NEEDS_OWNER');
    expect(outcomeOf(await leave())).toBe('TEAM_NEEDS_OWNER');
    dataOf(await role(member.userCode, 'owner'));
    dataOf(await leave());
    expect(outcomeOf(await owner.get(`/api/teams/${team}/members`))).toBe('TEAM_NOT_FOUND');
    const left = await member.post(`/api/teams/${team}/members/${member.userCode}/remove`);
    expect(outcomeOf(left)).toBe('TEAM_NEEDS_OWNER');
  });

  test.each(['step back', 'remove one another'])('two owners who %s at once: one stays', async (way) => {
    const { owner, member, team } = suite;
    await owner.post(`/api/teams/${team}/members/${member.userCode}/role`, { role: 'owner' });
    const answers = await Promise.all(
      way === 'step back'
        ? [owner, member].map((one) => one.post(`/api/teams/${team}/members/${one.userCode}/role`, { role: 'member' }))
        : [
            owner.post(`/api/teams/${team}/members/${member.userCode}/remove`),
            member.post(`/api/teams/${team}/members/${owner.userCode}/remove`),
          ],
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await inTransaction(
      store.database,
      (transaction) =>
        transaction.query(
          "select from team_member m join team t on t.id = m.team_id where t.code = $1 and role = 'owner'",
          [team],
        ),
      { team: '*' },
    );
    expect(rows).toHaveLength(1);
  });

  // The embedded store has one connection: nobody can hold the Team while something else goes on.
  test.skipIf(store.kind === 'embedded').each(['role', 'remove'])(
    'TEAM_NEEDS_OWNER: an owner who leaves (%s) while another is on their way out waits, and stays',
    async (way) => {
      const { owner, member, team } = suite;
      await owner.post(`/api/teams/${team}/members/${member.userCode}/role`, { role: 'owner' });
      const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [team]);
      const id = rows[0]?.id ?? '';
      const { leaving, waited } = await inTransaction(
        store.database,
        async (transaction) => {
          await lockTeam(transaction, id);
          const other = await findMember(transaction, id, member.userCode);
          await setRole(transaction, id, other?.personId ?? '', 'member');
          const leaving = owner.post(
            `/api/teams/${team}/members/${owner.userCode}/${way}`,
            way === 'role' ? { role: 'member' } : {},
          );
          const answered = leaving.then(() => false);
          return { leaving: [leaving], waited: await Promise.race([answered, somebodyWaits(store).then(() => true)]) };
        },
        { team: id },
      );
      expect(waited).toBe(true);
      expect((await Promise.all(leaving)).map(outcomeOf)).toEqual(['TEAM_NEEDS_OWNER']);
    },
  );

  test('somebody in hundreds of Teams is in each of them', { tags: 'slow' }, async () => {
    const agency = await enter(portal, 'agency');
    const owner = await store.database.connectAsOwner();
    await owner.query(
      `with joined as (insert into team (code, name) select 'client-' || n, 'Client ' || n from generate_series(1, 250) n returning id)
       insert into team_member (team_id, person_id, role) select joined.id, p.id, 'member' from joined, person p where p.code = $1`,
      [agency.userCode],
    );
    await owner.end();
    const last = await createTeam(agency, 'The last one');
    const { teams } = dataOf<SignedInAccount>(await agency.get('/api/me'));
    expect([teams.length, teams.find(({ isActive }) => isActive)?.id]).toEqual([251, last]);
    dataOf(await agency.get('/api/apps'));
    dataOf(await agency.get(`/api/teams/${last}/members`));
  });

  test('TEAM_LIMIT: one person owns a bounded number of Teams, however many they ask for at once', {
    tags: 'slow',
  }, async () => {
    const guest = await enter(portal, 'collector');
    const answers = await Promise.all(
      Array.from({ length: OWNED_TEAMS_MAX + 3 }, (_, index) => guest.post('/api/teams', { name: `Team ${index}` })),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'succeeded')).toHaveLength(OWNED_TEAMS_MAX);
    expect(outcomes.filter((outcome) => outcome === 'TEAM_LIMIT')).toHaveLength(3);
  });
});
