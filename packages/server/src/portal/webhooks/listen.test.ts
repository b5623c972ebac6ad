import { randomBytes } from 'node:crypto';
import {
  type CredentialScope,
  credentialScopes,
  HEARD_MAX,
  LISTENERS_MAX,
  type listenForEvents,
  type PortalDataOf,
  type Webhook,
} from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { outsideFetch } from '../../kernel/http/outside-fetch.ts';
import { callsWith } from '../../testing/command-line.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { eachStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { removeDueTeams } from '../teams/remove-teams.ts';
import { lookForWarnings } from '../warnings/look.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { queueWarnings } from './store.ts';

type Heard = PortalDataOf<typeof listenForEvents>;
type Asking = Pick<DashboardPerson, 'post'>;

const sealingKeys = [{ id: 1, key: Buffer.alloc(32, 7) }];
const newListener = () => randomBytes(16).toString('base64url');

eachStore('listening', (store) => {
  const uploadDirectory = useFolder();
  let portal: InjectedPortal;
  let team: DashboardTeam;
  beforeEach(async () => {
    const webhookAddresses = { requiresTls: false, judge: async () => 'outside' as const };
    const dashboard = testDashboard(store.database, { sealingKeys, uploadDirectory, webhookAddresses });
    portal = injectedPortal(store.database, { dashboard });
    team = await dashboardTeam(portal);
  });
  afterEach(() => portal.app.close());

  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });
  const ask = (person: Asking, listener: string, body: object = {}) =>
    person.post(`/api/webhook-listeners/${listener}`, body);
  const look = async (person: Asking, listener: string, body: object = {}) =>
    dataOf<Heard>(await ask(person, listener, body));
  const typesOf = ({ events }: Heard) => events.map(({ type }) => type);
  const idsOf = ({ events }: Heard) => events.map(({ id }) => id);
  const bringTour = async (code: string, person: DashboardPerson = team.owner, name = code) => {
    const bytes = JSON.stringify(basics(code, { title: name }));
    dataOf(await person.upload('/api/tours/imports?name=work.json', 'application/json', bytes));
  };
  const forgetListeners = () => all("update event_listener set ends_at = now() - interval '1 second'");

  test('what happens is in every answer until it is taken, the oldest first; what was before is not', {
    tags: 'slow',
  }, async () => {
    const listener = newListener();
    await bringTour('before');
    const begun = await look(team.owner, listener);
    expect(begun).toMatchObject({ team: { id: team.team, name: 'Studio' }, events: [] });
    await bringTour('loft');
    await bringTour('loft', team.owner, 'changed');
    await team.owner.post('/api/tours/loft/activate');
    await team.owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    const heard = await look(team.owner, listener);
    expect(typesOf(heard)).toEqual(['tour.imported', 'tour.replaced', 'tour.activated', 'tour.removed']);
    expect(await look(team.owner, listener)).toEqual(heard);
    const rest = await look(team.owner, listener, { taken: idsOf(heard).slice(0, 3) });
    expect([typesOf(rest), rest.since]).toEqual([['tour.removed'], begun.since]);
    expect(typesOf(await look(team.owner, listener, { taken: idsOf(rest) }))).toEqual([]);
  });

  test('body and id are those that a webhook is sent, and a webhook is sent nothing more', {
    tags: ['slow', 'long'],
  }, async () => {
    const receiver = await startWebhookReceiver();
    const made = await team.owner.post('/api/webhooks', { url: `${receiver.url}/hook`, events: [] });
    const { webhook } = dataOf<{ webhook: Webhook }>(made);
    const listener = newListener();
    await look(team.owner, listener);
    await bringTour('loft');
    const { events } = await look(team.owner, listener);
    const outcomes: string[] = [];
    const fetching = outsideFetch({ allowedHosts: ['127.0.0.1'] });
    const onOutcome = (outcome: string) => outcomes.push(outcome);
    const deps = { database: store.database, keys: sealingKeys, fetching, nowMs: Date.now, onOutcome };
    await sendWebhooks(deps, new AbortController().signal);
    await receiver.stop();
    expect([webhook.events, outcomes]).toEqual([[], ['delivered']]);
    expect(events.map(({ eventId, body }) => [eventId, body])).toEqual(
      receiver.received.map(({ id, body }) => [id, body]),
    );
  });

  test('each of two listeners hears everything that it asked for, and takes its own alone', {
    tags: 'slow',
  }, async () => {
    const [one, other] = [newListener(), newListener()];
    await look(team.owner, one);
    await look(team.viewer, other, { events: ['tour.removed', 'app.created'] });
    await bringTour('loft');
    await team.owner.post('/api/tours/loft/remove', { confirm: 'loft' });
    const [ofOne, ofOther] = [
      await look(team.owner, one),
      await look(team.viewer, other, { events: ['tour.removed'] }),
    ];
    expect([typesOf(ofOne), typesOf(ofOther)]).toEqual([['tour.imported', 'tour.removed'], ['tour.removed']]);
    expect(ofOther.events[0]?.eventId).toBe(ofOne.events[1]?.eventId);
    await look(team.owner, one, { taken: [...idsOf(ofOne), ...idsOf(ofOther)] });
    expect(typesOf(await look(team.viewer, other, { events: ['tour.removed'] }))).toEqual(['tour.removed']);
  });

  test('another Team hears nothing of it, with the same id neither', async () => {
    const listener = newListener();
    await look(team.owner, listener);
    await look(team.outsider, listener);
    await bringTour('loft');
    expect(await look(team.outsider, listener)).toMatchObject({ team: { id: team.otherTeam }, events: [] });
    const heard = await look(team.owner, listener);
    await look(team.outsider, listener, { taken: idsOf(heard), end: true });
    expect(await look(team.owner, listener)).toEqual(heard);
  });

  test('somebody who was removed from the Team hears nothing more', async () => {
    const listener = newListener();
    await look(team.spare, listener);
    await team.owner.post(`/api/teams/${team.team}/members/${team.spare.userCode}/remove`);
    await bringTour('loft');
    expect(outcomeOf(await ask(team.spare, listener))).toBe('TEAM_REQUIRED');
  });

  test('warnings are heard, in a Team without a webhook too', { tags: 'slow' }, async () => {
    const listener = newListener();
    await look(team.owner, listener, { events: ['quota.reached'] });
    await bringTour('loft');
    await all('update plan set tours = 1');
    await lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 }, queueWarnings);
    await all('update plan set tours = null');
    const { events } = await look(team.owner, listener, { events: ['quota.reached'] });
    expect(events.map(({ body }) => JSON.parse(body).data)).toEqual([{ quota: 'tours', used: 1, limit: 1 }]);
  });

  test('what is rolled back is not heard', async () => {
    const listener = newListener();
    await look(team.owner, listener);
    const rolledBack = inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query("select queue_webhook(id, 'tour.imported', null, '{}') from team");
        throw new Error('no');
      },
      { team: '*' },
    );
    await expect(rolledBack).rejects.toThrow('no');
    expect(typesOf(await look(team.owner, listener))).toEqual([]);
  });

  test('a first call that is repeated before its answer begins one listener, and each is answered', {
    tags: ['slow', 'long'],
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const listener = newListener();
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask(team.owner, listener)));
      expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 4 }, () => 'succeeded'));
      expect(new Set(answers.map((answer) => dataOf<Heard>(answer).since)).size).toBe(1);
    }
  });

  test('one that was forgotten begins anew, and says so', async () => {
    const listener = newListener();
    const { since } = await look(team.owner, listener);
    await bringTour('waiting');
    await forgetListeners();
    await bringTour('missed');
    const again = await look(team.owner, listener);
    expect(again.since).not.toBe(since);
    expect(again.events).toEqual([]);
    await bringTour('heard');
    expect(typesOf(await look(team.owner, listener))).toEqual(['tour.imported']);
  });

  test('every call keeps it: one that goes on asking is never forgotten', async () => {
    const listener = newListener();
    const { since } = await look(team.owner, listener);
    await all("update event_listener set ends_at = ends_at - interval '10 minutes'");
    await look(team.owner, listener);
    await all("update event_listener set ends_at = ends_at - interval '10 minutes'");
    expect((await look(team.owner, listener)).since).toBe(since);
  });

  test('the end takes along what was not taken', async () => {
    const listener = newListener();
    await look(team.owner, listener);
    await bringTour('loft');
    expect(await look(team.owner, listener, { end: true })).toMatchObject({ since: null, events: [] });
    expect(await all('select from heard_event')).toEqual([]);
    expect(typesOf(await look(team.owner, listener))).toEqual([]);
  });

  test('an answer holds no more than it may, and the rest comes once that is taken', async () => {
    const listener = newListener();
    await look(team.owner, listener);
    await all(
      `select queue_webhook(t.id, 'tour.imported', null, '{}') from team t, generate_series(1, ${HEARD_MAX + 3}) where t.code = $1`,
      [team.team],
    );
    const first = await look(team.owner, listener);
    const rest = await look(team.owner, listener, { taken: idsOf(first) });
    expect([first.events.length, rest.events.length]).toEqual([HEARD_MAX, 3]);
  });

  test('as many listen as may, those that begin at once counted; one that ended or was forgotten makes room', {
    tags: 'slow',
  }, async () => {
    const listeners = Array.from({ length: LISTENERS_MAX + 5 }, newListener);
    const outcomes = await Promise.all(listeners.map(async (one) => outcomeOf(await ask(team.owner, one))));
    expect(outcomes.filter((outcome) => outcome === 'LISTENER_LIMIT').length).toBe(5);
    const begun = listeners.find((_, index) => outcomes[index] === 'succeeded') ?? '';
    expect(outcomeOf(await ask(team.outsider, newListener()))).toBe('succeeded');
    await look(team.owner, begun, { end: true });
    expect(outcomeOf(await ask(team.owner, newListener()))).toBe('succeeded');
    expect(outcomeOf(await ask(team.owner, newListener()))).toBe('LISTENER_LIMIT');
    await forgetListeners();
    expect(outcomeOf(await ask(team.owner, newListener()))).toBe('succeeded');
  });

  describe('a credential', () => {
    const withScopes = async (scopes: readonly CredentialScope[]) => {
      const made = await team.owner.post('/api/credentials', { name: 'ci', scopes, days: 30 });
      return callsWith(portal, dataOf<{ token: string }>(made).token);
    };
    const happen = async () => {
      await bringTour('loft');
      await team.owner.post(`/api/apps/${team.app.appKey}/secrets/rotate`, { overlapHours: 0 });
    };

    test.each<[CredentialScope[], string[]]>([
      [['tours:read'], ['tour.imported']],
      [['tours:write'], ['tour.imported']],
      [['apps:read'], ['secret.rotated']],
      [
        ['tours:read', 'apps:read'],
        ['tour.imported', 'secret.rotated'],
      ],
    ])('with %j hears what its scopes cover', async (scopes, types) => {
      const [calls, listener] = [await withScopes(scopes), newListener()];
      await look(calls, listener);
      await happen();
      expect(typesOf(await look(calls, listener))).toEqual(types);
    });

    test('is refused what no scope of it covers, and heard of nothing by asking', async () => {
      const calls = await withScopes(['tours:read']);
      const asked = await ask(calls, newListener(), { events: ['tour.imported', 'secret.rotated'] });
      expect(outcomeOf(asked)).toBe('CREDENTIAL_SCOPE_INSUFFICIENT');
      const ofLeaks = await ask(await withScopes([...credentialScopes]), newListener(), { events: ['secret.leaked'] });
      expect(outcomeOf(ofLeaks)).toBe('CREDENTIAL_SCOPE_INSUFFICIENT');
      expect(await all('select from event_listener')).toEqual([]);
    });
  });

  test.each([
    ['short', {}],
    ['!'.repeat(22), {}],
    [newListener(), { events: ['tour.exploded'] }],
    [newListener(), { taken: ['1; drop table tour'] }],
    [newListener(), { url: 'http://10.0.0.7/' }],
  ])('%s with %j is refused', async (listener, body) => {
    expect(outcomeOf(await ask(team.owner, encodeURIComponent(listener), body))).toBe('REQUEST_INVALID');
  });

  test('a Team that goes takes its listeners along, and tells nobody of each tour', {
    tags: ['slow', 'long'],
  }, async () => {
    await look(team.owner, newListener());
    await bringTour('loft');
    await team.owner.post(`/api/teams/${team.team}/delete`, { confirm: 'Studio' });
    await all("update team set deletion_due_at = now() - interval '1 second' where deletion_due_at is not null");
    await inTransaction(store.database, (transaction) => removeDueTeams(transaction, { rows: 1000, tours: 50 }), {
      team: '*',
    });
    expect([await all('select from event_listener'), await all('select from heard_event')]).toEqual([[], []]);
  });
});
