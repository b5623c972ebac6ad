import { expect, test } from 'vitest';
import { GatewayRefusal } from './bounded-call.ts';
import { politely } from './politely.ts';
import { told } from './told.ts';

test('a short wait of one call does not end the long one that the gateway asked another for', async () => {
  const sleeps: { readonly ms: number; readonly end: () => void }[] = [];
  const patiently = politely({ sleep: (ms) => new Promise((end) => void sleeps.push({ ms, end })) });
  const asked: string[] = [];
  const refusedOnce = (name: string, retryAfterS?: number) => {
    let isFirst = true;
    return patiently(async () => {
      asked.push(name);
      if (isFirst) {
        isFirst = false;
        throw new GatewayRefusal('LATER', told`Later.`, 4, retryAfterS);
      }
      return name;
    });
  };
  const both = Promise.all([refusedOnce('limited', 60), refusedOnce('broken')]);
  await expect.poll(() => sleeps.length).toBe(2);
  const [long, short] = sleeps.sort((a, b) => b.ms - a.ms);
  short?.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(['limited', 'broken']);
  long?.end();
  expect(await both).toEqual(['limited', 'broken']);
});
