import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type CrashingInstall, crashingInstall } from '../../testing/crashes.ts';
import { createTeam, enter, newKey } from '../../testing/dashboard-people.ts';
import { postgresUrl } from '../../testing/database.ts';
import { servicesRequired } from '../../testing/processes.ts';

const TEAMS = 200;
const CREATIONS = 20;
/** Teams that ask at the same time. */
const AT_ONCE = 10;

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('places, over two processes', () => {
  let install: CrashingInstall;
  beforeAll(async () => {
    install = await crashingInstall(postgresUrl());
  });
  afterAll(() => install.stop());

  test(`${TEAMS} Teams × ${CREATIONS} creations at once: each exactly three`, { timeout: 900_000 }, async () => {
    const taken: number[] = [];
    // It is killed at the end only, once all is answered.
    await install.crash({ statement: Number.MAX_SAFE_INTEGER, side: 'after' }, async (url) => {
      const oneTeam = async (number: number) => {
        const person = await enter(install.survivor, `owner-${number}`);
        await createTeam(person, `Team ${number}`);
        const statuses = await Promise.all(
          Array.from({ length: CREATIONS }, async (_, index) => {
            const body = { name: `App ${index}`, idempotencyKey: newKey() };
            return index % 2 === 0
              ? person.elsewhere(url, '/api/apps', body)
              : (await person.post('/api/apps', body)).statusCode;
          }),
        );
        taken.push(statuses.filter((status) => status === 200).length);
        expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      };
      for (let from = 0; from < TEAMS; from += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => oneTeam(from + index)));
      }
    });
    expect(taken).toEqual(Array(TEAMS).fill(3));
    const { rows } = await inTransaction(
      install.database,
      (transaction) =>
        transaction.query<{ n: number; slots: string }>(
          `select count(*)::int as n, string_agg(distinct slots, ' ') as slots from
             (select string_agg(slot::text, ',' order by slot) as slots from app_request group by team_id) s`,
        ),
      { team: '*' },
    );
    expect(rows).toEqual([{ n: TEAMS, slots: '1,2,3' }]);
  });
});
