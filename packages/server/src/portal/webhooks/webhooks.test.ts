import { getEventListeners } from 'node:events';
import type { Webhook, WebhookDelivery } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { judgeHost, outsideFetch } from '../../kernel/http/outside-fetch.ts';
import { beside } from '../../testing/beside.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, type DashboardPerson, dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { standardSignature, startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { removeDueTeams } from '../teams/remove-teams.ts';
import { lookForWarnings } from '../warnings/look.ts';
import { type SendDeps, sendWebhooks } from './send-webhooks.ts';
import { forgetPreviousSecrets, queueWarnings, replaceSecret } from './store.ts';

const keys = [{ id: 1, key: Buffer.alloc(32, 7) }];
/** Names of hosts stand for these addresses: 203.0.113.1 is the receiver's as far as judging goes. */
const INSIDE = 'inside.example';

eachStore('webhooks', (store) => {
  const uploadDirectory = useFolder();
  let portal: InjectedPortal;
  let team: DashboardTeam;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    const webhookAddresses = {
      requiresTls: false,
      judge: (host: string) =>
        judgeHost(host, {
          allowedHosts: ['127.0.0.1'],
          lookup: (name, options, callback) => {
            const address = name === INSIDE ? '10.0.0.7' : '93.184.215.14';
            if (options.all === true) callback(null, [{ address, family: 4 }]);
            else callback(null, address, 4);
          },
        }),
    };
    const dashboard = testDashboard(store.database, { sealingKeys: keys, uploadDirectory, webhookAddresses });
    portal = injectedPortal(store.database, { dashboard });
    team = await dashboardTeam(portal);
  });
  afterEach(async () => {
    await portal.app.close();
    await receiver.stop();
  });

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const create = async (events: string[] = [], url = `${receiver.url}/hook`, person = team.owner) =>
    dataOf<{ webhook: Webhook; secret: string }>(await person.post('/api/webhooks', { url, events }));
  const shown = async ({ id }: Webhook) =>
    dataOf<{ webhooks: Webhook[] }>(await team.viewer.get('/api/webhooks')).webhooks.find((one) => one.id === id);
  const log = async ({ id }: Webhook, query = '') =>
    dataOf<{ deliveries: WebhookDelivery[]; hasMore: boolean }>(
      await team.viewer.get(`/api/webhooks/${id}/deliveries${query}`),
    );
  const bringTour = (code: string, name = code, person: DashboardPerson = team.owner) =>
    person.upload(
      '/api/tours/imports?name=work.json',
      'application/json',
      JSON.stringify(basics(code, { title: name })),
    );

  /** One round of a process. @returns What became of what it tried. */
  async function send(others: Partial<SendDeps> = {}, signal = new AbortController().signal): Promise<string[]> {
    const outcomes: string[] = [];
    await sendWebhooks(
      {
        database: store.database,
        keys,
        fetching: outsideFetch({ allowedHosts: ['127.0.0.1'] }),
        nowMs: Date.now,
        onOutcome: (outcome, reason) => outcomes.push(reason === '' ? outcome : `${outcome}: ${reason}`),
        retryFirstS: 60,
        ...others,
      },
      signal,
    );
    return outcomes;
  }
  /** Time goes by for what waits. */
  const later = (interval = '4 hours') =>
    all(
      'update webhook_delivery set free_at = free_at - $1::interval, first_tried_at = first_tried_at - $1::interval',
      [interval],
    );
  const told = () => receiver.received.map(({ body }) => JSON.parse(body));
  const types = () => told().map(({ type }) => type);

  test('every event of tours, apps and secrets is told, in its order, and signed as Standard Webhooks has it', {
    tags: 'slow',
  }, async () => {
    const { webhook, secret } = await create();
    expect(webhook).toMatchObject({ url: `${receiver.url}/hook`, events: [], stopped: null, waiting: 0 });
    await bringTour('loft');
    await bringTour('loft', 'changed');
    await team.owner.post('/api/tours/loft/activate');
    await team.owner.post('/api/tours/loft/activate');
    await team.owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    const { appKey } = await createApp(team.owner, 'Second');
    await team.owner.post(`/api/apps/${appKey}/secrets/rotate`, { overlapHours: 24 });
    expect((await shown(webhook))?.waiting).toBe(6);
    expect(await send()).toEqual(Array(6).fill('delivered'));
    expect(types().filter((type) => type.startsWith('tour.'))).toEqual([
      'tour.imported',
      'tour.replaced',
      'tour.activated',
      'tour.removed',
    ]);
    expect(types().filter((type) => !type.startsWith('tour.'))).toEqual(['app.created', 'secret.rotated']);
    const [imported, rotated] = [told()[0], told().find(({ type }) => type === 'secret.rotated')];
    expect(Object.keys(imported)).toEqual(['type', 'timestamp', 'data']);
    expect(imported.data).toMatchObject({ resource_code: 'loft', is_active: false });
    expect(rotated.data).toEqual({ app_key: appKey, name: 'Second', version: 2 });
    for (const call of receiver.received) expect(call.signatures).toEqual([standardSignature(secret, call)]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6);
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/ohs_|whsec_/);
    expect([await send(), (await shown(webhook))?.waiting]).toEqual([[], 0]);
  });

  test('what is rolled back is told to nobody, nor what another Team does', { tags: 'slow' }, async () => {
    await create();
    await bringTour('theirs', 'theirs', team.outsider);
    await expect(
      inTransaction(
        store.database,
        async (transaction) => {
          await transaction.query("select queue_webhook(id, 'tour.imported', null, '{}') from team where code = $1", [
            team.team,
          ]);
          throw new Error('no');
        },
        { team: '*' },
      ),
    ).rejects.toThrow('no');
    await team.member.post('/api/tours/nothing/remove', { confirm: 'nothing' });
    expect([await send(), receiver.received]).toEqual([[], []]);
  });

  test('warnings: an app and an overlap that end, and a quota', { tags: 'slow' }, async () => {
    await create(['app.expiring', 'secret.overlap_ending', 'quota.reached']);
    await all("update app set created_at = now() - interval '1 year', trial_ends_at = now() + interval '6 days'");
    await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 24 });
    await all("update app_secret set created_at = now() - interval '6 days' where version = 2");
    await bringTour('loft');
    await all('update plan set tours = 1');
    const look = () => lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 }, queueWarnings);
    await look();
    await look();
    await send();
    expect(types().sort()).toEqual(['app.expiring', 'quota.reached', 'secret.overlap_ending']);
    const quota = told().find(({ type }) => type === 'quota.reached');
    expect(quota.data).toEqual({ quota: 'tours', used: 1, limit: 1 });
    expect(told().find(({ type }) => type === 'secret.overlap_ending').data).toMatchObject({ version: 1 });
    await all('update plan set tours = null');
  });

  test('only what it was asked for, and nothing while it is stopped', { tags: 'slow' }, async () => {
    const { webhook } = await create(['tour.removed']);
    await bringTour('loft');
    await team.owner.post(`/api/webhooks/${webhook.id}`, { stopped: true });
    await team.owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    expect(outcomeOf(await team.owner.post(`/api/webhooks/${webhook.id}/test`))).toBe('WEBHOOK_STOPPED');
    expect((await shown(webhook))?.stopped).toBe('by-owner');
    await team.owner.post(`/api/webhooks/${webhook.id}`, { stopped: false });
    await bringTour('loft');
    await team.owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    await send();
    expect(types()).toEqual(['tour.removed']);
  });

  test('a rotation: both secrets sign until the overlap ends, then the new one alone', {
    tags: ['slow', 'long'],
  }, async () => {
    const { webhook, secret } = await create();
    const rotate = async (overlapHours: number) =>
      dataOf<{ secret: string; webhook: Webhook }>(
        await team.owner.post(`/api/webhooks/${webhook.id}/secret/rotate`, { overlapHours }),
      );
    const second = await rotate(1);
    expect(second.webhook.previousSecretEndsAt).not.toBeNull();
    const sign = async () => {
      await team.owner.post(`/api/webhooks/${webhook.id}/test`);
      await send();
      const call = receiver.received.at(-1);
      if (call === undefined) throw new Error('nothing came');
      return [call.signatures, (value: string) => standardSignature(value, call)] as const;
    };
    let [signatures, by] = await sign();
    expect(signatures).toEqual([by(second.secret), by(secret)]);
    await all("update webhook_endpoint set previous_ends_at = now() - interval '1 second'");
    [signatures, by] = await sign();
    expect(signatures).toEqual([by(second.secret)]);
    const third = await rotate(0);
    [signatures, by] = await sign();
    expect(signatures).toEqual([by(third.secret)]);
  });

  test('a rotation in the overlap of another: each secret signs until its own overlap ends', {
    tags: 'slow',
  }, async () => {
    const { webhook, secret } = await create();
    const rotate = async (overlapHours: number) =>
      dataOf<{ secret: string; webhook: Webhook }>(
        await team.owner.post(`/api/webhooks/${webhook.id}/secret/rotate`, { overlapHours }),
      );
    const sign = async (nowMs: () => number = Date.now) => {
      await team.owner.post(`/api/webhooks/${webhook.id}/test`);
      await send({ nowMs });
      const call = receiver.received.at(-1);
      if (call === undefined) throw new Error('nothing came');
      return [call.signatures, (value: string) => standardSignature(value, call)] as const;
    };
    const first = await rotate(24);
    // Closed before it was copied.
    const second = await rotate(1);
    expect(second.webhook.previousSecretEndsAt).toBe(first.webhook.previousSecretEndsAt);
    let [signatures, by] = await sign();
    expect(signatures).toEqual([second, first, { secret }].map((one) => by(one.secret)));
    [signatures, by] = await sign(() => Date.now() + 2 * 3_600_000);
    expect(signatures).toEqual([second, { secret }].map((one) => by(one.secret)));
    // Of a fourth the oldest goes.
    const [third, fourth] = [await rotate(2), await rotate(2)];
    [signatures, by] = await sign();
    expect(signatures).toEqual([fourth, third, second, first].map((one) => by(one.secret)));
    const last = await rotate(0);
    expect(last.webhook.previousSecretEndsAt).toBeNull();
    [signatures, by] = await sign();
    expect(signatures).toEqual([by(last.secret)]);
  });

  // The embedded store has one connection: nothing happens there while a transaction is open.
  test.skipIf(store.kind === 'embedded').each([
    ['an import', 'webhook_endpoint', 'tour.imported'],
    ['an import', 'event_listener', 'tour.imported'],
    ['an activation', 'webhook_endpoint', 'tour.activated'],
    ['an activation', 'event_listener', 'tour.activated'],
  ])('%s goes on when what hears of it is deleted meanwhile: %s', async (_, deleted, type) => {
    if (type === 'tour.activated') await bringTour('loft');
    await create();
    await all(
      `insert into event_listener (team_id, id, ends_at)
       select team_id, 'listener', now() + interval '1 day' from webhook_endpoint`,
    );
    const change = () => (type === 'tour.imported' ? bringTour('loft') : team.owner.post('/api/tours/loft/activate'));
    const answer = await beside(store, change, {
      before: (transaction) => transaction.query(`delete from ${deleted}`),
      after: async () => undefined,
    });
    expect(outcomeOf(answer)).toBe('succeeded');
    const [gone, other] =
      deleted === 'event_listener' ? ['heard_event', 'webhook_delivery'] : ['webhook_delivery', 'heard_event'];
    expect([await all(`select type from ${gone}`), await all(`select type from ${other}`)]).toEqual([[], [{ type }]]);
  });

  test.skipIf(store.kind === 'embedded')('retention leaves a secret whose overlap begins meanwhile', async () => {
    const { webhook } = await create();
    await team.owner.post(`/api/webhooks/${webhook.id}/secret/rotate`, { overlapHours: 1 });
    await all("update webhook_endpoint set previous_ends_at = now() - interval '1 second'");
    const [endpoint] = await all<{ team: string; sealed: Buffer }>(
      'select team_id as team, sealed from webhook_endpoint',
    );
    if (endpoint === undefined) throw new Error('there is no endpoint');
    const { team: teamId, sealed } = endpoint;
    const forget = () =>
      inTransaction(store.database, (transaction) => forgetPreviousSecrets(transaction, 10), { team: '*' });
    const rotating = async (transaction: Transaction) => {
      await replaceSecret(transaction, teamId, webhook.id, Buffer.alloc(64, 1), 24);
      // It sees the overlap that has ended, of a row that is held: waiting for it would take the new overlap's secret.
      expect(await forget()).toBe(0);
    };
    await inTransaction(store.database, rotating, { team: teamId });
    expect(await forget()).toBe(0);
    expect(await all('select previous_sealed from webhook_endpoint')).toEqual([{ previous_sealed: sealed }]);
  });

  test('secrets are nowhere in the clear, and shown once', async () => {
    const { webhook, secret } = await create();
    const rows = await all<Record<string, unknown>>('select * from webhook_endpoint');
    expect(rows.length).toBe(1);
    expect(
      JSON.stringify(rows, (_, value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
    ).not.toContain(secret.slice(6, 20));
    for (const path of ['/api/webhooks', `/api/webhooks/${webhook.id}/deliveries`, '/api/audit'])
      expect((await team.owner.get(path)).body).not.toContain('whsec_');
    expect(await send({ keys: [{ id: 9, key: Buffer.alloc(32, 9) }] })).toEqual([]);
    await team.owner.post(`/api/webhooks/${webhook.id}/test`);
    expect(await send({ keys: [{ id: 9, key: Buffer.alloc(32, 9) }] })).toEqual(['postponed: secret']);
    expect(receiver.received).toEqual([]);
  });

  describe('a receiver that', () => {
    const cases: [string, (answer: Parameters<WebhookReceiver['answer']>) => void, string, number | null][] = [
      ['answers 500', ([, response]) => void response.writeHead(500).end(), 'status', 500],
      ['answers 404', ([, response]) => void response.writeHead(404).end('no'), 'status', 404],
      ['redirects', ([, response]) => void response.writeHead(307, { location: '/elsewhere' }).end(), 'redirect', 307],
      ['hangs', () => undefined, 'timeout', null],
      [
        'drips its answer',
        ([, response]) => {
          response.writeHead(200);
          response.write('.');
        },
        'timeout',
        200,
      ],
      ['resets the connection', ([, , request]) => void request.socket.resetAndDestroy(), 'reset', null],
      [
        'resets it in the middle of its answer',
        ([, response, request]) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('half', () => request.socket.resetAndDestroy());
        },
        'reset',
        200,
      ],
    ];
    slowAfter(2, cases)('%s is told again later, and delivered once it works', async (_, answer, problem, status) => {
      const { webhook } = await create();
      receiver.answer = (...call) => answer(call);
      await bringTour('loft');
      // Only who waits for an answer in vain needs an attempt to be short: a busy machine takes its time for any.
      await send(problem === 'timeout' ? { attemptMs: 1000 } : {});
      const [failed] = (await log(webhook)).deliveries;
      expect(failed).toMatchObject({ state: 'waiting', attempts: 1, problem, status });
      expect(await send()).toEqual([]);
      receiver.answer = (_call, response) => void response.writeHead(204).end();
      await later();
      expect(await send()).toEqual(['delivered']);
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
      expect(new Set(receiver.received.map(({ id, body }) => id + body)).size).toBe(1);
      expect((await log(webhook)).deliveries).toMatchObject([{ state: 'delivered', attempts: 2, problem: null }]);
    });

    test('answers without an end has said that it took it, once as much came as anybody reads', async () => {
      await create();
      receiver.answer = (_call, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      };
      await bringTour('loft');
      expect(await send()).toEqual(['delivered']);
    });

    test('answers 410 is stopped; what waits is sent once an owner starts it', async () => {
      const { webhook } = await create();
      receiver.answer = (_call, response) => void response.writeHead(410).end();
      await bringTour('loft');
      expect(await send()).toEqual(['postponed: gone']);
      expect((await shown(webhook))?.stopped).toBe('by-receiver');
      await later();
      expect(await send()).toEqual([]);
      receiver.answer = (_call, response) => void response.writeHead(200).end('ok');
      await team.owner.post(`/api/webhooks/${webhook.id}`, { stopped: false });
      expect([(await shown(webhook))?.stopped, await send()]).toEqual([null, ['delivered']]);
    });

    test('answers 410 at an address that was replaced meanwhile is not stopped', async () => {
      const { webhook } = await create();
      let answer: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        receiver.answer = (_call, response) => {
          answer = () => void response.writeHead(410).end();
          resolve();
        };
      });
      await bringTour('loft');
      const sending = send();
      await asked;
      await team.owner.post(`/api/webhooks/${webhook.id}`, { url: `${receiver.url}/moved` });
      answer();
      expect(await sending).toEqual(['postponed: gone']);
      expect((await shown(webhook))?.stopped).toBeNull();
      receiver.answer = (_call, response) => void response.writeHead(204).end();
      await later();
      expect(await send()).toEqual(['delivered']);
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/moved']);
    });

    test('is away for three days is told no more, and its later events go on', { tags: ['slow', 'long'] }, async () => {
      const { webhook } = await create();
      receiver.answer = (_call, response) => void response.writeHead(503).end();
      await bringTour('loft');
      await team.owner.post('/api/tours/loft/activate');
      const tries: string[] = [];
      for (let hour = 0; hour < 80 && !tries.includes('given up: HTTP 503'); hour += 1) {
        tries.push(...(await send({ retryFirstS: 5 })));
        await later('1 hour');
      }
      // The next one of the tour is tried once this one is given up, not before.
      expect(tries.slice(-2)).toEqual(['given up: HTTP 503', 'postponed: HTTP 503']);
      expect(tries.length).toBeGreaterThan(15);
      expect(types()).toEqual([...Array(tries.length - 1).fill('tour.imported'), 'tour.activated']);
      receiver.answer = (_call, response) => void response.writeHead(204).end();
      expect(await send()).toEqual(['delivered']);
      expect((await log(webhook, '?state=delivered')).deliveries).toMatchObject([
        { type: 'tour.activated', attempts: 2 },
      ]);
      const { deliveries } = await log(webhook, '?state=given-up');
      expect(deliveries).toMatchObject([{ type: 'tour.imported', state: 'given-up', nextTryAt: null }]);
      const again = await team.owner.post(`/api/webhooks/${webhook.id}/deliveries/${deliveries[0]?.id}/resend`);
      expect(dataOf<{ delivery: WebhookDelivery }>(again).delivery).toMatchObject({
        eventId: deliveries[0]?.eventId,
        body: deliveries[0]?.body,
        attempts: 0,
        state: 'waiting',
      });
      expect(await send()).toEqual(['delivered']);
    });
  });

  test('one tour that waits holds up its own later events, and no other tour', async () => {
    await create();
    receiver.answer = ({ body }, response) => void response.writeHead(body.includes('"loft"') ? 500 : 204).end();
    await bringTour('loft');
    await bringTour('studio');
    await team.owner.post('/api/tours/loft/activate');
    await team.owner.post('/api/tours/studio/activate');
    expect((await send()).toSorted()).toEqual(['delivered', 'delivered', 'postponed: HTTP 500']);
    receiver.answer = (_call, response) => void response.writeHead(204).end();
    await later();
    await send();
    const ofLoft = told().filter(({ data }) => data.resource_code === 'loft');
    expect(ofLoft.map(({ type }) => type)).toEqual(['tour.imported', 'tour.imported', 'tour.activated']);
  });

  test('however many are sent one after the other, few listen for the end', { tags: 'slow' }, async () => {
    await create();
    for (let n = 0; n < 12; n += 1) await bringTour('loft', `version ${n}`);
    const { signal } = new AbortController();
    const listening: number[] = [];
    receiver.answer = (_call, response) => {
      listening.push(getEventListeners(signal, 'abort').length);
      response.writeHead(204).end();
    };
    expect(await send({}, signal)).toEqual(Array(12).fill('delivered'));
    expect(Math.max(...listening)).toBeLessThanOrEqual(2);
  });

  test('as many as are sent at once may listen for the end: Node.js warns of no leak', {
    tags: ['slow', 'long'],
  }, async () => {
    for (const path of ['one', 'two']) await create(['tour.imported'], `${receiver.url}/${path}`);
    for (let index = 0; index < 8; index++) await bringTour(`tour-${index}`);
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    expect(await send()).toEqual(Array(16).fill('delivered'));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('a receiver that hangs holds up nobody else', { tags: ['slow', 'long'] }, async () => {
    const slow = await startWebhookReceiver();
    slow.answer = () => undefined;
    await create([], slow.url);
    const { webhook } = await create();
    for (let n = 0; n < 12; n += 1) await bringTour(`tour-${n}`);
    const stopping = new AbortController();
    const running = send({}, stopping.signal);
    await expect.poll(async () => (await shown(webhook))?.waiting, { timeout: 20_000 }).toBe(0);
    stopping.abort();
    await running;
    const [{ n }] = (await all<{ n: number }>(
      'select count(*)::int as n from webhook_delivery where done_at is null and attempts = 0 and free_at <= now()',
    )) as [{ n: number }];
    expect(n).toBe(12);
    await slow.stop();
  });

  test('two processes never try the same at once, and take over what a killed one held', {
    tags: ['slow', 'long'],
  }, async () => {
    await create();
    for (let n = 0; n < 10; n += 1) await bringTour(`tour-${n}`);
    let [now, most] = [new Map<string, number>(), 0];
    receiver.answer = ({ id }, response) => {
      now.set(id, (now.get(id) ?? 0) + 1);
      most = Math.max(most, now.get(id) ?? 0);
      setImmediate(() => {
        now.set(id, (now.get(id) ?? 0) - 1);
        response.writeHead(204).end();
      });
    };
    await Promise.all([send(), send(), send()]);
    expect([receiver.received.length, most]).toEqual([10, 1]);
    now = new Map();
    await bringTour('held');
    await all("update webhook_delivery set lease = lease + 1, free_at = now() + interval '60 s' where done_at is null");
    expect(await send()).toEqual([]);
    await later('1 minute');
    expect(await send()).toEqual(['delivered']);
  });

  describe('an address', () => {
    slowAfter(2, [
      ['http://10.0.0.7/hook', 'WEBHOOK_ADDRESS_REFUSED'],
      ['http://localhost:4000/', 'WEBHOOK_ADDRESS_REFUSED'],
      ['http://[::1]/', 'WEBHOOK_ADDRESS_REFUSED'],
      ['http://169.254.169.254/latest/meta-data', 'WEBHOOK_ADDRESS_REFUSED'],
      [`https://${INSIDE}/hook`, 'WEBHOOK_ADDRESS_REFUSED'],
      ['https://user:word@integrator.example/', 'REQUEST_INVALID'],
      ['ftp://integrator.example/', 'REQUEST_INVALID'],
      ['hook', 'REQUEST_INVALID'],
    ])('%s is refused when it is saved: %s', async (url, code) => {
      expect(outcomeOf(await team.owner.post('/api/webhooks', { url, events: [] }))).toBe(code);
      const { webhook } = await create();
      expect(outcomeOf(await team.owner.post(`/api/webhooks/${webhook.id}`, { url }))).toBe(code);
      expect((await shown(webhook))?.url).toBe(`${receiver.url}/hook`);
    });

    test('that leads inside by the time it is called gets nothing', async () => {
      const { webhook } = await create([], 'https://integrator.example/hook');
      await bringTour('loft');
      const lookup: NonNullable<Parameters<typeof outsideFetch>[0]['lookup']> = (_, options, callback) => {
        if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      };
      expect(await send({ fetching: outsideFetch({ allowedHosts: [], lookup }) })).toEqual(['postponed: inside']);
      await all('update webhook_endpoint set url = $1', [receiver.url]);
      await later();
      expect(await send({ fetching: outsideFetch({ allowedHosts: [] }) })).toEqual(['postponed: inside']);
      expect([receiver.received, (await log(webhook)).deliveries[0]?.problem]).toEqual([[], 'inside']);
    });
  });

  test('ten for each Team; a deleted one leaves nothing', { tags: ['slow', 'long'] }, async () => {
    const made = [];
    for (let n = 0; n < 10; n += 1) made.push((await create()).webhook);
    const body = { url: receiver.url, events: [] };
    expect(outcomeOf(await team.owner.post('/api/webhooks', body))).toBe('WEBHOOK_LIMIT');
    await bringTour('loft');
    for (const { id } of made) dataOf(await team.owner.post(`/api/webhooks/${id}/delete`));
    expect([await send(), await all('select from webhook_delivery')]).toEqual([[], []]);
  });

  test('the log pages, and knows its own endpoint only', { tags: ['slow', 'long'] }, async () => {
    const { webhook } = await create();
    const other = await create([], receiver.url, team.outsider);
    for (let n = 0; n < 53; n += 1) await team.owner.post(`/api/webhooks/${webhook.id}/test`);
    const first = await log(webhook);
    const rest = await log(webhook, `?before=${first.deliveries.at(-1)?.id}`);
    expect([first.deliveries.length, first.hasMore, rest.deliveries.length, rest.hasMore]).toEqual([
      50,
      true,
      3,
      false,
    ]);
    const path = `/api/webhooks/${other.webhook.id}/deliveries/${first.deliveries[0]?.id}/resend`;
    expect(outcomeOf(await team.outsider.post(path))).toBe('DELIVERY_NOT_FOUND');
  });

  test('a short log goes with its endpoint, or stays with it', { tags: 'slow' }, async () => {
    const { webhook } = await create();
    await team.owner.post(`/api/webhooks/${webhook.id}/test`);
    const asOwner = async (sql: string) => {
      const owner = await store.database.connectAsOwner();
      await owner.query(sql).finally(() => owner.end());
    };
    await asOwner(`create function refuse() returns trigger language plpgsql as 'begin raise ''not now''; end';
      create trigger refuse before delete on webhook_endpoint for each row execute function refuse()`);
    try {
      expect(outcomeOf(await team.owner.post(`/api/webhooks/${webhook.id}/delete`))).toBe('INTERNAL');
      expect(await all('select from webhook_delivery')).toHaveLength(1);
      expect(await all('select from webhook_endpoint where stopped_at is null')).toHaveLength(1);
    } finally {
      await asOwner('drop function refuse cascade');
    }
    expect(outcomeOf(await team.owner.post(`/api/webhooks/${webhook.id}/delete`))).toBe('succeeded');
    expect(await all('select from webhook_delivery')).toEqual([]);
  });

  // The embedded store has one connection: nobody can hold a row while something else goes on.
  test.skipIf(store.kind === 'embedded')(
    'a long log goes in batches, and the endpoint is stopped meanwhile',
    async () => {
      const { webhook } = await create();
      await all(
        `insert into webhook_delivery (team_id, endpoint_id, event_id, type, data)
       select team_id, id, 'msg_' || n, 'webhook.test', '{}' from webhook_endpoint, generate_series(1, 10001) n`,
      );
      const answer = await beside(store, () => team.owner.post(`/api/webhooks/${webhook.id}/delete`), {
        before: (transaction) =>
          transaction.query(
            'select from webhook_delivery where id = (select max(id) from webhook_delivery) for update',
          ),
        after: async () => {
          expect(await all('select count(*)::int as n from webhook_delivery')).toEqual([{ n: 1 }]);
          expect(await all('select stopped_at is not null as stopped from webhook_endpoint')).toEqual([
            { stopped: true },
          ]);
        },
      });
      expect(outcomeOf(answer)).toBe('succeeded');
      expect(await all('select from webhook_endpoint')).toEqual([]);
      expect(await all("select from audit_entry where action = 'webhook.delete'")).toHaveLength(1);
    },
  );

  test('a Team that goes takes its webhooks along, and tells nobody of each tour', async () => {
    await create();
    await bringTour('loft');
    await send();
    await team.owner.post(`/api/teams/${team.team}/delete`, { confirm: 'Studio' });
    await all("update team set deletion_due_at = now() - interval '1 second' where deletion_due_at is not null");
    await inTransaction(store.database, (transaction) => removeDueTeams(transaction, { rows: 1000, tours: 50 }), {
      team: '*',
    });
    // It is deleted last, behind its log.
    expect(await all('select from webhook_endpoint where stopped_at is null')).toEqual([]);
    await all('delete from tour');
    expect([await send(), receiver.received.length]).toEqual([[], 1]);
  });
});
