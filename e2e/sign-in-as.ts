import type { Page } from 'playwright-core';

/** Somebody of the built-in sign-in page, and where they go from there. */
export interface SignInAs {
  readonly portalUrl: string;
  readonly name: string;
  /** Path of the portal. */
  readonly to: string;
}

/** Times it is tried: on a busy machine the provider's answer can come too late for the portal, which says so. */
const TRIES = 5;

/** Signs a person in at the built-in sign-in page; they must arrive at the page they want to go to. */
export async function signInAs(page: Page, { portalUrl, name, to }: SignInAs): Promise<void> {
  const answers: string[] = [];
  for (let tries = 1; tries <= TRIES; tries++) {
    const offered = await page.goto(`${portalUrl}/auth/sign-in?gotoURL=${encodeURIComponent(to)}`);
    if (offered?.ok()) {
      const arrived = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
      await page.getByRole('button', { name }).click();
      await arrived;
      const at = new URL(page.url());
      if (at.origin === portalUrl && at.pathname === new URL(to, portalUrl).pathname) return;
    }
    answers.push(`${page.url()}: ${await page.locator('body').innerText()}`);
  }
  throw new Error(`${name} could not sign in:\n${answers.join('\n')}`);
}
