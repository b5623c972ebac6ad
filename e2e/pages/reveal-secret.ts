import type { Page } from 'playwright-core';

/** A revealed secret, as it stands on the page. */
const SECRET = /^ohs_[\w-]{20,}/;

/** Reveals the secret on the page of an app that has one. @returns It, and the key of the app. */
export async function revealSecret(page: Page): Promise<{ readonly appKey: string; readonly secret: string }> {
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.getByRole('button', { name: 'Reveal for 30 s' }).click();
  const secret = (await page.locator('code', { hasText: SECRET }).first().textContent()) ?? '';
  const appKey = (await page.locator('code', { hasText: /^ohk_/ }).first().textContent()) ?? '';
  return { appKey, secret };
}
