import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { lockTeam } from '../../portal/teams/store.ts';
import { beside } from '../../testing/beside.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { activateTour } from '../activation/activate-tour.ts';
import { checkTours } from './check-tour.ts';
import { findTours } from './find-tours.ts';
import { type ImportOptions, importTours } from './import-tours.ts';
import { ImportWriter } from './import-writer.ts';
import { packer } from './pack-tour.ts';
import { basics, useDirectory } from './testing/bundle.ts';
import { storedTours } from './testing/stored-tours.ts';

const missing = inject('postgresUrl') === null && !servicesRequired;

// The embedded store has one connection: nothing happens there while a transaction is open.
describe.skipIf(missing)('imports of one Team at once', () => {
  const store = useStore('postgres');
  const directory = useDirectory();
  let teamId: string;
  beforeEach(async () => {
    ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
  });

  async function run(code: string, name: string, options: ImportOptions = {}) {
    const assets = localAssetStore(await directory.write({}, 'assets'));
    const bundle = await directory.write({ 'vr-info.json': basics(code, { name }) }, `${code}-${name}`);
    const { imported, refused } = await importTours(store.database, assets, teamId, [bundle], options);
    return { outcomes: imported.map(({ code, outcome }) => [code, outcome]), refused };
  }

  /** An import whose transaction has looked for its tour and taken its locks, and goes on when told so. */
  async function held(code: string, name: string) {
    let goOn: () => void = () => undefined;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // A test that fails must not leave it waiting.
    onTestFinished(() => goOn());
    let done: ReturnType<typeof run> | undefined;
    await new Promise<void>((written, failed) => {
      const record = () => {
        written();
        return mayGoOn;
      };
      done = run(code, name, { deed: { judge: async () => undefined, record } });
      done.catch(failed);
    });
    return { goOn, done: done ?? Promise.reject(new Error('nothing was begun')) };
  }

  test.each([
    ['with other content, it is replaced', 'second', 'changed'],
    ['with the same, it is left alone', 'first', 'unchanged'],
  ])('a new tour that another import stores meanwhile is no failure: %s', async (_, name, outcome) => {
    const first = await held('loft', 'first');
    expect(await run('loft', name)).toEqual({ outcomes: [['loft', 'created']], refused: [] });
    first.goOn();
    expect(await first.done).toEqual({ outcomes: [['loft', outcome]], refused: [] });
    expect(await storedTours(store.database, teamId)).toMatchObject([{ code: 'loft', name: 'first' }]);
  });

  test('nothing is begun after a transaction has failed, whatever room there is for more', async () => {
    const failure = new Error('the disk of the store is full');
    const deed = { judge: () => Promise.reject(failure), record: async () => undefined };
    const events = {
      onWritten: () => undefined,
      onRefused: () => undefined,
      look: async () => '0',
      onCollected: async () => '0',
    };
    const writer = new ImportWriter(store.database, teamId, events, { toursPerTransaction: 1, writtenAtOnce: 3, deed });
    const bundle = await directory.write({ 'vr-info.json': basics('loft', {}) });
    const [candidate] = await findTours([bundle]);
    const [tour] = (await candidate?.tours()) ?? [];
    if (tour === undefined) throw new Error('no tour was found');
    const [checked] = await checkTours(tour, {});
    if (checked === undefined || 'refused' in checked) throw new Error('the tour was refused');
    const loft = packer(checked.checked);
    await writer.add(loft);
    await writer.settled();
    await expect(writer.add(loft)).rejects.toBe(failure);
    await expect(writer.flush()).rejects.toBe(failure);
  });

  test('other tours, and everything else that is done in the Team, do not wait', async () => {
    await run('attic', 'stored before');
    const first = await held('loft', 'first');
    expect(await run('studio', 'other')).toEqual({ outcomes: [['studio', 'created']], refused: [] });
    await activateTour({ database: store.database, onChanged: async () => undefined }, teamId, 'attic');
    await inTransaction(store.database, (transaction) => lockTeam(transaction, teamId), { team: teamId });
    expect((await storedTours(store.database, teamId)).map(({ code, active }) => [code, active])).toEqual([
      ['attic', true],
      ['studio', false],
    ]);
    first.goOn();
    expect(await first.done).toEqual({ outcomes: [['loft', 'created']], refused: [] });
  });

  test.each<[string, (run: (code: string, name: string) => Promise<unknown>) => Promise<unknown>]>([
    ['a new tour', (run) => run('attic', 'new')],
    ['a tour with other content', (run) => run('loft', 'second')],
    [
      'an activation',
      () => activateTour({ database: store.database, onChanged: async () => undefined }, teamId, 'loft'),
    ],
  ])('%s that waits for another change has changed after the wait, not before', async (_, change) => {
    await run('loft', 'first');
    let askedAt = '';
    await beside(store, () => change(run), {
      before: (transaction) => transaction.query("select from epoch where name = 'tours' for update"),
      // A copy of the list begins now: it does not see the change, and asks the next time for what changed since now.
      async after(transaction) {
        askedAt = (await transaction.query<{ at: string }>('select clock_timestamp()::text as at')).rows[0]?.at ?? '';
      },
    });
    const { rows } = await store.database.pool.query(
      `select code from tour where team_id = $1 and changed_at >= $2::timestamptz
          and (select set_config('app.team', $1::text, true)) is not null`,
      [teamId, askedAt],
    );
    expect(rows).toHaveLength(1);
  });
});
