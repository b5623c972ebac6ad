import { readFile } from 'node:fs/promises';
import type { PersonalData } from '@openhouse/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { hasChromium } from '../browser.ts';
import { sharedChromium } from '../demo-service.ts';
import { choose } from '../pages/choice.ts';
import { judge } from '../pages/judge.ts';
import { windows } from '../pages/portal-pages.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';

const serverUrl = inject('postgresUrl');
const REASON = 'The key is in a public repository.';
/** Of the demo Team. */
const MEMBER = 'Sam Okafor';

const suite = 'an operator, two nodes and Chromium';
describe.skipIf(serverUrl === null || !hasChromium)(suite, { tags: ['slow', 'long'] }, () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let nodes: RunningService[] = [];
  let chromium: Browser;
  let token: string;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    directory = await newDataDirectory();
    const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
    // Nobody of the demo Team: an operator is in no Team.
    const env = { DATABASE_URL, OPERATORS: 'Noor@Example.com, somebody@example.com' };
    nodes = [await startService(directory.path, env)];
    nodes.push(await startService(directory.path, env));
    chromium = await sharedChromium();
    const { app_key, app_secret } = node(0).demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${gateway(1)}/auth/access_token`, { method: 'POST', body });
    token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await Promise.all(nodes.map((one) => one.stop()));
    await directory?.remove();
  });

  const node = (number: number): RunningService => {
    const found = nodes[number];
    if (found === undefined) throw new Error(`there is no node ${number}`);
    return found;
  };
  const portal = () => `http://localhost:${node(0).env.PORTAL_PORT}`;
  const gateway = (number: number) => `http://localhost:${node(number).env.GATEWAY_PORT}`;

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await chromium.newContext({
      locale: 'en-GB',
      viewport: windows.desktop,
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    return context.newPage();
  }
  const signIn = (page: Page, name: string, to: string) => signInAs(page, { portalUrl: portal(), name, to });
  /** A read of the demo app. */
  async function read(number: number): Promise<{ status: string; request_id: string }> {
    const [code] = node(0).demo.resource_codes;
    const answer = await fetch(`${gateway(number)}/open/v3/vr/info?resource_code=${code}`, {
      headers: { authorization: token },
    });
    return (await answer.json()) as { status: string; request_id: string };
  }
  const statusOn = async (number: number) => (await read(number)).status;
  const owner = async () => {
    const page = await open();
    await signIn(page, 'Ada Lindqvist', '/dashboard/apps');
    return page;
  };

  test('finds an app by a request id, suspends it on both nodes; its owner sees why and cannot undo it', async () => {
    const { request_id } = await read(1);
    const page = await open();
    await signIn(page, 'Noor Haddad', '/operator');
    // Kept calls are written every few seconds.
    const isFound = async () => {
      await page.goto(`${portal()}/operator?q=${request_id}`);
      await page.getByRole('heading', { name: 'Calls' }).or(page.getByText('Nothing begins')).first().waitFor();
      return page.getByRole('heading', { name: 'Calls' }).count();
    };
    await expect.poll(isFound, { timeout: 60_000 }).toBe(1);
    await page.getByRole('link', { name: 'Demo app' }).first().click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill(REASON);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('alert').getByText(REASON).waitFor();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('err_app_suspended');
    expect(await statusOn(0)).toBe('err_app_suspended');
    const ada = await owner();
    await ada.goto(`${portal()}/dashboard/apps/${node(0).demo.app_key}`);
    await ada.getByRole('alert').getByText(REASON).waitFor();
    await ada.goto(`${portal()}/dashboard/audit`);
    await ada.getByText('Operator of the installation').first().waitFor();
    expect(await ada.content()).not.toMatch(/noor/i);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByLabel('Reason').fill('It was rotated.');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('success');
  });

  test('ends a trial and extends it again: the app lives on with the token that it had', async () => {
    const page = await open();
    await signIn(page, 'Noor Haddad', `/operator/apps/${node(0).demo.app_key}`);
    const setTheEnd = async (days: string, reason: string) => {
      await page.getByRole('button', { name: 'Set the end' }).click();
      const dialog = page.getByRole('dialog');
      await choose(page, 'The trial ends', days);
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Set the end' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await setTheEnd('0', 'They cancelled.');
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('err_app_expired');
    expect(await statusOn(0)).toBe('err_app_expired');
    await setTheEnd('90', 'They signed.');
    await page.getByText('in 89 days').or(page.getByText('in 90 days')).first().waitFor();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('success');
    expect(await statusOn(0)).toBe('success');
  });

  test.each(['light', 'dark'] as const)('its pages have no accessibility fault and fit, in %s', async (colorScheme) => {
    for (const [viewport, locale] of [
      [windows.desktop, 'en-GB'],
      [windows.phone, 'zh-CN'],
    ] as const) {
      const page = await open({ colorScheme, viewport, locale });
      await signIn(page, 'Noor Haddad', '/operator');
      const { app_key, team } = node(0).demo;
      await page.goto(`${portal()}/operator?q=${encodeURIComponent(MEMBER)}`);
      const person = await page.getByRole('link', { name: MEMBER }).getAttribute('href');
      const ofPerson = person?.replace('/operator', '') ?? '';
      const paths = [
        '',
        '?q=demo',
        `/apps/${app_key}`,
        `/teams/${team}`,
        ofPerson,
        '/plans',
        '/audit',
        '/audit?log=teams',
        '/teams/none',
      ];
      for (const path of paths) {
        await page.goto(`${portal()}/operator${path}`);
        await page.waitForLoadState('networkidle');
        expect([path, ...(await judge(page))]).toEqual([path]);
      }
      await page.goto(`${portal()}/operator/apps/${app_key}`);
      await page.locator('main button').first().click();
      await page.getByRole('dialog').waitFor();
      expect(await judge(page)).toEqual([]);
      await page.goto(`${portal()}/operator/plans`);
      await page.locator('main button').first().click();
      await page.getByRole('dialog').waitFor();
      expect(await judge(page)).toEqual([]);
      if (process.env.OPERATOR_PICTURES) {
        await page.screenshot({ path: `${process.env.OPERATOR_PICTURES}/${colorScheme}-${locale}-dialog.png` });
      }
      if (process.env.OPERATOR_PICTURES) await pictures(page, paths, `${colorScheme}-${locale}`);
    }
  });

  test('gives out what is kept of a person as a file, and deletes them: the Team works on', async () => {
    const page = await open({ acceptDownloads: true });
    await signIn(page, 'Noor Haddad', '/operator');
    await page.goto(`${portal()}/operator?q=${encodeURIComponent(MEMBER)}`);
    await page.getByRole('link', { name: MEMBER }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Reason').fill('They asked for it');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const download = await downloaded;
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as PersonalData;
    expect(download.suggestedFilename()).toBe(`${data.userCode}.json`);
    expect(data.parts[0]).toMatchObject({ part: 'profile', rows: [{ name: MEMBER }] });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Reason').fill('They asked for it');
    expect(await judge(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${portal()}/operator`);
    await page.goto(`${portal()}/operator?q=${encodeURIComponent(MEMBER)}`);
    await page.getByText('Nothing begins').waitFor();
    const ada = await owner();
    await ada.goto(`${portal()}/dashboard/team`);
    await ada.getByText('Ada Lindqvist').first().waitFor();
    expect(await ada.content()).not.toContain(MEMBER);
    expect(await statusOn(0)).toBe('success');
  });

  test('makes a plan and gives it to a Team, whose people read what is left before they upload', async () => {
    const page = await open();
    await signIn(page, 'Noor Haddad', '/operator');
    await page.getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('button', { name: 'New plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('growth');
    await dialog.getByLabel('Calls a minute, each app').fill('1200');
    await dialog.getByLabel('Tours', { exact: true }).fill('5');
    await dialog.getByLabel('Storage of tours, GB').fill('2.5');
    await dialog.getByLabel('Reason').fill('Price list');
    await dialog.getByRole('button', { name: 'Set the plan' }).click();
    await page.getByText('calls a minute of an app 1,200 · tours 5 · storage 2.5 GB').waitFor();
    const { team, app_key } = node(0).demo;
    await page.goto(`${portal()}/operator/teams/${team}`);
    await page.getByRole('button', { name: 'Give a plan' }).click();
    await dialog.getByLabel('Plan', { exact: true }).click();
    await page.getByRole('option', { name: 'growth' }).click();
    await dialog.getByLabel('Reason').fill('Contract 2026-118');
    await dialog.getByRole('button', { name: 'Give a plan' }).click();
    await page.getByText('Plan growth').waitFor();
    await page.goto(`${portal()}/operator/apps/${app_key}`);
    await page.getByRole('button', { name: 'Set an exception' }).click();
    await dialog.getByLabel('Calls a minute, each app').fill('5000');
    await dialog.getByLabel('Reason').fill('The fair');
    await dialog.getByRole('button', { name: 'Set an exception' }).click();
    await page.getByText('calls a minute of an app 5,000').waitFor();
    const ada = await owner();
    await ada.goto(`${portal()}/dashboard/tours`);
    const tours = node(0).demo.resource_codes.length;
    await ada
      .getByText(new RegExp(`^Plan growth · ${5 - tours} of 5 tours left · 2\\.5 GB of 2\\.5 GB left$`))
      .waitFor();
    expect(await judge(ada)).toEqual([]);
    if (process.env.OPERATOR_PICTURES) {
      await ada.screenshot({ path: `${process.env.OPERATOR_PICTURES}/rest.png`, fullPage: true });
      await page.screenshot({ path: `${process.env.OPERATOR_PICTURES}/exception.png`, fullPage: true });
    }
  });

  test('a Team is closed by its owner, who types its name, on both nodes; its people see who asked; kept, it works', async () => {
    const ada = await owner();
    await ada.goto(`${portal()}/dashboard/team`);
    await ada.getByRole('button', { name: 'Delete the Team' }).click();
    const dialog = ada.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete the Team' });
    await dialog.getByRole('textbox').fill('Demo');
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox').fill('Demo Team');
    expect(await judge(ada)).toEqual([]);
    await confirm.click();
    await ada.getByRole('alert').getByText('Asked for by Ada Lindqvist').waitFor();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('err_app_team_closed');
    expect(await statusOn(0)).toBe('err_app_team_closed');
    await lookedAt(ada, ['/dashboard/team', '/dashboard/apps'], 'closed');
    const noor = await open();
    await signIn(noor, 'Noor Haddad', `/operator/teams/${node(0).demo.team}`);
    await noor.getByRole('alert').getByText('Asked for by Ada Lindqvist').waitFor();
    await ada.goto(`${portal()}/dashboard/apps`);
    await ada.getByRole('button', { name: 'Keep the Team' }).click();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('success');
    await expect.poll(() => ada.getByRole('alert').count()).toBe(0);

    await noor.reload();
    await noor.getByRole('button', { name: 'Delete', exact: true }).click();
    await noor.getByLabel('Reason').fill(REASON);
    await noor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await noor.getByRole('alert').getByText(REASON).waitFor();
    await lookedAt(noor, [`/operator/teams/${node(0).demo.team}`], 'closed-by-operator');
    await ada.goto(`${portal()}/dashboard/team`);
    await ada.getByRole('alert').getByText(REASON).waitFor();
    await expect.poll(() => ada.getByRole('button', { name: 'Keep the Team' }).count()).toBe(0);
    await noor.goto(`${portal()}/operator/teams/${node(0).demo.team}`);
    await noor.getByRole('button', { name: 'Keep' }).click();
    await noor.getByLabel('Reason').fill('It was a mistake.');
    await noor.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
    await expect.poll(() => statusOn(1), { timeout: 5000 }).toBe('success');
  });

  test('a person of the Team finds no way in', async () => {
    const page = await owner();
    await expect.poll(() => page.getByRole('link', { name: 'Operator', exact: true }).count()).toBe(0);
    await page.goto(`${portal()}/operator`);
    await page.getByRole('alert').getByText('Only operators of this installation').waitFor();
  });

  /** Both schemes, at the width of a desk in English and of a phone in Chinese. */
  async function lookedAt(page: Page, paths: readonly string[], name: string): Promise<void> {
    const storageState = await page.context().storageState();
    for (const [colorScheme, viewport, locale] of [
      ['light', windows.desktop, 'en-GB'],
      ['dark', windows.phone, 'zh-CN'],
    ] as const) {
      const other = await open({ colorScheme, viewport, locale, storageState });
      for (const [index, path] of paths.entries()) {
        await other.goto(`${portal()}${path}`);
        await other.getByRole('alert').first().waitFor();
        expect([path, ...(await judge(other))]).toEqual([path]);
        if (process.env.OPERATOR_PICTURES === undefined) continue;
        await other.screenshot({
          path: `${process.env.OPERATOR_PICTURES}/${name}-${index}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
  }

  async function pictures(page: Page, paths: readonly string[], name: string): Promise<void> {
    for (const [index, path] of paths.entries()) {
      await page.goto(`${portal()}/operator${path}`);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${process.env.OPERATOR_PICTURES}/${name}-${index}.png`, fullPage: true });
    }
  }
});
