import { expect } from 'vitest';
import type { Database } from '../kernel/database/database.ts';
import { testBrowser } from './browser.ts';
import { chooseAccount, type RunningPortal } from './portal.ts';

/**
 * Opens the callback of one sign-in many times at once, as an impatient browser or a thief would.
 * @returns How many of the answers signed in, and how many sessions came of it.
 */
export async function replayCallback(
  portals: readonly RunningPortal[],
  database: Database,
  parallel: number,
): Promise<{ readonly signedIn: number; readonly sessions: number }> {
  const [first] = portals;
  if (first === undefined) throw new Error('no portal');
  const sessionsNow = async () =>
    Number((await database.pool.query<{ n: string }>('select count(*) as n from session')).rows[0]?.n);
  const browser = testBrowser();
  const begun = await browser.go(`${first.url}/auth/sign-in?next=/docs`);
  const callback = new URL(
    await chooseAccount(browser, begun.headers.get('location') ?? '', { email: 'ada@example.com' }),
  );
  const cookie = browser.header(first.url);
  const before = await sessionsNow();
  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, number) => {
      const portal = portals[number % portals.length] ?? first;
      return fetch(`${portal.url}${callback.pathname}${callback.search}`, { headers: { cookie }, redirect: 'manual' });
    }),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/docs');
    await answer.arrayBuffer();
  }
  const signedIn = answers.filter((answer) =>
    answer.headers.getSetCookie().some((line) => line.startsWith('svc_token')),
  ).length;
  return { signedIn, sessions: (await sessionsNow()) - before };
}
