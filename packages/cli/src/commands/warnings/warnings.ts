import { dismissWarning, listWarnings, ROW_ID_PATTERN, setWarningMail, type Warning } from '@openhouse/contract';
import { type Command, UsageError } from '../../command.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { type Told, told } from '../../told.ts';

/** `openhouse warnings` (decision 0154). */
export const warningsList: Command = portalCommand({
  name: 'warnings list',
  summary: 'List what a Team is warned of.',
  description:
    'One line per warning: id, kind, app or -, and what it says: when something ends, where a secret leaked, or how much of a limit is used. Without those that you have dismissed.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse warnings', does: 'shows what ends soon and which limits are nearly used up' }],
  calls: [listWarnings],
  async act({ portal, out }) {
    const { warnings } = await portal.call(listWarnings, {});
    out.many(warnings, (warning) => [warning.id, warning.kind, warning.app?.name ?? '-', said(warning)]);
  },
});

export const warningsDismiss: Command = portalCommand({
  name: 'warnings dismiss',
  summary: 'Show a warning to you no more.',
  description: 'Other people of the Team still see it; a sharper one of the same is shown again.',
  arguments: [{ name: 'warning', description: 'its id, as warnings list shows it', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse warnings dismiss 12', does: 'takes it off your list' }],
  calls: [dismissWarning],
  async act({ portal, words: [id = ''], out }) {
    if (!new RegExp(ROW_ID_PATTERN).test(id))
      throw new UsageError(told`A warning is named by its id, as warnings list shows it.`);
    out.one(await portal.call(dismissWarning, { params: { id }, body: {} }), told`Dismissed the warning ${id}.`);
  },
});

export const warningsMail: Command = portalCommand({
  name: 'warnings mail',
  summary: 'Get mails about warnings, or none.',
  description: 'For you, in all your Teams. Mails go to owners of a Team, where the installation sends any.',
  arguments: [{ name: 'wanted', description: 'on or off', required: true }],
  options: [],
  examples: [{ call: 'openhouse warnings mail off', does: 'stops the mails; the portal goes on showing warnings' }],
  calls: [setWarningMail],
  async act({ portal, words: [wanted = ''], out }) {
    if (wanted !== 'on' && wanted !== 'off') throw new UsageError(told`Say on or off.`);
    const set = await portal.call(setWarningMail, { body: { wanted: wanted === 'on' } });
    out.one(set, set.byMail ? told`You get mails about warnings.` : told`You get no mails about warnings.`);
  },
});

function said({ endsAt, secretVersion, percent, used, of, leak }: Warning): Told {
  const version = secretVersion ?? '';
  if (leak !== null) {
    const found = leak.url === '' ? told`found in public` : told`found at ${leak.url}`;
    return leak.retired ? told`version ${version} ${found}, retired` : told`version ${version} ${found}, still valid`;
  }
  if (endsAt !== null) return secretVersion === null ? told`ends ${endsAt}` : told`version ${version} ends ${endsAt}`;
  if (used === null) return told`never used`;
  const [share, most] = [percent ?? '', of ?? ''];
  return percent === null
    ? told`${used} of ${most} calls refused in an hour`
    : told`${share}% reached: ${used} of ${most}`;
}
