import { INVITATION_MAILS_PER_DAY, type Invitation } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smtpServerOf } from '../../config/mail.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { eachStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { bodyOf, headerOf, startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { MAILS_WINDOW_S } from '../attempts/count-attempt.ts';
import { sendMails } from '../mail/send-mails.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { invitationOutbox } from './invitation-mail.ts';

const FROM = { name: 'Openhouse', address: 'openhouse@example.com' };

eachStore('invitations by mail', (store) => {
  let portal: InjectedPortal;
  let smtp: TestSmtp;
  let owner: DashboardPerson;
  let team: string;
  beforeEach(async () => {
    smtp = await startSmtp();
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
    owner = await enter(portal, 'ada');
    team = await createTeam(owner, 'Studio');
  });
  afterEach(async () => {
    await portal.app.close();
    await smtp.stop();
  });

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const invite = (mailTo?: string, by = owner, to = team) =>
    by.post(`/api/teams/${to}/invitations`, { role: 'member', ...(mailTo !== undefined && { mailTo }) });
  const invited = async (mailTo: string) => dataOf<{ invitation: Invitation; token: string }>(await invite(mailTo));
  const listed = async () =>
    dataOf<{ invitations: Invitation[]; sendsMail: boolean }>(await owner.get(`/api/teams/${team}/members`));
  /** One round of a process. @returns What became of the mails, in order. */
  async function send(): Promise<string[]> {
    const outcomes: string[] = [];
    const mailer = smtpMailer(smtpServerOf(smtp.url), FROM);
    await sendMails({
      database: store.database,
      mailer,
      outboxes: [invitationOutbox(portal.deps.dashboard.sealingKeys, PORTAL_URL)],
      onOutcome: (outcome) => outcomes.push(outcome),
    });
    mailer.close();
    return outcomes;
  }
  /** The only mail that came. */
  const mailed = () => {
    expect(smtp.taken).toHaveLength(1);
    return smtp.taken[0] ?? { to: '', raw: '' };
  };

  test('the link comes by mail, lets one person in, and nothing of either stays', { tags: 'slow' }, async () => {
    const { invitation, token } = await invited('Nora@Example.com');
    expect(invitation.mail).toEqual({ to: 'Nora@Example.com', state: 'waiting' });
    expect([await send(), await send()]).toEqual([['sent'], []]);
    const mail = mailed();
    expect(mail.to).toBe('Nora@example.com');
    expect(headerOf(mail, 'Subject')).toBe('ada invites you to the Team Studio');
    expect(headerOf(mail, 'Message-ID')).toBe(`<invitation-${invitation.id}@portal.example.com>`);
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    // Text and HTML.
    expect(bodyOf(mail).split(`${PORTAL_URL}/dashboard/join#${token}`)).toHaveLength(3);
    expect((await listed()).invitations[0]?.mail?.state).toBe('sent');
    const held = JSON.stringify(await all('select i.*, encode(mail_token, $1) as sealed from invitation i', ['hex']));
    expect(held).not.toContain(token);
    expect(await all('select 1 from invitation where mail_token is not null or mail_free_at is not null')).toEqual([]);

    const nora = await enter(portal, 'nora');
    expect(outcomeOf(await nora.post('/api/invitations/accept', { token }))).toBe('succeeded');
    expect(await all("select 1 from invitation where email ilike 'nora%'")).toEqual([]);
    expect(await all("select 1 from audit_entry where subject ilike '%nora@%'")).toEqual([]);
  });

  test('in the language of the pages of whoever invites', { tags: 'slow' }, async () => {
    await portal.ask({ url: '/api/apps', headers: { ...owner.headers, 'accept-language': 'zh-CN,zh;q=0.9' } });
    await invited('nora@example.com');
    await send();
    expect(bodyOf(mailed())).toContain('<html lang="zh">');
    expect(bodyOf(mailed())).toContain('以成员身份加入');
  });

  test('no line, element, recipient or link is made by a name', async () => {
    const forged = 'Prize at https://evil.example/win <b>x</b>\r\nBcc: everybody@evil.example\r\n\r\nwww.evil.example';
    await all('update team set name = $1 where code = $2', [forged, team]);
    await all('update person set name = $1 where code = $2', [
      `ohs_${'a'.repeat(43)} admin@bank.example`,
      owner.userCode,
    ]);
    const { token } = await invited('nora@example.com');
    await send();
    const mail = mailed();
    const body = bodyOf(mail);
    const link = `${PORTAL_URL}/dashboard/join#${token}`;
    const rest = `${headerOf(mail, 'Subject')}\n${body.replaceAll(link, '')}`;
    expect(body).toContain(link);
    expect(body.slice(body.indexOf('<html'))).not.toContain('<b>');
    for (const found of ['evil.example', '://', 'www.evil', 'bank.example', '@bank', 'ohs_a']) {
      expect(rest).not.toContain(found);
    }
    expect(headerOf(mail, 'Bcc')).toBe('');
    expect(mail.to).toBe('nora@example.com');
  });

  slowAfter(2, [
    'nobody',
    'a b@example.com',
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
    'Nora <a@example.com>',
    'a@b@example.com',
    `${'a'.repeat(65)}@example.com`,
    '',
  ])('REQUEST_INVALID: %j is no address', async (address) => {
    expect(outcomeOf(await invite(address))).toBe('REQUEST_INVALID');
    expect(await all('select 1 from invitation')).toEqual([]);
  });

  describe('bounds', () => {
    test('of a Team in a day; links without a mail are still made', { tags: ['slow', 'long'] }, async () => {
      await roomInWindow(MAILS_WINDOW_S);
      for (let n = 0; n < INVITATION_MAILS_PER_DAY.team; n += 1) await invited(`guest-${n}@example.com`);
      const refused = await invite('one-more@example.com');
      expect(outcomeOf(refused)).toBe('RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
      expect(outcomeOf(await invite())).toBe('succeeded');
      expect((await listed()).invitations).toHaveLength(INVITATION_MAILS_PER_DAY.team + 1);
      expect(await send()).toHaveLength(INVITATION_MAILS_PER_DAY.team);
    });

    test('of one address, from all Teams together, however it is spelt', async () => {
      await roomInWindow(MAILS_WINDOW_S);
      const otto = await enter(portal, 'otto');
      const other = await createTeam(otto, 'Others');
      for (const address of ['nora@example.com', 'NORA@example.com', 'nora+1@Example.com']) await invited(address);
      expect(outcomeOf(await invite('Nora+more@example.com', otto, other))).toBe('RATE_LIMITED');
      expect(outcomeOf(await invite('nina@example.com', otto, other))).toBe('succeeded');
      expect(JSON.stringify(await all('select counted from reveal_attempts'))).not.toMatch(/nora|nina/i);
    });

    test('nobody but an owner uses them up', async () => {
      const mo = await enter(portal, 'mo');
      const { token } = dataOf<{ token: string }>(await invite());
      dataOf(await mo.post('/api/invitations/accept', { token }));
      const stranger = await enter(portal, 'otto');
      for (let n = 0; n < INVITATION_MAILS_PER_DAY.address + 1; n += 1) {
        expect(outcomeOf(await invite('nora@example.com', mo))).toBe('ROLE_INSUFFICIENT');
        expect(outcomeOf(await invite('nora@example.com', stranger))).toBe('TEAM_NOT_FOUND');
      }
      expect(outcomeOf(await invite('nora@example.com'))).toBe('succeeded');
    });
  });

  test('nothing is sent of an invitation that was withdrawn, or of a Team or person that is suspended by then', async () => {
    const { invitation } = await invited('nora@example.com');
    dataOf(await owner.post(`/api/teams/${team}/invitations/${invitation.id}/revoke`));
    expect(await send()).toEqual([]);
    await invited('nina@example.com');
    await all("update team set suspended_at = now(), suspended_reason = 'x' where code = $1", [team]);
    expect(await send()).toEqual(['dropped']);
    await all('update team set suspended_at = null, suspended_reason = null where code = $1', [team]);
    await invited('nils@example.com');
    await all("update person set suspended_at = now(), suspended_reason = 'x' where code = $1", [owner.userCode]);
    expect(await send()).toEqual(['dropped']);
    expect(smtp.taken).toEqual([]);
    expect(await all("select 1 from invitation where mail_state <> 'failed'")).toEqual([]);
  });

  test('an address that the server refuses for good is shown as such, and its link still works', {
    tags: 'slow',
  }, async () => {
    smtp.mood = () => 550;
    const { token } = await invited('nobody@example.com');
    expect(await send()).toEqual(['failed']);
    expect((await listed()).invitations[0]?.mail).toEqual({ to: 'nobody@example.com', state: 'failed' });
    const nora = await enter(portal, 'nora');
    expect(outcomeOf(await nora.post('/api/invitations/accept', { token }))).toBe('succeeded');
  });

  test('a server that greylists gets the same mail later', async () => {
    smtp.mood = () => 451;
    const { token } = await invited('nora@example.com');
    expect([await send(), await send()]).toEqual([['postponed'], []]);
    smtp.mood = () => 0;
    await all('update invitation set mail_free_at = now()');
    expect(await send()).toEqual(['sent']);
    expect(bodyOf(mailed())).toContain(token);
  });

  test('of several processes one sends it', { tags: 'slow' }, async () => {
    for (const name of ['nora', 'nina', 'nils']) await invited(`${name}@example.com`);
    const outcomes = await Promise.all([send(), send(), send()]);
    expect(outcomes.flat()).toEqual(['sent', 'sent', 'sent']);
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['nils@example.com', 'nina@example.com', 'nora@example.com']);
  });

  test('where no mail is sent: the page is told, an address is refused, a link is made as before', {
    tags: 'slow',
  }, async () => {
    const silent = injectedPortal(store.database, { dashboard: testDashboard(store.database, { sendsMail: false }) });
    const nora = await enter(silent, 'nora');
    const own = await createTeam(nora, 'Own');
    expect(outcomeOf(await invite('nina@example.com', nora, own))).toBe('MAIL_NOT_CONFIGURED');
    expect(outcomeOf(await invite(undefined, nora, own))).toBe('succeeded');
    const { sendsMail, invitations } = dataOf<{ sendsMail: boolean; invitations: Invitation[] }>(
      await nora.get(`/api/teams/${own}/members`),
    );
    expect([sendsMail, invitations.map(({ mail }) => mail)]).toEqual([false, [null]]);
    await silent.app.close();
  });
});
