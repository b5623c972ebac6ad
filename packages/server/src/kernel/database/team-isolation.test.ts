import { afterEach, describe, expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { isolationProblems } from './team-isolation.ts';

eachStore('isolation of Teams', (store) => {
  let mend = '';
  const asOwner = async (statement: string) => {
    const owner = await store.database.connectAsOwner();
    try {
      await owner.query(statement);
    } finally {
      await owner.end();
    }
  };
  afterEach(async () => {
    if (mend !== '') await asOwner(mend);
    mend = '';
  });

  test('a database as the migrations leave it has no problem', async () => {
    expect(await isolationProblems(store.database.pool)).toEqual([]);
  });

  describe('one that was loosened by hand is told, by what was loosened', () => {
    const recreated = (using: string) =>
      `drop policy if exists team_only on tour; create policy team_only on tour using (${using})`;
    const asBefore = recreated("current_setting('app.team', true) in (team_id::text, '*')");
    test.each([
      [
        'a superuser',
        'alter role openhouse_service superuser',
        'alter role openhouse_service nosuperuser',
        /openhouse_service.*superuser/,
      ],
      [
        'BYPASSRLS',
        'alter role openhouse_service bypassrls',
        'alter role openhouse_service nobypassrls',
        /openhouse_service.*BYPASSRLS/,
      ],
      [
        'not enabled',
        'alter table app disable row level security',
        'alter table app enable row level security',
        /off on app:/,
      ],
      [
        'not forced',
        'alter table audit_entry no force row level security',
        'alter table audit_entry force row level security',
        /owner of audit_entry/,
      ],
      ['a policy is gone', 'drop policy team_only on tour', asBefore, /team_only of tour is missing/],
      ['a policy lets everybody', 'alter policy team_only on tour using (true)', asBefore, /team_only of tour is not/],
      [
        'a policy checks nothing',
        'alter policy team_only on tour with check (true)',
        asBefore,
        /team_only of tour is not/,
      ],
      [
        'a policy is for one role',
        'alter policy team_only on tour to openhouse_service',
        asBefore,
        /team_only of tour is not/,
      ],
      [
        'one policy more',
        'create policy extra on tour using (true)',
        'drop policy extra on tour',
        /drop policy extra on tour/,
      ],
    ])('%s', async (_, loosen, restore, problem) => {
      mend = restore;
      await asOwner(loosen);
      // The role's attributes are read anew by each statement.
      const problems = await isolationProblems(store.database.pool);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(problem);
    });
  });
});
