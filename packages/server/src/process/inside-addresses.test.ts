import { expect, test } from 'vitest';
import { insideAddresses } from './inside-addresses.ts';

const config = {
  SERVE_ONLY: 'all',
  NOTIFY_WEBHOOK_URL: 'https://chat.example.com/hook-with-a-token',
  BOT_CHECK_SCRIPT_URL: null,
  BOT_CHECK_VERIFY_URL: 'https://check.example.com/verify',
  ALLOW_INSIDE_HOSTS: [],
} as const;

test('an address whose name stands for one inside is named, without what may be secret in it', async () => {
  const asked: string[] = [];
  const problems = await insideAddresses(config, async (host) => {
    asked.push(host);
    return host.startsWith('chat') ? 'inside' : 'unknown';
  });
  expect(asked).toEqual(['chat.example.com', 'check.example.com']);
  expect(problems).toEqual([expect.stringMatching(/^NOTIFY_WEBHOOK_URL .*ALLOW_INSIDE_HOSTS$/)]);
  expect(problems.join()).not.toMatch(/token|chat/);
});

test('a host that is allowed may lead inside', async () => {
  const allowed = { ...config, NOTIFY_WEBHOOK_URL: 'https://10.0.0.7/hook', BOT_CHECK_VERIFY_URL: null };
  expect(await insideAddresses(allowed)).toHaveLength(1);
  expect(await insideAddresses({ ...allowed, ALLOW_INSIDE_HOSTS: ['10.0.0.7'] })).toEqual([]);
});
