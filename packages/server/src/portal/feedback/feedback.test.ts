import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAppSecret } from '../../apps/app-secret.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { ATTEMPTS } from '../attempts/count-attempt.ts';
import { withoutSecrets } from '../notifications/rules.ts';

describe('feedback', () => {
  const store = useStore();
  let portal: InjectedPortal;
  let told: string[];
  beforeEach(() => {
    told = [];
    const dashboard = testDashboard(store.database, { notify: (message) => told.push(message) });
    portal = injectedPortal(store.database, { dashboard });
  });
  afterEach(() => portal.app.close());

  test('is passed on with who sent it, and without the secret somebody pasted into it', async () => {
    const ada = await enter(portal, 'ada');
    const secret = newAppSecret();
    const body = { message: `It says no to ${secret}. Why?`, page: '/dashboard/apps' };
    expect(outcomeOf(await ada.post('/api/feedback', body))).toBe('succeeded');
    expect(told).toEqual(['ada (ada@example.com) about /dashboard/apps: It says no to [secret]. Why?']);
    const { lines } = portal.deps.log as unknown as { lines: string[] };
    expect(lines.join('\n')).toContain('It says no to [secret]');
    expect(lines.join('\n')).not.toContain(secret);
  });

  test('arrives whole, as long as the contract lets it be', async () => {
    const ada = await enter(portal, 'ada');
    const message = `${'x'.repeat(1996)} end`;
    const page = `/${'y'.repeat(199)}`;
    expect(outcomeOf(await ada.post('/api/feedback', { message, page }))).toBe('succeeded');
    const [notice = ''] = told;
    expect(withoutSecrets(notice)).toBe(`ada (ada@example.com) about ${page}: ${message}`);
    const { lines } = portal.deps.log as unknown as { lines: string[] };
    expect(lines.join('\n')).toContain(message);
  });

  test('RATE_LIMITED: a person has so many in ten minutes', { tags: 'slow' }, async () => {
    await roomInWindow();
    const ada = await enter(portal, 'ada');
    const send = async () => outcomeOf(await ada.post('/api/feedback', { message: 'Hello', page: '/' }));
    const outcomes = await Promise.all(Array.from({ length: ATTEMPTS.feedback + 2 }, send));
    expect(outcomes.filter((outcome) => outcome === 'succeeded')).toHaveLength(ATTEMPTS.feedback);
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(2);
  });

  test.each([
    { message: ' ', page: '/' },
    { message: 'x', page: '/docs?token=1' },
    { message: 'x', page: 'https://a' },
  ])('REQUEST_INVALID: %j', async (body) => {
    const ada = await enter(portal, 'ada');
    expect(outcomeOf(await ada.post('/api/feedback', body))).toBe('REQUEST_INVALID');
  });
});
