import {
  APP_COLOURS,
  type AppSettings,
  type ChangedAppSettings,
  changeAppSettings,
  createApp,
  type DeveloperApp,
  deleteApp,
  disableApp,
  enableApp,
  getApp,
  listApps,
  renameApp,
} from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Argument, type Command, optionNumber, optionValue, UsageError } from '../../command.ts';
import { appOf } from '../../named.ts';
import { requestApp } from '../../portal/create-app.ts';
import type { PortalCaller } from '../../portal/portal-caller.ts';
import { type Asked, portalCommand, teamOption } from '../../portal/portal-command.ts';
import { joined, type Told, told } from '../../told.ts';

const app: Argument = { name: 'app', description: 'its app key or name', required: true };
const name: Argument = { name: 'name', description: 'what the Team sees: 1 to 64 characters', required: true };

export const appsShow: Command = portalCommand({
  name: 'apps show',
  summary: 'Show an app.',
  arguments: [app],
  options: [teamOption],
  examples: [{ call: 'openhouse apps show "Viewing room"', does: 'prints key, XID, state and what expires soon' }],
  calls: [listApps, getApp],
  async act({ portal, words: [named = ''], out }) {
    const { appKey } = await appOf(portal, named);
    const { app: shown } = await portal.call(getApp, { params: { app_key: appKey } });
    const { warnings, suspended, settings, ...facts } = shown;
    if (out.asJson) out.one(shown, '');
    else out.many(Object.entries(facts), ([field, value]) => [field, value ?? told`pending`]);
    if (!out.asJson) for (const line of settingLines(settings)) out.say(line);
    if (suspended !== undefined && !out.asJson) out.say(told`suspended since ${suspended.since}: ${suspended.reason}`);
    for (const { kind, withinDays, endsAt } of out.asJson ? [] : warnings) {
      out.say(told`warning: ${kind} within ${withinDays} days, at ${endsAt}`);
    }
  },
});

export const appsCreate: Command = portalCommand({
  name: 'apps create',
  summary: 'Create a trial app, and wait until it is ready.',
  description:
    "Permanently takes one of the Team's three app slots. A name that an app of the Team has already is refused without --yes: commands could name neither of them by it. Owners only.",
  arguments: [name],
  options: [
    teamOption,
    { flags: '--yes', description: 'a second app of this name is meant' },
    {
      flags: '--wait <seconds>',
      description: 'seconds to wait for it, 0 to 3600; default 120; 0 only prints the request',
    },
  ],
  examples: [{ call: 'openhouse apps create "Listings sync"', does: 'prints the app key of the new app' }],
  calls: [createApp, listApps],
  async act({ portal, words: [given = ''], invocation, out, world }) {
    const waitS = optionNumber(invocation, 'wait', { usual: 120, least: 0, most: 3600 });
    if (invocation.options.yes !== true) await refuseSecond(portal, given.trim());
    const made = await requestApp(portal, given, waitS, world);
    if ('appKey' in made && made.appKey !== null) out.one(made, made.appKey);
    else out.one(made, told`The request is saved; run openhouse apps to see when it is completed.`);
  },
});

/**
 * A command that is repeated, as after an answer that was lost, must not take another slot: nothing gives that back.
 * @throws {UsageError}
 */
async function refuseSecond(portal: PortalCaller, called: string): Promise<void> {
  const { apps, requests } = await portal.call(listApps, {});
  const app = apps.find((one) => one.name === called);
  const isAskedFor = requests.some((one) => one.name === called);
  if (app === undefined && !isAskedFor) return;
  const there =
    app === undefined
      ? told`The app ${JSON.stringify(called)} is being created already.`
      : told`The app ${JSON.stringify(called)} is there already: ${app.appKey}.`;
  throw new UsageError(
    told`${there} Use it; openhouse apps lists what there is. Another one of this name takes a slot for good: add --yes if it is meant.`,
  );
}

export const appsRename: Command = portalCommand({
  name: 'apps rename',
  summary: 'Rename an app.',
  description: 'Key and XID stay the same. Owners only.',
  arguments: [app, name],
  options: [teamOption],
  examples: [{ call: 'openhouse apps rename "Listings sync" Listings', does: 'changes the name' }],
  calls: [listApps, renameApp],
  async act(asked) {
    const { portal, words, out } = asked;
    const body = { name: words[1] ?? '' };
    const changed = await portal.call(renameApp, { params: await keyOf(asked), body });
    out.one(changed.app, told`${changed.app.appKey} is called ${changed.app.name}.`);
  },
});

const COLOURS = APP_COLOURS.join(', ');

export const appsSet: Command = portalCommand({
  name: 'apps set',
  summary: 'Change what is set of an app: description, contact, colour, networks, activation, leaked secrets.',
  description:
    'What is left out stays. --networks and --read-only hold on every node within a second; tokens that were exchanged before go on reading until they end. Owners only.',
  arguments: [app],
  options: [
    { flags: '--description <text>', description: 'what the app is for; an empty text removes it', mayBeEmpty: true },
    {
      flags: '--contact <address>',
      description: 'e-mail address of whoever looks after it; an empty text removes it',
      mayBeEmpty: true,
    },
    { flags: '--colour <colour>', description: `colour of its mark: ${COLOURS}, or none` },
    {
      flags: '--networks <list>',
      description: 'networks it exchanges from, separated by commas, such as 203.0.113.0/24,2001:db8::/32; any for all',
    },
    { flags: '--read-only', description: 'it may not activate tours' },
    { flags: '--may-activate', description: 'it may activate tours' },
    {
      flags: '--retire-leaked',
      description: 'a version of its secret that a code host finds in public is retired at once',
    },
    { flags: '--keep-leaked', description: 'such a version stays in force, and you are warned' },
    teamOption,
  ],
  examples: [
    {
      call: 'openhouse apps set Listings --networks 203.0.113.0/24 --read-only',
      does: 'lets the app exchange from one network, and read',
    },
  ],
  calls: [listApps, changeAppSettings],
  async act(asked) {
    const body = settingsGiven(asked);
    const changed = await asked.portal.call(changeAppSettings, { params: await keyOf(asked), body });
    asked.out.one(changed.app, joined(settingLines(changed.app.settings), '\n'));
  },
});

/** @throws {UsageError} */
function settingsGiven({ invocation }: Asked): ChangedAppSettings {
  const text = (option: string) => optionValue(invocation, option);
  const [description, contact, colour, networks] = ['description', 'contact', 'colour', 'networks'].map(text);
  const { readOnly, mayActivate, retireLeaked, keepLeaked } = invocation.options;
  if (readOnly === true && mayActivate === true)
    throw new UsageError(told`Say --read-only or --may-activate, not both.`);
  if (retireLeaked === true && keepLeaked === true)
    throw new UsageError(told`Say --retire-leaked or --keep-leaked, not both.`);
  const known: readonly string[] = APP_COLOURS;
  if (colour !== undefined && colour !== 'none' && !known.includes(colour)) {
    throw new UsageError(told`${JSON.stringify(colour)} is no colour. It is one of ${COLOURS}, or none.`);
  }
  const given: ChangedAppSettings = {
    ...(description !== undefined && { description }),
    ...(contact !== undefined && { contact }),
    ...(colour !== undefined && { colour: colour === 'none' ? null : (colour as AppSettings['colour']) }),
    ...(networks !== undefined && { networks: networks === 'any' ? [] : networks.split(',') }),
    ...((readOnly === true || mayActivate === true) && { mayActivate: mayActivate === true }),
    ...((retireLeaked === true || keepLeaked === true) && { retireLeaked: retireLeaked === true }),
  };
  if (Object.keys(given).length > 0) return given;
  throw new UsageError(told`Nothing to change. Say what, as in --networks 203.0.113.0/24.`);
}

const settingLines = ({ description, contact, colour, networks, mayActivate, retireLeaked }: AppSettings) => [
  told`description: ${description || '-'}`,
  told`contact: ${contact || '-'}`,
  told`colour: ${colour ?? '-'}`,
  told`networks: ${networks.join(' ') || told`any`}`,
  mayActivate ? told`activation: allowed` : told`activation: refused`,
  retireLeaked ? told`leaked secret: retired at once` : told`leaked secret: kept, with a warning`,
];

export const appsDisable: Command = portalCommand({
  name: 'apps disable',
  summary: 'Disable an app.',
  description: 'The gateway refuses its secrets and tokens within a second. The app keeps its slot. Owners only.',
  arguments: [app],
  options: [teamOption],
  examples: [{ call: 'openhouse apps disable "Listings sync"', does: 'blocks the app at the gateway' }],
  calls: [listApps, disableApp],
  async act(asked) {
    const changed = await asked.portal.call(disableApp, { params: await keyOf(asked), body: {} });
    asked.out.one(changed.app, stateLine(changed.app));
  },
});

export const appsDelete: Command = portalCommand({
  name: 'apps delete',
  summary: "Delete an app's data.",
  description:
    'Its secrets end within a second and are deleted with its name, its settings, its usage and its last calls. App key and slot stay taken. It cannot be undone. Owners only.',
  arguments: [app],
  options: [{ flags: '--confirm <name>', description: 'the name of the app once more' }, teamOption],
  examples: [
    {
      call: 'openhouse apps delete "Listings sync" --confirm "Listings sync"',
      does: 'leaves of the app its key and slot',
    },
  ],
  calls: [listApps, deleteApp],
  async act({ portal, words, invocation, out }) {
    const { appKey, name: called } = await appOf(portal, words[0] ?? '');
    if (optionValue(invocation, 'confirm') !== called) {
      throw new UsageError(
        told`Nothing was done. Repeat the name of the app with --confirm ${JSON.stringify(called)}.`,
      );
    }
    const deleted = await portal.call(deleteApp, { params: { app_key: appKey }, body: { confirm: called } });
    out.one(deleted.app, told`The data of ${called} is deleted; ${appKey} keeps slot ${deleted.app.slot}.`);
  },
});

export const appsEnable: Command = portalCommand({
  name: 'apps enable',
  summary: 'Enable an app.',
  description: 'The gateway accepts its live secrets again. An ended trial stays ended. Owners only.',
  arguments: [app],
  options: [teamOption],
  examples: [{ call: 'openhouse apps enable "Listings sync"', does: 'unblocks the app' }],
  calls: [listApps, enableApp],
  async act(asked) {
    const changed = await asked.portal.call(enableApp, { params: await keyOf(asked), body: {} });
    asked.out.one(changed.app, stateLine(changed.app));
  },
});

const keyOf = async ({ portal, words }: Asked) => ({ app_key: (await appOf(portal, words[0] ?? '')).appKey });

const stateLine = ({ name: called, state }: DeveloperApp): Told => told`${called} is ${worded(state)}.`;
