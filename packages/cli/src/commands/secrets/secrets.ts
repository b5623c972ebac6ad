import {
  botCheckChallenge,
  listApps,
  listSecrets,
  OVERLAP_MAX_HOURS,
  retireSecret,
  revealSecret,
  rotateSecret,
  type SecretVersion,
} from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Argument, type Command, optionNumber, optionValue } from '../../command.ts';
import { appOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { revealedSecret } from '../../portal/reveal-secret.ts';
import { told } from '../../told.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const app: Argument = { name: 'app', description: 'its app key or name', required: true };

export const secretsList: Command = portalCommand({
  name: 'secrets list',
  summary: "List the live versions of an app's secret, with their use.",
  description:
    'One line per version, newest first: number, last use, share of the last day, end, and whether it can be retired. No secret.',
  arguments: [app],
  options: [teamOption],
  examples: [{ call: 'openhouse secrets "Viewing room"', does: 'shows whether the old version is still in use' }],
  calls: [listApps, listSecrets],
  async act({ portal, words: [named = ''], out }) {
    const { appKey } = await appOf(portal, named);
    const { secrets } = await portal.call(listSecrets, { params: { app_key: appKey } });
    out.many(secrets, secretCells);
  },
});

export const secretsReveal: Command = portalCommand({
  name: 'secrets reveal',
  summary: "Print an app's secret.",
  description:
    'The same guard as on the page: owners only, a bot check (solved here where the portal makes its own), a limit, and an entry in the audit log before the answer. Not at the store: operators are shown no secret. The secret is stored nowhere: mind where standard output goes.',
  arguments: [app],
  options: [teamOption, { flags: '--version <number>', description: 'which version; default: the newest' }],
  examples: [
    {
      call: 'export OPENHOUSE_APP_SECRET="$(openhouse secrets reveal Listings)"',
      does: 'puts it into this shell only',
    },
  ],
  calls: [listApps, listSecrets, botCheckChallenge, revealSecret],
  async act({ portal, words: [named = ''], invocation, out }) {
    const { appKey } = await appOf(portal, named);
    const revealed = await revealedSecret(portal, appKey, optionValue(invocation, 'version'));
    out.one({ appKey, ...revealed }, revealed.secret);
  },
});

export const secretsRotate: Command = portalCommand({
  name: 'secrets rotate',
  summary: "Rotate an app's secret: create a new version.",
  description: 'The previous version keeps working for the overlap. Owners only.',
  arguments: [app],
  options: [
    teamOption,
    {
      flags: '--overlap-hours <hours>',
      description: `hours both versions work, 0 to ${OVERLAP_MAX_HOURS}; default 24; 0 ends the old one at once`,
    },
    { flags: '--days <number>', description: 'days until the new version ends, 1 to 3650; default: it has no end' },
  ],
  examples: [
    { call: 'openhouse secrets rotate Listings', does: 'leaves a day to deploy the new version' },
    {
      call: 'openhouse secrets rotate Listings --overlap-hours 0',
      does: 'ends the old version at once, for a secret that may have leaked',
    },
  ],
  calls: [listApps, rotateSecret],
  async act({ portal, words: [named = ''], invocation, out }) {
    const overlapHours = optionNumber(invocation, 'overlapHours', { usual: 24, least: 0, most: OVERLAP_MAX_HOURS });
    const days = optionNumber(invocation, 'days', { usual: 0, least: 1, most: 3650 });
    const { appKey } = await appOf(portal, named);
    const endsAt = days === 0 ? {} : { endsAt: new Date((await portal.nowMs()) + days * DAY_MS).toISOString() };
    const body = { overlapHours, ...endsAt };
    const { secrets } = await portal.call(rotateSecret, { params: { app_key: appKey }, body });
    out.many(secrets, secretCells);
  },
});

export const secretsRetire: Command = portalCommand({
  name: 'secrets retire',
  summary: "Retire an old version of an app's secret.",
  description: 'The gateway refuses it within a second; that cannot be undone. Owners only.',
  arguments: [app, { name: 'version', description: 'its number', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse secrets retire Listings 1', does: 'retires version 1' }],
  calls: [listApps, retireSecret],
  async act({ portal, words: [named = '', version = ''], out }) {
    const { appKey } = await appOf(portal, named);
    const params = { app_key: appKey, version };
    const { secrets } = await portal.call(retireSecret, { params, body: {} });
    out.many(secrets, secretCells);
  },
});

function secretCells({ version, lastUsedAt, sharePercent, endsAt, retirement }: SecretVersion) {
  const end = endsAt === null ? told`no end` : told`ends ${endsAt}`;
  return [told`version ${version}`, lastUsedAt ?? told`never used`, `${sharePercent}%`, end, worded(retirement.reason)];
}
