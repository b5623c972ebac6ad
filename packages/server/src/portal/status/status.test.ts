import type { ServiceStatus } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { startTestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { type IdentityProvider, IdentityProviderUnavailable } from '../identity/identity-provider.ts';
import { gatewayAnswers, watchProvider } from './measures.ts';
import { type Measures, type StatusBoard, statusBoard } from './status-board.ts';

const store = useStore();
const works: Record<keyof Measures, boolean> = { portal: true, gateway: true, 'sign-in': true, imports: true };
/** What the gateway takes to answer. */
let answer: Promise<void>;
const measures: Measures = {
  portal: () => works.portal,
  gateway: async () => {
    await answer;
    return works.gateway;
  },
  'sign-in': () => works['sign-in'],
  imports: () => works.imports,
};
let board: StatusBoard;
let portal: InjectedPortal;
let operator: DashboardPerson;
/** Whether the database is there for the board. */
let isThere = true;
beforeEach(async () => {
  isThere = true;
  answer = Promise.resolve();
  Object.assign(works, { portal: true, gateway: true, 'sign-in': true, imports: true });
  const { pool } = store.database;
  const asked = (...args: Parameters<typeof pool.query>) =>
    isThere ? pool.query(...args) : Promise.reject(new Error('away'));
  board = statusBoard({
    pool: { query: asked as typeof pool.query },
    measures,
    nowMs: Date.now,
  });
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators, status: board }) });
  operator = await enter(portal, 'olga');
});
afterEach(() => portal.app.close());

const told = async () => dataOf<ServiceStatus>(await portal.ask({ url: '/status.json' }));
const page = async (headers: Record<string, string> = {}) => (await portal.ask({ url: '/status', headers })).body;
const note = (text: string, who = operator) => who.post('/api/operator/note', { text, reason: 'Other disks' });

describe('the status', () => {
  test('is for anybody, as a page and as JSON; each part by its own measure', async () => {
    await board.look();
    expect(await told()).toMatchObject({ works: true, note: null });
    expect(await page()).toContain('Everything works.');
    for (const part of Object.keys(works) as (keyof Measures)[]) {
      Object.assign(works, { portal: true, gateway: true, 'sign-in': true, imports: true, [part]: false });
      await board.look();
      const status = await told();
      expect(status.works).toBe(false);
      expect(status.parts.filter((one) => !one.works).map(({ name }) => name)).toEqual([part]);
      expect((await page()).match(/does not work</g)).toHaveLength(1);
    }
  });

  test('a program that accepts JSON alone gets it at the address of the page', async () => {
    const answer = await portal.ask({ url: '/status', headers: { accept: 'application/json' } });
    expect(dataOf<ServiceStatus>(answer)).toEqual(await told());
    const browser = { accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8' };
    expect(await page(browser)).toMatch(/^<!doctype html>/);
    expect(await page({ 'accept-language': 'zh-CN' })).toContain('一切正常。');
  });

  test('is told from memory: nobody is asked, whoever looks, and it stays while the database is away', async () => {
    await note('On Sunday the disks are changed.');
    isThere = false;
    works.portal = false;
    await board.look();
    for (let times = 0; times < 50; times += 1) expect((await told()).works).toBe(false);
    expect(await page()).toContain('On Sunday the disks are changed.');
  });

  test('holds nothing of what is inside', async () => {
    works.gateway = false;
    await board.look();
    expect(Object.keys(await told()).sort()).toEqual(['checkedAt', 'note', 'parts', 'works']);
    for (const { ...part } of (await told()).parts) expect(Object.keys(part).sort()).toEqual(['name', 'works']);
    const answer = await portal.ask({ url: '/status.json', headers: { cookie: 'svc_token=x' } });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
  });
});

describe('the note of operators', () => {
  test('is seen at once, kept in the audit of the installation with its reason, and taken away', async () => {
    const text = 'On Sunday from 6 to 7 UTC <b>slow</b>.';
    expect(dataOf(await note(text))).toEqual({ note: { text, since: expect.any(String) } });
    const first = await told();
    expect(first.note?.text).toBe(text);
    expect(await page()).toContain('&lt;b&gt;slow&lt;/b&gt;');
    // Repeated, it is the same note: who has dismissed it is not told again.
    dataOf(await note(text));
    expect((await told()).note).toEqual(first.note);
    dataOf(await note(''));
    dataOf(await note(''));
    expect((await told()).note).toBeNull();
    const { entries } = dataOf<{ entries: { action: string; subject: string; reason: string }[] }>(
      await operator.get('/api/operator/audit?action=note.set'),
    );
    expect(entries.map(({ subject, reason }) => [subject, reason])).toEqual([
      ['', 'Other disks'],
      [text, 'Other disks'],
    ]);
  });

  test('waits for no part: who writes it is answered, and a portal that starts tells it at once', async () => {
    answer = new Promise(() => {});
    const text = 'The gateway is away.';
    dataOf(await note(text));
    expect((await told()).note?.text).toBe(text);
    void board.look();
    dataOf(await note(`${text} We know.`));
    expect((await told()).note?.text).toBe(`${text} We know.`);
    dataOf(await note(text));
    const started = statusBoard({ pool: store.database.pool, measures, nowMs: Date.now });
    started.start();
    await expect.poll(() => started.now().note?.text).toBe(text);
    await started.stop();
  });

  test('is for operators to write', async () => {
    expect(outcomeOf(await note('Hello', await enter(portal, 'ada')))).toBe('OPERATOR_REQUIRED');
  });
});

describe('what is measured', () => {
  test('the gateway: where it answers, not where nobody or something that fails does', async () => {
    const gateway = await startTestGateway(store.database);
    const before = gateway.statements();
    expect(await gatewayAnswers(gateway.baseUrl)).toBe(true);
    expect(gateway.statements()).toBe(before);
    await gateway.stop();
    expect(await gatewayAnswers(gateway.baseUrl)).toBe(false);
    expect(await gatewayAnswers('http://gateway', async () => new Response(null, { status: 503 }))).toBe(false);
  });

  test('the sign-in: away since a call found it so, asked once a look until it is back; a refusal of one person is none', async () => {
    let because: 'provider' | 'person' | undefined = 'provider';
    let begun = 0;
    const provider = {
      begin: async () => {
        begun += 1;
        if (because !== undefined) throw new IdentityProviderUnavailable('no', because);
        return {};
      },
    } as unknown as IdentityProvider;
    const { identity, works: signInWorks } = watchProvider(provider);
    expect([await signInWorks(), begun]).toEqual([true, 0]);
    await identity.begin().catch(() => undefined);
    expect([await signInWorks(), begun]).toEqual([false, 2]);
    because = 'person';
    expect(await signInWorks()).toBe(true);
    because = undefined;
    await identity.begin();
    expect(await signInWorks()).toBe(true);
  });
});
