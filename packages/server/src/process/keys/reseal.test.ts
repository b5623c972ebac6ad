import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stampApp } from '../../apps/app-store.ts';
import { appStandings } from '../../gateway/tokens/app-standings.ts';
import { matchingVersion } from '../../gateway/tokens/rules.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { setAppName } from '../../portal/apps/store.ts';
import { lockTeam } from '../../portal/teams/store.ts';
import { beside } from '../../testing/beside.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, dataOf, enter, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { testPepper } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { remakeVerifiers, resealAppSecrets, resealSessions } from './reseal.ts';

describe('sealing everything again', () => {
  const store = useStore();
  const [old, next] = [testKeys(1), testKeys(2)];
  const both = [...next, ...old];
  let portal: InjectedPortal;
  const portalWith = (keys: typeof old) =>
    injectedPortal(store.database, {
      ...(portal?.deps ?? {}),
      dashboard: testDashboard(store.database, { sealingKeys: keys }),
      sessionSealingKeys: keys,
    });
  beforeEach(() => {
    portal = portalWith(old);
  });
  afterEach(() => portal.app.close());

  test('secrets and sessions open with the new key alone afterwards, and were never away meanwhile', {
    tags: 'slow',
  }, async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Team');
    const { appKey } = await createApp(ada, 'App');
    const { secret } = dataOf<{ secret: string }>(await reveal(ada, appKey, 1));
    await portal.app.close();

    // A node that has both keys serves while the sealing goes on.
    portal = portalWith(both);
    const during = await enter(portal, 'ada');
    const reveals: string[] = [];
    const revealing = (async () => {
      for (let index = 0; index < 5; index += 1) reveals.push(outcomeOf(await reveal(during, appKey, 1)));
    })();
    expect(await resealAppSecrets(store.database, both)).toEqual({ sealed: 1, unopened: 0 });
    expect(await resealSessions(store.database, both)).toEqual({ sealed: 1, unopened: 0 });
    await revealing;
    expect(reveals).toEqual(Array(5).fill('succeeded'));
    expect(await resealAppSecrets(store.database, both)).toEqual({ sealed: 0, unopened: 0 });
    await portal.app.close();

    portal = portalWith(next);
    const after = await enter(portal, 'ada');
    expect(dataOf(await reveal(after, appKey, 1))).toEqual({ secret });
  });

  test('app secrets go on while their pepper is replaced, and need the former one no more afterwards', {
    tags: 'slow',
  }, async () => {
    const later = testKeys(2);
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Team');
    const { appKey } = await createApp(ada, 'App');
    const { secret } = dataOf<{ secret: string }>(await reveal(ada, appKey, 1));
    const standings = appStandings(store.database.pool);
    const version = async (peppers: KeyRing) => {
      await standings.look(false);
      return matchingVersion(standings.byKey(appKey), appKey, secret, peppers, Date.now());
    };
    const pepper = [{ id: 1, key: testPepper }];
    const both = [...later, ...pepper];
    expect([await version(pepper), await version(both), await version(later)]).toEqual([1, 1, undefined]);
    expect(await remakeVerifiers(store.database, old, both)).toEqual({ sealed: 1, unopened: 0 });
    expect([await version(pepper), await version(both), await version(later)]).toEqual([undefined, 1, 1]);
    expect(await remakeVerifiers(store.database, old, both)).toEqual({ sealed: 0, unopened: 0 });
    expect(await remakeVerifiers(store.database, later, testKeys(3))).toEqual({ sealed: 0, unopened: 1 });
    expect(await version(later)).toBe(1);
  });

  test('what no key opens is counted and left as it is', async () => {
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Team');
    for (const name of ['One', 'Two', 'Three']) await createApp(ada, name);
    expect(await resealAppSecrets(store.database, next)).toEqual({ sealed: 0, unopened: 3 });
    expect(await resealSessions(store.database, next)).toEqual({ sealed: 0, unopened: 1 });
    const { apps } = dataOf<{ apps: { appKey: string }[] }>(await ada.get('/api/apps'));
    expect(outcomeOf(await reveal(ada, apps[0]?.appKey ?? '', 1))).toBe('succeeded');
  });

  // The embedded store has one connection: nobody can hold a row while something else goes on.
  describe.skipIf(store.kind === 'embedded')('beside whoever changes the same rows in their own order', () => {
    test('an app is renamed while verifiers are remade', { tags: 'slow' }, async () => {
      const ada = await enter(portal, 'ada');
      await createTeam(ada, 'Team');
      for (const name of ['One', 'Two']) await createApp(ada, name);
      const { rows: apps } = await everyApp();
      const later = [...testKeys(2), { id: 1, key: testPepper }];
      for (const { id, teamId } of apps) {
        const ring = [...testKeys(Number(id) + 10), ...later];
        const remade = await beside(store, () => remakeVerifiers(store.database, old, ring), {
          async before(transaction) {
            await lockTeam(transaction, teamId);
            await setAppName(transaction, id, `Renamed ${id}`);
          },
          after: async (transaction) => stampApp(transaction, id),
        });
        expect(remade).toEqual({ sealed: 2, unopened: 0 });
      }
      expect((await everyApp()).rows.map(({ name }) => name)).toEqual(apps.map(({ id }) => `Renamed ${id}`));
    });

    test('somebody ends all their sessions while tokens are sealed again', async () => {
      await enter(portal, 'ada');
      await enter(portal, 'ada');
      const { rows } = await store.database.pool.query<{ id: string }>('select id from session order by id');
      const [first, second] = rows;
      const end = (of: typeof first) => (transaction: Transaction) =>
        transaction.query('delete from session where id = $1', [of?.id]);
      const sealing = () => resealSessions(store.database, both);
      expect(await beside(store, sealing, { before: end(second), after: end(first) })).toMatchObject({ unopened: 0 });
      expect((await store.database.pool.query('select from session')).rowCount).toBe(0);
    });

    const everyApp = () =>
      inTransaction(
        store.database,
        (transaction) =>
          transaction.query<{ id: string; teamId: string; name: string }>(
            'select id, team_id as "teamId", name from app order by id',
          ),
        { team: '*' },
      );
  });
});
