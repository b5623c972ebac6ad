import { createApp, type DeveloperApp, disableApp, enableApp, getApp, listApps, renameApp } from '@openhouse/contract';
import { type Command, optionNumber } from '../../command.ts';
import { appOf } from '../../named.ts';
import { requestApp } from '../../portal/create-app.ts';
import { type Asked, portalCommand, teamOption } from '../../portal/portal-command.ts';

const app = { name: 'app', description: 'its app key or name', required: true };
const name = { name: 'name', description: 'what the Team sees: 1 to 64 characters', required: true };

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
    const { warnings, ...facts } = shown;
    if (out.asJson) out.one(shown, '');
    else out.many(Object.entries(facts), ([field, value]) => [field, value ?? 'pending']);
    for (const { kind, withinDays, endsAt } of out.asJson ? [] : warnings) {
      out.say(`warning: ${kind} within ${withinDays} days, at ${endsAt}`);
    }
  },
});

export const appsCreate: Command = portalCommand({
  name: 'apps create',
  summary: 'Create a trial app, and wait until it is ready.',
  description: "Permanently takes one of the Team's three app slots. Owners only.",
  arguments: [name],
  options: [
    teamOption,
    {
      flags: '--wait <seconds>',
      description: 'seconds to wait for it, 0 to 3600; default 120; 0 only prints the request',
    },
  ],
  examples: [{ call: 'openhouse apps create "Listings sync"', does: 'prints the app key of the new app' }],
  calls: [createApp, listApps],
  async act({ portal, words: [given = ''], invocation, out, world }) {
    const waitS = optionNumber(invocation, 'wait', { usual: 120, least: 0, most: 3600 });
    const made = await requestApp(portal, given, waitS, world);
    if ('appKey' in made && made.appKey !== null) out.one(made, made.appKey);
    else out.one(made, 'The request is saved; run openhouse apps to see when it is completed.');
  },
});

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
    out.one(changed.app, `${changed.app.appKey} is called ${changed.app.name}.`);
  },
});

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

const stateLine = ({ name: called, state }: DeveloperApp): string => `${called} is ${state}.`;
