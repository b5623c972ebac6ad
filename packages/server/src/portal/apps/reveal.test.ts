import { IDEMPOTENCY_HEADER, SECRET_VISIBLE_S } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import {
  createApp,
  createTeam,
  type DashboardPerson,
  dataOf,
  enter,
  outcomeOf,
  passedBotCheck,
  reveal,
} from '../../testing/dashboard-people.ts';
import { dashboardTeam, joined } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { ATTEMPTS } from '../attempts/count-attempt.ts';
import { altchaCheck } from '../bot-check/altcha.ts';

describe('revealing a secret', () => {
  const store = useStore();
  let portal: InjectedPortal;
  let ada: DashboardPerson;
  let team: string;
  let appKey: string;
  let nowMs: () => number;
  beforeEach(async () => {
    nowMs = Date.now;
    const botCheck = altchaCheck({
      pool: store.database.pool,
      keys: testKeys(1),
      maxNumber: 50,
      nowMs: () => nowMs(),
    });
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { botCheck }) });
    ada = await enter(portal, 'ada');
    team = await createTeam(ada, 'Studio');
    appKey = (await createApp(ada, 'Viewing room')).appKey;
  });
  afterEach(() => portal.app.close());

  const revealWith = (botCheck: string, person = ada) =>
    person.post(`/api/apps/${appKey}/secrets/1/reveal`, { botCheck });
  const changed = (answer: string, change: (solution: Record<string, unknown>) => void): string => {
    const solution = JSON.parse(Buffer.from(answer, 'base64').toString()) as Record<string, unknown>;
    change(solution);
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  };

  describe('the bot check', () => {
    test('an answer counts once, and once among many at the same moment', { tags: 'slow' }, async () => {
      const botCheck = await passedBotCheck(ada);
      const outcomes = (await Promise.all(Array.from({ length: 5 }, () => revealWith(botCheck)))).map(outcomeOf);
      expect(outcomes.toSorted()).toEqual([...Array(4).fill('BOT_CHECK_FAILED'), 'succeeded']);
      expect(outcomeOf(await revealWith(changed(botCheck, (solution) => (solution.extra = 1))))).toBe(
        'BOT_CHECK_FAILED',
      );
    });

    test("somebody else's answer does not count", { tags: 'slow' }, async () => {
      const bo = await joined(portal, ada, team, 'bo', 'owner');
      expect(outcomeOf(await revealWith(await passedBotCheck(bo)))).toBe('BOT_CHECK_FAILED');
    });

    test('an answer counts for five minutes', { tags: 'slow' }, async () => {
      const botCheck = await passedBotCheck(ada);
      nowMs = () => Date.now() + 5 * 60_000;
      expect(outcomeOf(await revealWith(botCheck))).toBe('BOT_CHECK_FAILED');
    });

    slowAfter<[string, (solution: Record<string, unknown>) => void]>(2, [
      ['another number', (solution) => (solution.number = 51)],
      ['a number as text', (solution) => (solution.number = String(solution.number))],
      ['another algorithm', (solution) => (solution.algorithm = 'SHA-1')],
      ['another end', (solution) => (solution.salt = String(solution.salt).replace(/expires=\d/, 'expires=9'))],
      ['no end', (solution) => (solution.salt = String(solution.salt).replace(/expires=\d+&/, ''))],
      ['another signature', (solution) => (solution.signature = 'a'.repeat(64))],
      ['no salt', (solution) => delete solution.salt],
    ])('%s does not pass', async (_, change) => {
      expect(outcomeOf(await revealWith(changed(await passedBotCheck(ada), change)))).toBe('BOT_CHECK_FAILED');
    });

    slowAfter(1, ['bm90IEpTT04=', 'x', '%%%', 'e30='])('%j does not pass', async (answer) => {
      expect(outcomeOf(await revealWith(answer))).toBe('BOT_CHECK_FAILED');
    });
  });

  describe('the limit', () => {
    test('RATE_LIMITED: each person has so many attempts, failed ones counted, on every node', async () => {
      await roomInWindow();
      const other = injectedPortal(store.database, { ...portal.deps, dashboard: portal.deps.dashboard });
      for (let attempt = 0; attempt < ATTEMPTS.person; attempt += 1) {
        expect(outcomeOf(await revealWith('x'))).toBe('BOT_CHECK_FAILED');
      }
      const refused = await reveal(ada, appKey, 1);
      expect([refused.statusCode, outcomeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
      const elsewhere = await enter(other, 'ada');
      expect(outcomeOf(await reveal(elsewhere, appKey, 1))).toBe('RATE_LIMITED');
      await other.app.close();
    });

    test('RATE_LIMITED: all owners together have so many attempts on one app', { tags: 'slow' }, async () => {
      await roomInWindow();
      const owners = [
        ada,
        await joined(portal, ada, team, 'bo', 'owner'),
        await joined(portal, ada, team, 'cy', 'owner'),
      ];
      for (let attempt = 0; attempt < ATTEMPTS.app; attempt += 1) {
        await revealWith('x', owners[attempt % 2]);
      }
      expect(outcomeOf(await revealWith('x', owners[2]))).toBe('RATE_LIMITED');
    });
  });

  describe('a repetition with the same key', () => {
    const key = 'key-of-this-reveal';
    const keyed = (botCheck: string, person = ada, itsKey = key) =>
      person.post(`/api/apps/${appKey}/secrets/1/reveal`, { botCheck }, { [IDEMPOTENCY_HEADER]: itsKey });
    const reveals = async () => {
      const { entries } = dataOf<{ entries: { action: string; outcome: string }[] }>(await ada.get('/api/audit'));
      return entries.filter(({ action }) => action === 'secret.reveal').map(({ outcome }) => outcome);
    };

    test('is the same reveal, one after the other and at once: one entry, one attempt, one bot check', {
      tags: 'slow',
    }, async () => {
      const botCheck = await passedBotCheck(ada);
      const answers = [
        ...(await Promise.all([keyed(botCheck), keyed(botCheck), keyed(botCheck)])),
        await keyed(botCheck),
      ];
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(dataOf<{ secret: string }>(answers[0] as (typeof answers)[0]).secret).toMatch(/^ohs_/);
      expect(await reveals()).toEqual(['succeeded']);
      for (let more = 0; more < ATTEMPTS.person; more += 1) await keyed(botCheck);
      expect(outcomeOf(await reveal(ada, appKey, 1))).toBe('succeeded');
    });

    test('is another one with another key, and once the first answer would have been hidden', async () => {
      const botCheck = await passedBotCheck(ada);
      expect(outcomeOf(await keyed(botCheck))).toBe('succeeded');
      expect(outcomeOf(await keyed(botCheck, ada, 'another-key'))).toBe('BOT_CHECK_FAILED');
      const { rows } = await store.database.pool.query<{ left: number }>(
        'select extract(epoch from forget_at - now())::float as left from keyed_action where sealed_answer is not null',
      );
      expect(rows.map(({ left }) => left <= SECRET_VISIBLE_S)).toEqual([true]);
      await store.database.pool.query("update keyed_action set forget_at = now() - interval '1 second'");
      expect(outcomeOf(await keyed(botCheck))).toBe('BOT_CHECK_FAILED');
      expect(outcomeOf(await keyed(await passedBotCheck(ada)))).toBe('succeeded');
      expect(await reveals()).toEqual(['succeeded', 'BOT_CHECK_FAILED', 'BOT_CHECK_FAILED', 'succeeded']);
    });

    test('shows nothing to somebody who may no longer see it', { tags: 'slow' }, async () => {
      const bo = await joined(portal, ada, team, 'bo', 'owner');
      const botCheck = await passedBotCheck(bo);
      expect(outcomeOf(await keyed(botCheck, bo))).toBe('succeeded');
      dataOf(await ada.post(`/api/teams/${team}/members/${bo.userCode}/role`, { role: 'member' }));
      expect(outcomeOf(await keyed(botCheck, bo))).toBe('ROLE_INSUFFICIENT');
    });

    test('leaves the secret in no row', { tags: 'slow' }, async () => {
      const { secret } = dataOf<{ secret: string }>(await keyed(await passedBotCheck(ada)));
      const dump = await everyRow();
      const body = secret.slice('ohs_'.length);
      expect(dump).not.toContain(body);
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    });
  });

  test('the audit entry is committed before the secret is opened', async () => {
    const broken = injectedPortal(store.database, {
      ...portal.deps,
      dashboard: { ...portal.deps.dashboard, sealingKeys: testKeys(9) },
    });
    const again = await enter(broken, 'ada');
    expect(outcomeOf(await reveal(again, appKey, 1))).toBe('INTERNAL');
    const { entries } = dataOf<{ entries: { action: string; outcome: string }[] }>(await ada.get('/api/audit'));
    expect(entries[0]).toMatchObject({ action: 'secret.reveal', outcome: 'succeeded' });
    await broken.app.close();
  });

  test('a sealed secret that is moved to another row does not open', async () => {
    const { appKey: second } = await createApp(ada, 'Second');
    await inTransaction(
      store.database,
      (transaction) =>
        transaction.query(
          `update app_secret set sealed = (select s.sealed from app_secret s join app a on a.id = s.app_id where a.app_key = $1)
            where app_id = (select id from app where app_key = $2)`,
          [appKey, second],
        ),
      { team: '*' },
    );
    expect(outcomeOf(await reveal(ada, second, 1))).toBe('INTERNAL');
    expect(outcomeOf(await reveal(ada, appKey, 1))).toBe('succeeded');
  });

  test('before the reveal the secret is in no answer; ever, in no log and in no table', { tags: 'slow' }, async () => {
    const suite = await dashboardTeam(portal);
    const { owner, app } = suite;
    const answers: string[] = [];
    for (const path of [
      '/api/apps',
      `/api/apps/${app.appKey}`,
      `/api/apps/${app.appKey}/secrets`,
      '/api/audit',
      '/api/audit.csv',
      '/api/audit.jsonl',
      '/api/me',
    ]) {
      answers.push((await owner.get(path)).body);
    }
    answers.push((await owner.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 24 })).body);
    const secrets = [1, 2].map(
      async (version) => dataOf<{ secret: string }>(await reveal(owner, app.appKey, version)).secret,
    );
    const canaries = (await Promise.all(secrets)).flatMap((secret) => {
      const body = secret.slice('ohs_'.length);
      const bytes = Buffer.from(body, 'base64url');
      return [
        body,
        body.slice(0, 20),
        bytes.toString('hex'),
        bytes.toString('base64').slice(0, 40),
        Buffer.from(secret).toString('hex'),
      ];
    });
    const log = (portal.deps.log as unknown as { lines: string[] }).lines;
    expect(log.length).toBeGreaterThan(10);
    const dump = await everyRow();
    expect(dump.length).toBeGreaterThan(1000);
    for (const canary of canaries) {
      expect(answers.join('\n')).not.toContain(canary);
      expect(log.join('\n')).not.toContain(canary);
      expect(dump).not.toContain(canary);
    }
  });

  /** Every row of every table as text, bytes in hexadecimal: what a dump would hold. */
  async function everyRow(): Promise<string> {
    const owner = await store.database.connectAsOwner();
    await owner.query("set app.team = '*'");
    const { rows: tables } = await owner.query<{ name: string }>(
      "select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query<{ text: string }>(`select t::text as text from ${name} t`);
      parts.push(...rows.map(({ text }) => text));
    }
    await owner.end();
    return parts.join('\n');
  }
});
