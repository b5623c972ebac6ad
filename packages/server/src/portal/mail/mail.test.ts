import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smtpServerOf } from '../../config/mail.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { collectSteps, type Step } from '../../kernel/steps.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { dataOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, joined } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { bodyOf, headerOf, startSilentSmtp, startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { lookForWarnings } from '../warnings/look.ts';
import { queueWarningMails } from './outbox-store.ts';
import { LEASE_S, sendMails } from './send-mails.ts';
import { SMTP_WAITS, type SmtpWaits, smtpMailer } from './smtp-mailer.ts';
import { warningOutbox } from './warning-mail.ts';

const FROM = { name: 'Openhouse', address: 'openhouse@example.com' };

eachStore('mails about warnings', (store) => {
  let portal: InjectedPortal;
  let team: DashboardTeam;
  let smtp: TestSmtp;
  beforeEach(async () => {
    smtp = await startSmtp();
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
    team = await dashboardTeam(portal);
    await all("update app set created_at = now() - interval '1 year', trial_ends_at = null");
  });
  afterEach(async () => {
    await portal.app.close();
    await smtp.stop();
  });

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const look = () => lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 }, queueWarningMails);
  const trialIn = (interval: string, appKey = team.app.appKey) =>
    all('update app set trial_ends_at = now() + $2::interval where app_key = $1', [appKey, interval]);
  /** One round of a process. @returns What became of the mails, in order. */
  async function send(url = smtp.url, waits: SmtpWaits = SMTP_WAITS): Promise<string[]> {
    const outcomes: string[] = [];
    const mailer = smtpMailer(smtpServerOf(url), FROM, waits);
    await sendMails({
      database: store.database,
      mailer,
      outboxes: [warningOutbox(PORTAL_URL)],
      onOutcome: (outcome, reason) => outcomes.push(reason === '' ? outcome : `${outcome}: ${reason}`),
    });
    mailer.close();
    return outcomes;
  }
  const waiting = () =>
    all<{ attempts: number; later: boolean }>('select attempts, free_at > now() as later from mail');
  /** The mail of the owner. */
  async function mailed() {
    await look();
    await send();
    const [mail] = smtp.taken;
    if (mail === undefined) throw new Error('no mail came');
    return mail;
  }
  const stopPath = (mail: { raw: string }) =>
    headerOf({ to: '', ...mail }, 'List-Unsubscribe').replace(/^<https:\/\/[^/]+|>$/g, '');

  test('each new warning is sent once to each owner, with a link to the portal; nothing of it stays', {
    tags: 'slow',
  }, async () => {
    await joined(portal, team.owner, team.team, 'nora', 'owner');
    await trialIn('6 days');
    await look();
    expect([await send(), await send()]).toEqual([['sent', 'sent'], []]);
    await look();
    expect(await send()).toEqual([]);
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'nora@example.com']);
    const [mail] = smtp.taken;
    if (mail === undefined) return;
    expect(headerOf(mail, 'From')).toBe('Openhouse <openhouse@example.com>');
    expect(headerOf(mail, 'Subject')).toMatch(/^The trial of Viewing room ends on /);
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    const body = bodyOf(mail);
    expect(body.split(`${PORTAL_URL}/dashboard/apps/${team.app.appKey}`).length).toBe(3);
    expect(body).toContain('You get this because you are an owner of Studio.');
    expect(await waiting()).toEqual([]);
  });

  test('in Chinese to somebody whose pages are', { tags: 'slow' }, async () => {
    await team.owner.get('/api/apps');
    await portal.ask({ url: '/api/apps', headers: { ...team.owner.headers, 'accept-language': 'zh-CN,zh;q=0.9' } });
    await trialIn('6 days');
    const mail = await mailed();
    expect(bodyOf(mail)).toContain('你收到此邮件，因为你是 Studio 的所有者。');
    expect(bodyOf(mail)).toContain('<html lang="zh">');
  });

  test('no secret, and no line or element that a name would make', { tags: 'slow' }, async () => {
    const name = `ohs_${'a'.repeat(43)} <b>"R&D"</b>`;
    await all('update app set name = $2 where app_key = $1', [
      team.app.appKey,
      `${name}\r\nBcc: everybody@example.com`,
    ]);
    await trialIn('6 days');
    const mail = await mailed();
    const text = `${mail.raw}\n${bodyOf(mail)}`;
    expect(text).not.toContain('ohs_a');
    expect(bodyOf(mail)).toContain('[secret] &lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; Bcc: everybody@example.com');
    expect(headerOf(mail, 'Bcc')).toBe('');
    expect(smtp.taken).toHaveLength(1);
  });

  describe('the link that stops them', () => {
    test('works without a sign-in, and only when a button is pressed: what opens it stops nothing', {
      tags: 'slow',
    }, async () => {
      await trialIn('6 days');
      const path = stopPath(await mailed());
      for (const method of ['GET', 'HEAD'] as const) {
        const page = await portal.ask({ method, url: path });
        expect([method, page.statusCode, page.headers['cache-control']]).toEqual([method, 200, 'no-store']);
      }
      const page = await portal.ask({ url: path, headers: { 'accept-language': 'zh' } });
      expect(page.body).toContain('<form method="post">');
      expect(page.body).toContain('停止提醒邮件？');
      await trialIn('5 hours');
      await look();
      expect(await send()).toEqual(['sent']);
      const post = (payload: string) =>
        portal.ask({
          method: 'POST',
          url: path,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        });
      expect((await post('stop=yes')).body).toContain('No more mails about warnings');
      await trialIn('5 days');
      await look();
      expect(await send()).toEqual([]);
      expect((await post('start=yes')).body).toContain('come again');
      await trialIn('4 days');
      await look();
      expect(await send()).toEqual(['sent']);
    });

    test('a mail program stops them with one press (RFC 8058)', { tags: 'slow' }, async () => {
      await trialIn('6 days');
      const mail = await mailed();
      expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = 'List-Unsubscribe=One-Click';
      expect((await portal.ask({ method: 'POST', url: stopPath(mail), headers, payload })).statusCode).toBe(200);
      expect(dataOf<{ byMail: boolean }>(await team.owner.get('/api/warnings')).byMail).toBe(false);
      expect(dataOf<{ byMail: boolean }>(await team.outsider.get('/api/warnings')).byMail).toBe(true);
    });

    test.each(['/mail/stop/x', '/mail/stop/00000000-0000-4000-8000-000000000000'])('of nobody: %s', async (url) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await portal.ask({ method: 'POST', url, headers, payload: '' })).statusCode).toBe(404);
    });
  });

  test('nobody is written to who has stopped them, left, is suspended, or whose warning is over by then', async () => {
    await trialIn('6 days');
    await look();
    await trialIn('60 days');
    await look();
    expect(await send()).toEqual(['dropped: nobody is to get it any more']);
    await team.owner.post('/api/warnings/mail', { wanted: false });
    await trialIn('5 days');
    await look();
    expect(await waiting()).toEqual([]);
    await team.owner.post('/api/warnings/mail', { wanted: true });
    await all("update person set suspended_at = now(), suspended_reason = 'x' where code = $1", [team.owner.userCode]);
    await trialIn('4 days');
    await look();
    expect([await waiting(), smtp.taken]).toEqual([[], []]);
  });

  describe('a server that', () => {
    beforeEach(async () => {
      await joined(portal, team.owner, team.team, 'nora', 'owner');
      await trialIn('6 days');
      await look();
    });

    test('refuses one address for good: that mail has failed, the other is sent', { tags: 'slow' }, async () => {
      smtp.mood = (address) => (address.startsWith('ada') ? 550 : 0);
      expect((await send()).sort()).toEqual(['failed: EENVELOPE RCPT TO 550', 'sent']);
      expect(await waiting()).toEqual([]);
    });

    test('greylists: the mail is tried again later, and sent once', { tags: 'slow' }, async () => {
      smtp.mood = (address) => (address.startsWith('ada') ? 451 : 0);
      expect((await send()).sort()).toEqual(['postponed: EENVELOPE RCPT TO 451', 'sent']);
      expect(await waiting()).toEqual([{ attempts: 1, later: true }]);
      expect(await send()).toEqual([]);
      smtp.mood = () => 0;
      await all('update mail set free_at = now()');
      expect(await send()).toEqual(['sent']);
      expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'nora@example.com']);
    });

    test('is not there: one mail is tried, all wait, longer each time', async () => {
      expect(await send('smtp://127.0.0.1:1')).toEqual([expect.stringMatching(/^postponed: ESOCKET|ECONN/)]);
      expect(await waiting()).toHaveLength(2);
      const seconds: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        await all("update mail set free_at = case when attempts > 0 then now() else now() + interval '9 hours' end");
        await send('smtp://127.0.0.1:1');
        const [row] = await all<{ s: number }>(
          'select extract(epoch from free_at - now())::int as s from mail where attempts > 0',
        );
        seconds.push(row?.s ?? 0);
      }
      expect(seconds.every((s, index) => index === 0 || s > 1.5 * (seconds[index - 1] ?? 0))).toBe(true);
      await all("update mail set free_at = now(), made_at = now() - interval '4 days'");
      expect(await send('smtp://127.0.0.1:1')).toEqual([expect.stringMatching(/^failed: /)]);
    });

    test('speaks no SMTP, or hangs up at once: nothing is lost', { tags: 'slow' }, async () => {
      const sockets: Socket[] = [];
      const other: Server = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      expect(await send(`smtp://127.0.0.1:${port}`)).toEqual([expect.stringMatching(/^postponed: /)]);
      other.close();
      expect(await send()).toEqual(['sent']);
    });

    describe('accepts the connection and falls silent', () => {
      const QUICK: SmtpWaits = { connectMs: 2000, greetingMs: 200, silenceMs: 200 };
      const inOneDialogue = ['', 'EHLO', 'MAIL FROM', 'RCPT TO', 'DATA', '.'];

      slowAfter(1, [
        ['at once', ''],
        ['behind EHLO', 'EHLO'],
        ['behind MAIL FROM', 'MAIL FROM'],
        ['behind RCPT TO', 'RCPT TO'],
        ['behind DATA', 'DATA'],
        ['behind the mail', '.'],
      ])('%s: one mail is tried, all wait, and a server that works gets each once', async (_, silentAfter) => {
        const silent = await startSilentSmtp(silentAfter);
        // While the first process waits, the mail is its own: another one leaves it alone.
        const [held, other] = await Promise.all([send(silent.url, QUICK), silent.heard.then(() => send())]);
        expect(held).toEqual([expect.stringMatching(/^postponed: (ETIMEDOUT|ESOCKET|ECONN)/)]);
        expect(other).toEqual(['sent']);
        expect(await waiting()).toEqual([{ attempts: 1, later: true }]);
        await silent.stop();
        await all('update mail set free_at = now()');
        expect(await send()).toEqual(['sent']);
        expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'nora@example.com']);
        // Of what the silent server may have kept, a mailbox shows one.
        const ids = smtp.taken.map((mail) => headerOf(mail, 'Message-ID'));
        for (const id of silent.messageIds) expect(ids).toContain(id);
        expect(silent.messageIds).toHaveLength(silentAfter === '.' ? 1 : 0);
      });

      test('a lease is longer than all waits of a dialogue with STARTTLS and a password together', () => {
        const steps = inOneDialogue.length + ['STARTTLS', 'EHLO', 'AUTH', 'its two lines'].length + 1;
        const { connectMs, greetingMs, silenceMs } = SMTP_WAITS;
        expect(LEASE_S * 1000).toBeGreaterThan(2 * connectMs + greetingMs + steps * silenceMs);
      });
    });

    test('refuses the sender or the password: wrong for all, so no mail is given up', async () => {
      const strict = await startSmtp({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('No.'), { responseCode: 535 })),
      });
      const url = strict.url.replace('//', '//mailer:the-password@');
      expect(await send(url)).toEqual([expect.stringMatching(/^postponed: EAUTH/)]);
      expect(await waiting()).toHaveLength(2);
      await strict.stop();
    });
  });

  test('two processes send each mail once', { tags: 'slow' }, async () => {
    for (const name of ['nora', 'nils', 'nina']) await joined(portal, team.owner, team.team, name, 'owner');
    await trialIn('6 days');
    await look();
    await Promise.all([send(), send(), send()]);
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(
      ['ada', 'nina', 'nils', 'nora'].map((name) => `${name}@example.com`).sort(),
    );
  });
});

test('the server that a mail is handed to is a step of the trace, without an address of anybody', async () => {
  const steps: Step[] = [];
  const letter = { messageId: 'a@b', to: 'x@example.com', subject: '', text: '', html: '', headers: {} };
  const smtp = await startSmtp();
  const mailer = smtpMailer(smtpServerOf(smtp.url), FROM);
  await collectSteps(steps, () => mailer.send(letter));
  await smtp.stop();
  await collectSteps(steps, () => mailer.send(letter));
  mailer.close();
  expect(steps.map(({ name, failed }) => [name, failed])).toEqual([
    ['smtp 127.0.0.1', false],
    ['smtp 127.0.0.1', true],
  ]);
  expect(JSON.stringify(steps)).not.toContain('example.com');
});

describe('a password', () => {
  test.each([
    ['smtp://user:word@mail.example.com', 587, false, true],
    ['smtps://user:word@mail.example.com', 465, true, false],
    ['smtp://mail.example.com:25', 25, false, false],
    ['smtp://user:word@127.0.0.1:1025', 1025, false, false],
  ])('%s: port %i, TLS at once %j, TLS required %j', (address, port, secure, requireTls) => {
    expect(smtpServerOf(address)).toMatchObject({ port, secure, requireTls });
  });

  test('goes to no server without TLS', async () => {
    const heard: string[] = [];
    const plain = await startSmtp({
      onAuth: ({ password }, _session, callback) => {
        heard.push(password ?? '');
        callback(null, { user: 'u' });
      },
      allowInsecureAuth: true,
    });
    const server = { ...smtpServerOf(plain.url.replace('//', '//user:word@')), requireTls: true };
    const mailer = smtpMailer(server, FROM);
    expect(
      await mailer.send({ messageId: 'a@b', to: 'x@example.com', subject: '', text: '', html: '', headers: {} }),
    ).toMatchObject({ result: 'away' });
    expect([heard, plain.taken]).toEqual([[], []]);
    mailer.close();
    await plain.stop();
  });
});
