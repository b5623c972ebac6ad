import { dashboardEndpoints, portalEndpoints } from '@openhouse/contract';
import type { Locator, Page } from 'playwright-core';

/** What the actions work on, beside a credential and a webhook with a delivery; made by `prepare` of the suite. */
export interface Workplace {
  readonly portalUrl: string;
  /** App with one live version of its secret, and one with two. */
  readonly appKey: string;
  readonly rotatedAppKey: string;
  readonly disabledAppKey: string;
}

/** How a page of the portal does one mutating call: up to the last press, and that press. */
export interface PageAction {
  /** Address it is done at. */
  readonly at: (place: Workplace) => string;
  /** Leads to where one press is left; types what has to be typed. */
  readonly prepare: (page: Page) => Promise<void>;
  readonly press: (page: Page) => Promise<void>;
  /** What was typed, for actions that have a field. */
  readonly typed?: {
    readonly field: (page: Page) => Locator;
    readonly text: string | ((page: Page) => Promise<string>);
  };
  /** It takes away what the other actions work on, so it is never brought to its end. */
  readonly destroys?: true;
  /** True if the action is confirmed in a dialog that can be cancelled. */
  readonly dialog: boolean;
}

const dialog = (page: Page) => page.getByRole('dialog');
/** The name that a deletion asks for; other actions rename what has it. */
const nameAskedFor = async (page: Page) => {
  const asked = await dialog(page)
    .getByText(/^Type the name .* to confirm$/)
    .innerText();
  return asked.slice('Type the name '.length, -' to confirm'.length);
};
const typeTheName = async (page: Page) =>
  dialog(page)
    .getByRole('textbox')
    .fill(await nameAskedFor(page));
const typedName = { field: (page: Page) => dialog(page).getByRole('textbox'), text: nameAskedFor };
const inDialog = (name: string | RegExp) => (page: Page) =>
  dialog(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();
const menuItem = (page: Page, item: string, menu: string | RegExp = 'More') =>
  page
    .locator('main')
    .getByRole('button', { name: menu })
    .first()
    .click()
    .then(() => page.getByRole('menuitem', { name: item }).click());
const nothing = async () => {};
const webhooksPage = () => '/dashboard/team/webhooks';
const appPage = ({ appKey }: Workplace) => `/dashboard/apps/${appKey}`;
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const OF_OPERATORS = 'of no Team: an operator acts on what the page names, whichever Team is active (e2e/operator)';

/** Mutating calls that no page makes, and why. */
const WITHOUT_A_PAGE: Readonly<Record<string, string>> = {
  'send-feedback': 'the portal has no form for it yet',
  'activate-team': 'the choice of another Team is not refused: it is the way to choose',
  'enable-app': 'the same menu and row as disable-app, without a dialog',
  'accept-invitation': 'uses up an invitation; covered by the call itself (shown-team.test.ts)',
  'decide-command-line-sign-in': 'needs a terminal that waits; find-command-line-sign-in is the same page',
  'find-agent-request': 'asked when the page is opened: nobody presses anything (connect.test.ts)',
  'decide-agent-request': 'needs a program that waits for the browser (connect.test.ts)',
  'add-sample-tour': 'offered to a Team without tours alone (first-steps.test.ts)',
  'dismiss-warning': 'a row of a list, offered where there is a warning alone (warnings.test.ts)',
  'set-warning-mail': 'of no Team: it is about the person (warnings.test.ts)',
  'listen-for-events': 'a program calls it, again and again; it changes nothing that a page shows',
  'set-note': OF_OPERATORS,
  'suspend-app': OF_OPERATORS,
  'resume-app': OF_OPERATORS,
  'set-trial': OF_OPERATORS,
  'ask-upstream': OF_OPERATORS,
  'set-plan': OF_OPERATORS,
  'remove-plan': OF_OPERATORS,
  'set-team-plan': OF_OPERATORS,
  'set-exception': OF_OPERATORS,
  'delete-any-team': OF_OPERATORS,
  'keep-any-team': OF_OPERATORS,
  'keep-team': 'offered in a Team that is to be deleted alone (e2e/operator)',
  'suspend-team': OF_OPERATORS,
  'resume-team': OF_OPERATORS,
  'suspend-person': OF_OPERATORS,
  'export-person': OF_OPERATORS,
  'delete-person': OF_OPERATORS,
  'resume-person': OF_OPERATORS,
  'remove-member': 'the same row as change-role, with the dialog of ConfirmDialog',
};

/** One row for each mutating call that a page makes. */
export const pageActions: Readonly<Record<string, PageAction>> = {
  'create-app': {
    at: () => '/dashboard/apps',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Create app|Add an app)/ })
        .first()
        .click();
      await dialog(page).getByLabel('Name').fill('Typed before');
    },
    press: inDialog('Create app'),
    typed: { field: (page) => dialog(page).getByLabel('Name'), text: 'Typed before' },
    dialog: true,
  },
  'rename-app': {
    at: appPage,
    prepare: async (page) => {
      await menuItem(page, 'Rename');
      await dialog(page).getByLabel('Name').fill('Typed before');
    },
    press: inDialog('Rename'),
    typed: { field: (page) => dialog(page).getByLabel('Name'), text: 'Typed before' },
    dialog: true,
  },
  'change-app-settings': {
    at: appPage,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog(page).getByLabel('Description').fill('Typed before');
    },
    press: inDialog('Save'),
    typed: { field: (page) => dialog(page).getByLabel('Description'), text: 'Typed before' },
    dialog: true,
  },
  'delete-app': {
    at: appPage,
    prepare: async (page) => {
      await page.locator('main').getByRole('button', { name: 'Delete', exact: true }).click();
      await typeTheName(page);
    },
    press: inDialog('Delete'),
    typed: typedName,
    destroys: true,
    dialog: true,
  },
  'disable-app': {
    at: appPage,
    prepare: (page) => menuItem(page, 'Disable'),
    press: inDialog('Disable'),
    dialog: true,
  },
  'rotate-secret': { at: appPage, prepare: press('Rotate'), press: inDialog('Rotate'), dialog: true },
  'reveal-secret': { at: appPage, prepare: press('Reveal'), press: inDialog('Reveal for 30 s'), dialog: true },
  'retire-secret': {
    at: ({ rotatedAppKey }) => `/dashboard/apps/${rotatedAppKey}`,
    prepare: press('Retire'),
    press: inDialog(/^Retire version/),
    dialog: true,
  },
  'create-team': {
    at: () => '/dashboard/apps',
    prepare: async (page) => {
      await page.getByRole('navigation').getByRole('button').first().click();
      await page.getByRole('menuitem', { name: 'New Team' }).click();
      await dialog(page).getByLabel('Name').fill('Typed before');
    },
    press: inDialog('Create Team'),
    typed: { field: (page) => dialog(page).getByLabel('Name'), text: 'Typed before' },
    dialog: true,
  },
  'rename-team': {
    at: () => '/dashboard/team',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Rename' }).click();
      await dialog(page).getByLabel('Name').fill('Typed before');
    },
    press: inDialog('Rename'),
    typed: { field: (page) => dialog(page).getByLabel('Name'), text: 'Typed before' },
    dialog: true,
  },
  'delete-team': {
    at: () => '/dashboard/team',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete the Team' }).click();
      await typeTheName(page);
    },
    press: inDialog('Delete the Team'),
    typed: typedName,
    destroys: true,
    dialog: true,
  },
  'invite-member': {
    at: () => '/dashboard/team',
    prepare: press('Invite'),
    press: inDialog('Make the link'),
    dialog: true,
  },
  'revoke-invitation': { at: () => '/dashboard/team', prepare: nothing, press: press('Withdraw'), dialog: false },
  'change-role': {
    at: () => '/dashboard/team',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Role of Sam Okafor' }).click();
    },
    press: (page) => page.getByRole('option', { name: 'Member' }).click(),
    dialog: false,
  },
  'create-credential': {
    at: () => '/dashboard/team/credentials',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create a credential' }).click();
      await dialog(page).getByLabel('Name').fill('Typed before');
    },
    press: inDialog('Create a credential'),
    typed: { field: (page) => dialog(page).getByLabel('Name'), text: 'Typed before' },
    dialog: true,
  },
  'revoke-credential': {
    at: () => '/dashboard/team/credentials',
    prepare: press('Revoke Nightly'),
    press: inDialog('Revoke'),
    destroys: true,
    dialog: true,
  },
  'create-webhook': {
    at: webhooksPage,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await dialog(page).getByLabel('Address').fill('http://127.0.0.1:9/typed');
    },
    press: inDialog('Add a webhook'),
    typed: { field: (page) => dialog(page).getByLabel('Address'), text: 'http://127.0.0.1:9/typed' },
    dialog: true,
  },
  'change-webhook': {
    at: webhooksPage,
    prepare: async (page) => {
      await menuItem(page, 'Change', /^More about/);
      await dialog(page).getByLabel('Address').fill('http://127.0.0.1:9/typed');
    },
    press: inDialog('Save'),
    typed: { field: (page) => dialog(page).getByLabel('Address'), text: 'http://127.0.0.1:9/typed' },
    dialog: true,
  },
  'rotate-webhook-secret': {
    at: webhooksPage,
    prepare: (page) => menuItem(page, 'Rotate the secret', /^More about/),
    press: inDialog('Rotate'),
    dialog: true,
  },
  'delete-webhook': {
    at: webhooksPage,
    prepare: (page) => menuItem(page, 'Delete', /^More about/),
    press: inDialog('Delete'),
    destroys: true,
    dialog: true,
  },
  'test-webhook': { at: webhooksPage, prepare: nothing, press: press('Send a test'), dialog: false },
  'resend-delivery': {
    at: webhooksPage,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Deliveries to/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Send again/ })
        .first()
        .waitFor();
    },
    press: press(/^Send again/),
    dialog: false,
  },
  'import-tours': {
    at: () => '/dashboard/tours',
    prepare: async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Tours' }).waitFor();
    },
    press: (page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'typed.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{}'),
      }),
    dialog: false,
  },
  'activate-tour': {
    at: () => '/dashboard/tours',
    prepare: press('Activate'),
    press: inDialog('Activate'),
    dialog: true,
  },
  'change-embed': {
    at: () => '/dashboard/tours/demo-loft',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Embed' }).click();
      await dialog(page).getByLabel('Hosts that may frame it').fill('https://homes.example');
    },
    press: inDialog('Save'),
    typed: { field: (page) => dialog(page).getByLabel('Hosts that may frame it'), text: 'https://homes.example' },
    dialog: true,
  },
  'remove-tour': {
    at: () => '/dashboard/tours',
    prepare: async (page) => {
      await menuItem(page, 'Remove', /^More about Loft/);
      await dialog(page).getByRole('textbox').fill('demo-loft');
    },
    press: inDialog('Remove'),
    typed: { field: (page) => dialog(page).getByRole('textbox'), text: 'demo-loft' },
    dialog: true,
  },
  'call-operation': {
    at: () => '/dashboard/console?operation=vr-info&resource_code=demo-loft',
    prepare: async (page) => {
      await page.getByLabel('resource_code').fill('demo-studio');
    },
    press: press('Run'),
    typed: { field: (page) => page.getByLabel('resource_code'), text: 'demo-studio' },
    dialog: false,
  },
  'end-session': {
    at: () => '/dashboard/sessions',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^End the session of/ })
        .last()
        .click();
    },
    press: inDialog('End session'),
    dialog: true,
  },
  'end-all-sessions': {
    at: () => '/dashboard/sessions',
    prepare: press('End all others'),
    press: inDialog('End all others'),
    dialog: true,
  },
  'find-command-line-sign-in': {
    at: () => '/dashboard/authorize',
    prepare: async (page) => {
      await page.getByLabel('Code in the terminal').fill('BCDF-GHJK');
    },
    press: press('Continue'),
    typed: { field: (page) => page.getByLabel('Code in the terminal'), text: 'BCDF-GHJK' },
    dialog: false,
  },
};

/** Every mutating call of a signed-in person that the contract declares. */
const mutatingCalls: readonly string[] = [...portalEndpoints, ...dashboardEndpoints]
  .filter(({ method, access }) => method === 'POST' && access !== 'anyone')
  .map(({ name }) => name);

/** Calls of the contract that have neither a row above nor a reason to have none. */
export const forgottenCalls: readonly string[] = mutatingCalls.filter(
  (name) => !Object.hasOwn(pageActions, name) && !Object.hasOwn(WITHOUT_A_PAGE, name),
);
