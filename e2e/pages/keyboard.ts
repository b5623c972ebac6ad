import type { Locator, Page } from 'playwright-core';

/** Steps from one end of the longest page to the other, and then some. */
const MOST_STEPS = 150;

/** Goes to an element with the Tab key alone, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached with the Tab key`);
}

/** Goes to an element with the Tab key, and presses Enter on it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
