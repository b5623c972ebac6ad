import type { Page } from 'playwright-core';

const field = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true });

/** Chooses in a list of the portal, as a person does. @param value What the choice stands for. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  if ((await chosen(page, label)) === value) return;
  await field(page, label).click();
  await page.locator(`[role="option"][value="${value}"]`).click();
}

/** @returns What is chosen. */
export const chosen = (page: Page, label: string) => field(page, label).getAttribute('value');

/** Opens the list, and closes it again. @returns How many choices it offers. */
export async function countChoices(page: Page, label: string): Promise<number> {
  await field(page, label).click();
  await page.getByRole('option').first().waitFor();
  const count = await page.getByRole('option').count();
  await page.keyboard.press('Escape');
  return count;
}
