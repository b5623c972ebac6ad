import type { Page } from 'playwright-core';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

/** @returns Addresses of all pages of the docs, from the list for language models, in its order. */
export async function docsAddresses(portalUrl: string): Promise<string[]> {
  const list = await (await fetch(`${portalUrl}/llms.txt`)).text();
  return [...list.matchAll(/\]\((\/docs\/[\w/-]+)\.md\)/g)].map(([, address = '']) => address);
}

/** Turns an open docs page to each address. @returns What is wrong with them, by address. */
export async function faultsOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const address of addresses) {
    await turnTo(page, address);
    for (const fault of await judge(page)) faults.push(`${address}: ${fault}`);
  }
  return faults;
}

/** Goes on without loading the portal anew, as a link does; a phone shows no list of pages, and loads. */
async function turnTo(page: Page, address: string): Promise<void> {
  if (page.viewportSize()?.width === windows.phone.width) {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  } else {
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await page.locator(`nav a[aria-current="page"][href="${address}"]`).waitFor({ state: 'attached' });
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
}
