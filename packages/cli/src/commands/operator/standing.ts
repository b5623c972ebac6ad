import {
  askUpstream,
  getOperatorApp,
  getOperatorPerson,
  getOperatorTeam,
  type OperatorPerson,
  resumeApp,
  resumePerson,
  resumeTeam,
  setTrial,
  suspendApp,
  suspendPerson,
  suspendTeam,
} from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import type { Argument, Command } from '../../command.ts';
import { type Asked, portalCommand } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { endGiven, reasonOf } from './decision.ts';
import { tellApp, tellRows, tellTeam } from './tell-rows.ts';

// What operators decide of apps, Teams and people, by commands at the store or at a portal (decision 0134).

const app: Argument = { name: 'app', description: 'its app key', required: true };
const team: Argument = { name: 'team', description: 'its code', required: true };
const person: Argument = { name: 'person', description: 'their code', required: true };

export const operatorApp: Command = portalCommand({
  name: 'operator app',
  summary: 'Show an app of any Team: its standing, its trial and its Team.',
  description: 'No secret. Operators only.',
  arguments: [app],
  options: [],
  examples: [{ call: 'openhouse operator app ohk_3mWvZ1bq8TnKx5RcJ7dYfA', does: 'shows why an app is refused' }],
  calls: [getOperatorApp],
  act: async ({ portal, words, out }) =>
    tellApp(out, (await portal.call(getOperatorApp, { params: keyOf(words) })).app),
});

export const appsSuspend: Command = portalCommand({
  name: 'apps suspend',
  summary: 'Suspend an app of any Team.',
  description:
    'Every node refuses its secrets and tokens within a second. It keeps its slot; its owners see the reason and cannot undo it. Operators only. Needs --reason.',
  arguments: [app],
  options: [],
  examples: [
    {
      call: 'openhouse apps suspend ohk_3mWvZ1bq8TnKx5RcJ7dYfA --reason "The key is public"',
      does: 'stops an app that is misused',
    },
  ],
  calls: [suspendApp],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    tellApp(out, (await portal.call(suspendApp, { params: keyOf(words), body })).app);
    return undefined;
  },
});

export const appsResume: Command = portalCommand({
  name: 'apps resume',
  summary: 'Resume an app that operators have suspended.',
  description: 'What an owner has disabled stays disabled. Operators only. Needs --reason.',
  arguments: [app],
  options: [],
  examples: [
    {
      call: 'openhouse apps resume ohk_3mWvZ1bq8TnKx5RcJ7dYfA --reason "The key was rotated"',
      does: 'lets the app call again',
    },
  ],
  calls: [resumeApp],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    tellApp(out, (await portal.call(resumeApp, { params: keyOf(words), body })).app);
    return undefined;
  },
});

export const appsTrial: Command = portalCommand({
  name: 'apps trial',
  summary: 'Extend the trial of an app, or end it.',
  description:
    'Takes one of --days, --until and --end. On every node within a second. The upstream app service does not change the trial any more until apps ask-upstream. Operators only. Needs --reason.',
  arguments: [app],
  options: [
    { flags: '--days <number>', description: 'it ends this many days from now, 1 to 3650' },
    { flags: '--until <time>', description: 'it ends then, as in 2026-12-31T00:00:00Z' },
    { flags: '--end', description: 'it ends now' },
  ],
  examples: [
    {
      call: 'openhouse apps trial ohk_3mWvZ1bq8TnKx5RcJ7dYfA --days 45 --reason "Contract on its way"',
      does: 'lets an app go on for longer',
    },
  ],
  calls: [setTrial],
  act: async ({ portal, words, invocation, out }) => {
    const reason = reasonOf(invocation);
    const body = { endsAt: await endGiven(portal, invocation, told`Say when the trial ends`), reason };
    tellApp(out, (await portal.call(setTrial, { params: keyOf(words), body })).app);
    return undefined;
  },
});

export const appsAskUpstream: Command = portalCommand({
  name: 'apps ask-upstream',
  summary: 'Ask the upstream app service about the trial of an app again.',
  description:
    'Adopts its current answer, which also replaces an end that an operator has set. Operators only. Needs --reason.',
  arguments: [app],
  options: [],
  examples: [
    {
      call: 'openhouse apps ask-upstream ohk_3mWvZ1bq8TnKx5RcJ7dYfA --reason "They have paid"',
      does: 'learns of a trial that the upstream has extended',
    },
  ],
  calls: [askUpstream],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    const { app: asked, answer } = await portal.call(askUpstream, { params: keyOf(words), body });
    const said = {
      changed: told`a new end`,
      unchanged: told`the same end`,
      pending: told`no end yet`,
      unknown: told`no such app`,
    };
    out.one({ ...asked, answer }, told`The upstream names ${said[answer]}: ${asked.trialEndsAt ?? told`pending`}.`);
    return undefined;
  },
});

const keyOf = (words: Asked['words']) => ({ app_key: words[0] ?? '' });
const idOf = (words: Asked['words']) => ({ id: words[0] ?? '' });
const codeOf = (words: Asked['words']) => ({ user_code: words[0] ?? '' });

export const operatorTeam: Command = portalCommand({
  name: 'operator team',
  summary: 'Show a Team with its people and apps.',
  description: 'Operators only.',
  arguments: [team],
  options: [],
  examples: [{ call: 'openhouse operator team demo', does: 'shows who owns the demo Team, and its apps' }],
  calls: [getOperatorTeam],
  act: async ({ portal, words, out }) =>
    tellTeam(out, (await portal.call(getOperatorTeam, { params: idOf(words) })).team),
});

export const teamsSuspend: Command = portalCommand({
  name: 'teams suspend',
  summary: 'Suspend a Team.',
  description:
    'Every node refuses all its apps within a second, and its people change nothing in it. They see the reason and cannot undo it. Operators only. Needs --reason.',
  arguments: [team],
  options: [],
  examples: [{ call: 'openhouse teams suspend demo --reason "Unpaid"', does: 'stops all that the Team does' }],
  calls: [suspendTeam],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    return tellTeam(out, (await portal.call(suspendTeam, { params: idOf(words), body })).team);
  },
});

export const teamsResume: Command = portalCommand({
  name: 'teams resume',
  summary: 'Resume a Team that operators have suspended.',
  description: 'Apps that are suspended themselves stay so. Operators only. Needs --reason.',
  arguments: [team],
  options: [],
  examples: [{ call: 'openhouse teams resume demo --reason "Paid"', does: 'lets the Team go on' }],
  calls: [resumeTeam],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    return tellTeam(out, (await portal.call(resumeTeam, { params: idOf(words), body })).team);
  },
});

export const peopleShow: Command = portalCommand({
  name: 'people show',
  summary: 'Show a person with their Teams.',
  description: 'Operators only.',
  arguments: [person],
  options: [],
  examples: [{ call: 'openhouse people show ohu_4nq0cXyJ8mB2vT7r', does: 'shows the Teams and sessions of a person' }],
  calls: [getOperatorPerson],
  act: async ({ portal, words, out }) =>
    tellPerson(out, (await portal.call(getOperatorPerson, { params: codeOf(words) })).person),
});

export const peopleSuspend: Command = portalCommand({
  name: 'people suspend',
  summary: 'Suspend a person.',
  description:
    'Ends all their sessions and refuses further sign-ins, with the reason. Their Teams and apps keep working. Operators only. Needs --reason.',
  arguments: [person],
  options: [],
  examples: [
    {
      call: 'openhouse people suspend ohu_4nq0cXyJ8mB2vT7r --reason "The account was taken over"',
      does: 'keeps somebody out',
    },
  ],
  calls: [suspendPerson],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    return tellPerson(out, (await portal.call(suspendPerson, { params: codeOf(words), body })).person);
  },
});

export const peopleResume: Command = portalCommand({
  name: 'people resume',
  summary: 'Resume a person whom operators have suspended.',
  description: 'They can sign in again. Operators only. Needs --reason.',
  arguments: [person],
  options: [],
  examples: [
    {
      call: 'openhouse people resume ohu_4nq0cXyJ8mB2vT7r --reason "The account is theirs again"',
      does: 'lets them in again',
    },
  ],
  calls: [resumePerson],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    return tellPerson(out, (await portal.call(resumePerson, { params: codeOf(words), body })).person);
  },
});

function tellPerson(out: Asked['out'], shown: OperatorPerson): undefined {
  const { userCode, name, email, suspended, sessions, teams } = shown;
  const standing = suspended === null ? told`in good standing` : told`suspended: ${suspended.reason}`;
  return tellRows(out, shown, [
    [userCode, name, email || '-', standing, told`${sessions} sessions`],
    ...teams.map(({ id, name: called, role }) => [told`  ${worded(role)}`, id, called]),
  ]);
}
