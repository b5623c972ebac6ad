import { TEAM_FILES, TEAM_STORED_BYTES, type TeamLimits, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { eachStore } from '../../testing/database.ts';
import { reportOf, type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

const work = (code: string, more: object = {}) => JSON.stringify(basics(code, more));
/** An upload with several tours. */
const lines = (...codes: string[]) => codes.map((code) => work(code)).join('\n');

eachStore('what a plan has room for', (store) => {
  let suite: UploadSuite;
  beforeEach(async () => {
    suite = await uploadSuite(store.database);
  });
  afterEach(() => suite.close());

  const setDefault = (limits: string) => store.database.pool.query(`update plan set ${limits} where name = 'default'`);
  const limits = async () => dataOf<{ limits: TeamLimits }>(await suite.owner.get('/api/limits')).limits;
  const send = (name: string, content: string) =>
    suite.owner.upload(`/api/tours/imports?name=${name}`, 'application/json', content);
  const codes = async () => (await suite.tours()).map(({ resourceCode }) => resourceCode).sort();

  test('is told before an upload: what holds, and what is used as the list of tours counts it', {
    tags: 'slow',
  }, async () => {
    expect(await limits()).toEqual({
      plan: 'default',
      callsPerMinute: 256,
      teamCallsPerMinute: null,
      exchangesPerMinute: null,
      tours: null,
      storedBytes: TEAM_STORED_BYTES,
      files: TEAM_FILES,
      uploadBytes: TOUR_UPLOAD_MAX_BYTES,
      trialDays: 14,
      usageDays: 35,
      deletionDays: 30,
      used: { tours: 0, storedBytes: 0, files: 0 },
    });
    await setDefault('tours = 3, stored_bytes = 100000, upload_bytes = 5000, calls_per_minute = 0');
    await send('a.json', work('a'));
    await send('b.json', work('b', { name: 'A longer name' }));
    await send('a.json', work('a', { name: 'Another name' }));
    const listed = (await suite.tours()).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const rest = { tours: 3, storedBytes: 100_000, uploadBytes: 5000, callsPerMinute: null };
    expect(await limits()).toMatchObject({ ...rest, used: { tours: 2, storedBytes: listed } });
    await suite.owner.post('/api/tours/b/activate');
    await suite.owner.post('/api/tours/a/remove', { confirm: 'a' });
    const [b] = await suite.tours();
    expect((await limits()).used).toEqual({ tours: 1, storedBytes: b?.sizeBytes, files: 0 });
  });

  test('cannot be told while the service may not read it: 503, and as before once it may', {
    tags: 'slow',
  }, async () => {
    const owner = await store.database.connectAsOwner();
    try {
      await owner.query('revoke select on plan from openhouse_service');
      const refused = await suite.owner.get('/api/limits');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      await owner.query('grant select on plan to openhouse_service');
    } finally {
      await owner.end();
    }
    expect((await limits()).plan).toBe('default');
  });

  test('is taken in the order of the upload; what finds no room is refused by name, and audited so', {
    tags: 'slow',
  }, async () => {
    await setDefault('tours = 2');
    const { imported, refused } = reportOf(await send('estate.jsonl', lines('a', 'b', 'c')));
    expect(imported.map(({ resourceCode, outcome }) => [resourceCode, outcome])).toEqual([
      ['a', 'created'],
      ['b', 'created'],
    ]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.problems).toMatchObject([
      {
        pointer: '',
        expected:
          'room for another tour: the plan default allows 2; remove tours, or ask the operator for a larger plan',
        found: '2',
      },
    ]);
    const { entries } = dataOf<{ entries: { outcome: string }[] }>(
      await suite.owner.get('/api/audit?action=tour.import'),
    );
    expect(entries.map(({ outcome }) => outcome).toSorted()).toEqual(['TOUR_REFUSED', 'succeeded', 'succeeded']);
    expect(outcomeOf(await send('d.json', work('d')))).toBe('TOUR_REFUSED');
    // Those that are there can be replaced, and make room when they go.
    expect(reportOf(await send('a.json', work('a', { name: 'Mended' }))).imported[0]?.outcome).toBe('changed');
    await suite.owner.post('/api/tours/a/remove', { confirm: 'a' });
    expect(reportOf(await send('d.json', work('d'))).imported[0]?.outcome).toBe('created');
    expect(await codes()).toEqual(['b', 'd']);
  });

  test('goes by bytes too: a tour may grow up to the last one', async () => {
    await send('a.json', work('a'));
    const { storedBytes } = (await limits()).used;
    await setDefault(`stored_bytes = ${storedBytes + 4}`);
    const name = (basics('a') as { name?: string }).name ?? '';
    const grown = async (by: number) => send('a.json', work('a', { name: `${name}${'x'.repeat(by)}` }));
    const refused = await grown(60);
    expect(outcomeOf(refused)).toBe('TOUR_REFUSED');
    expect(refused.body).toContain(`the plan default allows ${storedBytes + 4}`);
    expect((await limits()).used.storedBytes).toBe(storedBytes);
    // Below its plan after it was changed: what takes no more than before is taken.
    await setDefault('stored_bytes = 1');
    expect(reportOf(await send('a.json', work('a'))).imported[0]?.outcome).toBe('unchanged');
  });

  test('the sample tour finds no room like any other, and says so', { tags: 'slow' }, async () => {
    await setDefault('files = 10');
    const refused = await suite.owner.post('/api/tours/sample');
    expect([outcomeOf(refused), refused.statusCode]).toEqual(['TOUR_REFUSED', 422]);
    expect(refused.body).toContain('the plan default allows 10, all tours together; remove tours, or ask');
    expect(await codes()).toEqual([]);
  });

  test('an upload beyond the plan is refused before it is read, by what it announces and by what arrives', {
    tags: 'slow',
  }, async () => {
    await setDefault('upload_bytes = 100');
    const refused = await send('a.json', work('a'));
    expect([outcomeOf(refused), refused.body]).toEqual([
      'PAYLOAD_TOO_LARGE',
      expect.stringContaining('at most 100 bytes'),
    ]);
    expect(await codes()).toEqual([]);
  });
});
