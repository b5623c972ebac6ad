import type { AuditEntry } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  callsWith,
  collect,
  decide,
  postAsNobody,
  signInCommandLine,
  startSignIn,
} from '../../testing/command-line.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

describe('signing the command line in', () => {
  const store = useStore();
  let portal: InjectedPortal;
  let ada: DashboardPerson;
  beforeEach(async () => {
    portal = injectedPortal(store.database);
    ada = await enter(portal, 'ada');
  });
  afterEach(() => portal.app.close());

  const find = (person: DashboardPerson, userCode: string) =>
    person.post('/api/command-line/sign-ins/find', { userCode });
  /** Lets time pass, for the sign-ins that wait. */
  const pass = (seconds: number) =>
    store.database.pool.query(
      `update command_line_sign_in set ends_at = ends_at - make_interval(secs => $1),
              asked_at = asked_at - make_interval(secs => $1)`,
      [seconds],
    );

  test('the page it names carries no code, and belongs to this portal', async () => {
    const answer = await postAsNobody(portal, '/api/command-line/sign-ins', { machine: 'laptop' });
    const { verificationUri, expiresInS, intervalS } = dataOf<Record<string, unknown>>(answer);
    expect({ verificationUri, expiresInS, intervalS }).toEqual({
      verificationUri: 'https://portal.example.com/dashboard/authorize',
      expiresInS: 600,
      intervalS: 5,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('the person sees which machine asks and from where, before they decide', async () => {
    const { userCode } = await startSignIn(portal, 'ada’s \u202elaptop');
    expect(dataOf<{ signIn: object }>(await find(ada, userCode)).signIn).toEqual({
      machine: 'ada’s laptop',
      ipAddress: '127.0.0.1',
      requestedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      endsAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('consent gives one session of that person, that is listed as a command line and works without cookies', async () => {
    const line = await signInCommandLine(portal, ada, 'adas-laptop');
    expect(line.token).toMatch(/^ohc_[\w-]{43}$/);
    const me = dataOf<{ userCode: string }>(await line.get('/auth/get-user'));
    expect(me.userCode).toBe(ada.userCode);
    const { sessions } = dataOf<{ sessions: Record<string, unknown>[] }>(await line.get('/api/sessions'));
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      id: line.sessionId,
      kind: 'command-line',
      machine: 'adas-laptop',
      userAgent: 'openhouse/test',
    });
    const days = (Date.parse(String(sessions[0]?.endsAt)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await line.get('/api/me')).headers['set-cookie']).toBeUndefined();
  });

  test('the store keeps neither code nor token', async () => {
    const { deviceCode, userCode } = await startSignIn(portal);
    const kept = async () =>
      JSON.stringify(
        (await store.database.pool.query('select * from command_line_sign_in')).rows.concat(
          (await store.database.pool.query('select * from session')).rows,
        ),
      );
    const before = await kept();
    for (const code of [deviceCode, userCode]) expect(before).not.toContain(code);
    const { token } = await signInCommandLine(portal, ada);
    expect(await kept()).not.toContain(token);
  });

  describe('the question whether the person has decided', () => {
    test('is SIGN_IN_PENDING, SIGN_IN_SLOW_DOWN when asked too soon, and slower each time', async () => {
      const { deviceCode } = await startSignIn(portal);
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_PENDING');
      const hasty = await collect(portal, deviceCode);
      expect([hasty.statusCode, outcomeOf(hasty), hasty.headers['retry-after']]).toEqual([
        400,
        'SIGN_IN_SLOW_DOWN',
        '10',
      ]);
      await pass(6);
      expect((await collect(portal, deviceCode)).headers['retry-after']).toBe('15');
      await pass(16);
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_PENDING');
    });

    test('holds the token once: of parallel questions one gets it', async () => {
      const { deviceCode, userCode } = await startSignIn(portal);
      dataOf(await decide(ada, userCode, 'allow'));
      const answers = await Promise.all(Array.from({ length: 8 }, () => collect(portal, deviceCode)));
      expect(answers.map(outcomeOf).sort()).toEqual([...Array(7).fill('SIGN_IN_SLOW_DOWN'), 'succeeded']);
    });

    test('ends the session when it comes again, as after an answer that was lost, and the audit says so', async () => {
      await createTeam(ada, 'Loft');
      const { deviceCode, userCode } = await startSignIn(portal, 'adas-laptop');
      dataOf(await decide(ada, userCode, 'allow'));
      const { token } = dataOf<{ token: string }>(await collect(portal, deviceCode));
      const line = callsWith(portal, token);
      expect((await line.get('/api/sessions')).statusCode).toBe(200);
      await pass(6);
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
      expect((await line.get('/api/sessions')).statusCode).toBe(401);
      const { sessions } = dataOf<{ sessions: { kind: string }[] }>(await ada.get('/api/sessions'));
      expect(sessions.map(({ kind }) => kind)).toEqual(['browser']);
      const { entries } = dataOf<{ entries: AuditEntry[] }>(await ada.get('/api/audit'));
      expect(entries[0]).toMatchObject({ action: 'session.end', subject: 'adas-laptop' });
      await pass(6);
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
    });

    test('leaves other sessions alone when it comes again after its own has ended', async () => {
      const { deviceCode, userCode } = await startSignIn(portal);
      dataOf(await decide(ada, userCode, 'allow'));
      const { token } = dataOf<{ token: string }>(await collect(portal, deviceCode));
      const other = await signInCommandLine(portal, ada);
      dataOf(await callsWith(portal, token).post('/api/sessions/end-all'));
      const third = await signInCommandLine(portal, await enter(portal, 'ada'));
      await pass(6);
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
      expect([(await other.get('/api/sessions')).statusCode, (await third.get('/api/sessions')).statusCode]).toEqual([
        401, 200,
      ]);
    });

    test('leaves nothing of the machine behind once it is answered', async () => {
      const { deviceCode, userCode } = await startSignIn(portal, 'adas-laptop');
      dataOf(await decide(ada, userCode, 'allow'));
      dataOf(await collect(portal, deviceCode));
      const { rows } = await store.database.pool.query(
        'select machine, user_agent, ip_address, allowed_by, sealed_token from command_line_sign_in',
      );
      expect(rows).toEqual([{ machine: '', user_agent: '', ip_address: '', allowed_by: null, sealed_token: null }]);
    });

    test('is SIGN_IN_DENIED once after a refusal, and nobody is signed in', async () => {
      const { deviceCode, userCode } = await startSignIn(portal);
      dataOf(await decide(ada, userCode, 'deny'));
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_DENIED');
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
    });

    test('is SIGN_IN_EXPIRED after 10 minutes, allowed or not, and for a code that never was', async () => {
      const waiting = await startSignIn(portal);
      const allowed = await startSignIn(portal);
      dataOf(await decide(ada, allowed.userCode, 'allow'));
      await pass(601);
      for (const { deviceCode } of [waiting, allowed, { deviceCode: `ohd_${'A'.repeat(43)}` }]) {
        expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
      }
      expect(outcomeOf(await decide(ada, waiting.userCode, 'allow'))).toBe('CODE_NOT_FOUND');
    });

    test('the session that allowed it takes what it allowed along when it ends first', async () => {
      const { deviceCode, userCode } = await startSignIn(portal);
      dataOf(await decide(ada, userCode, 'allow'));
      dataOf(await ada.post('/api/sessions/end-all'));
      expect(outcomeOf(await collect(portal, deviceCode))).toBe('SIGN_IN_EXPIRED');
    });
  });

  describe('a user code', () => {
    test('is decided once: of two decisions one finds it', async () => {
      const { userCode } = await startSignIn(portal);
      const both = await Promise.all([decide(ada, userCode, 'allow'), decide(ada, userCode, 'deny')]);
      expect(both.map(outcomeOf).sort()).toEqual(['CODE_NOT_FOUND', 'succeeded']);
    });

    test('cannot be guessed: ten tries of a person, right or wrong, then RATE_LIMITED', { tags: 'slow' }, async () => {
      const { userCode } = await startSignIn(portal);
      const outcomes: string[] = [];
      for (let guess = 0; guess < 9; guess += 1) outcomes.push(outcomeOf(await find(ada, 'BBBB-BBBB')));
      outcomes.push(outcomeOf(await find(ada, userCode)));
      expect(outcomes).toEqual([...Array(9).fill('CODE_NOT_FOUND'), 'succeeded']);
      const refused = await decide(ada, userCode, 'allow');
      expect([refused.statusCode, outcomeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // Somebody else is not kept from theirs.
      expect(outcomeOf(await find(await enter(portal, 'sam'), userCode))).toBe('succeeded');
    });

    test('is refused in any other form than the contract’s', async () => {
      for (const userCode of ['wdjb-mjht', 'WDJBMJHT', 'AAAA-AAAA', '', { $ne: '' }]) {
        const answer = await ada.post('/api/command-line/sign-ins/find', { userCode });
        expect(outcomeOf(answer)).toBe('REQUEST_INVALID');
      }
    });
  });

  test('an address starts 60 sign-ins in ten minutes, not more', { tags: 'slow' }, async () => {
    await roomInWindow();
    for (let n = 0; n < 60; n += 1) await startSignIn(portal);
    const answer = await postAsNobody(portal, '/api/command-line/sign-ins', { machine: 'laptop' });
    expect(outcomeOf(answer)).toBe('RATE_LIMITED');
  });

  test('stands in the audit log of every Team of the person, allowed or denied', async () => {
    const teams = [await createTeam(ada, 'One'), await createTeam(ada, 'Two')];
    await signInCommandLine(portal, ada, 'adas-laptop');
    const { userCode } = await startSignIn(portal, 'strange');
    dataOf(await decide(ada, userCode, 'deny'));
    for (const team of teams) {
      dataOf(await ada.post(`/api/teams/${team}/activate`));
      const answer = await ada.get('/api/audit?action=session.command-line');
      const { entries } = dataOf<{ entries: { subject: string; outcome: string }[] }>(answer);
      expect(entries.map(({ subject, outcome }) => [subject, outcome])).toEqual([
        ['strange at 127.0.0.1', 'SIGN_IN_DENIED'],
        ['adas-laptop at 127.0.0.1', 'succeeded'],
      ]);
    }
  });

  test('no code and no token reaches the log', async () => {
    const log = portal.deps.log as unknown as { lines: string[] };
    const { deviceCode, userCode } = await startSignIn(portal);
    await find(ada, userCode);
    await decide(ada, userCode, 'allow');
    const { token } = dataOf<{ token: string }>(await collect(portal, deviceCode));
    await collect(portal, deviceCode);
    await portal.ask({ url: '/api/apps', headers: { authorization: `Bearer ${token}`, cookie: 'svc_token=b' } });
    expect(log.lines.length).toBeGreaterThan(4);
    for (const hidden of [deviceCode, userCode, token]) expect(log.lines.join('\n')).not.toContain(hidden);
  });
});
