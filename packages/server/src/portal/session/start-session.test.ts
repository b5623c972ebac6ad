import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { startSession } from './start-session.ts';

const ring = () => [{ id: 1, key: randomBytes(32) }];
const browser = { userAgent: 'Firefox', ipAddress: '192.0.2.7', replaces: undefined };

eachStore('starting a session', (store) => {
  test('first sign-ins of one person at the same moment are all signed in, and of one person', async () => {
    const deps = { database: store.database, cookieSecrets: ring(), sealingKeys: ring() };
    const signIn = { subject: 'u-1', token: 'token', source: 'SSO', providerSession: null, name: 'Mara' };
    const tabs = Array.from({ length: 8 }, () => startSession(deps, 'oidc', signIn, browser));
    for (const started of await Promise.all(tabs)) expect(started).toHaveProperty('token');
    const { rows } = await store.database.pool.query(
      `select (select count(*)::int from person) as people, (select count(*)::int from identity_account) as accounts,
              (select count(distinct person_id)::int from session) as owners, (select count(*)::int from session) as sessions`,
    );
    expect(rows).toEqual([{ people: 1, accounts: 1, owners: 1, sessions: 8 }]);
  });
});
