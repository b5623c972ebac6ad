import {
  listPlans,
  PER_MINUTE_MAX,
  PLAN_DAYS_MAX,
  PLAN_FILES_MAX,
  PLAN_TOURS_MAX,
  type Plan,
  type PlanLimits,
  removePlan,
  setException,
  setPlan,
  setTeamPlan,
  TOUR_UPLOAD_MAX_BYTES,
} from '@openhouse/contract';
import { type Command, type Invocation, type Option, optionValue, UsageError } from '../../command.ts';
import type { HelpText } from '../../languages/help-text.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { endGiven, reasonOf } from './decision.ts';
import { tellApp, tellRows, tellTeam } from './tell-rows.ts';

// Plans and exceptions, by commands at the store or at a portal (decision 0136).

type Limit = keyof PlanLimits;

/** What a limit's option takes beside a number. */
const USUAL = 'usual';

type WhatOf<Text> = Text extends `${infer What}; usual: as if it had never been set` ? What : never;

/** The option of a limit. */
interface LimitOption {
  readonly option: string;
  readonly what: WhatOf<HelpText>;
  readonly least: number;
  readonly most: number;
}
const perMinute = (option: string, what: LimitOption['what']): LimitOption => ({
  option: `${option}-per-minute`,
  what,
  least: 0,
  most: PER_MINUTE_MAX,
});

const OPTION_OF: { readonly [Name in Limit]: LimitOption } = {
  callsPerMinute: perMinute('calls', 'calls of an app in a minute; 0: without a limit'),
  teamCallsPerMinute: perMinute('team-calls', 'calls of all apps of a Team together in a minute; 0: without a limit'),
  exchangesPerMinute: perMinute('exchanges', 'exchanges of an app in a minute; 0: without a limit'),
  tours: { option: 'tours', what: 'tours of a Team', least: 1, most: PLAN_TOURS_MAX },
  storedBytes: {
    option: 'stored-bytes',
    what: 'bytes that the tours of a Team take together',
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  },
  files: { option: 'files', what: 'files that the tours of a Team have together', least: 1, most: PLAN_FILES_MAX },
  uploadBytes: { option: 'upload-bytes', what: 'bytes of one upload of tours', least: 1, most: TOUR_UPLOAD_MAX_BYTES },
  trialDays: { option: 'trial-days', what: 'days of the trial that an app begins with', least: 1, most: PLAN_DAYS_MAX },
  usageDays: { option: 'usage-days', what: 'days that usage is kept', least: 1, most: PLAN_DAYS_MAX },
};
const ofPlan = Object.keys(OPTION_OF) as readonly Limit[];
const ofApp = ['callsPerMinute', 'exchangesPerMinute'] as const;

const limitOptions = (limits: readonly Limit[]): Option[] =>
  limits.map((limit) => ({
    flags: `--${OPTION_OF[limit].option} <number>`,
    description: `${OPTION_OF[limit].what}; ${USUAL}: as if it had never been set`,
  }));

/** The limits that were given. @throws {UsageError} */
function limitsGiven<Name extends Limit>(
  invocation: Invocation,
  limits: readonly Name[],
): Partial<Pick<PlanLimits, Name>> {
  const given: Partial<Record<Name, number | null>> = {};
  for (const limit of limits) {
    const { option, least, most } = OPTION_OF[limit];
    const text = optionValue(
      invocation,
      option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    if (text === undefined) continue;
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (text !== USUAL && !(number >= least && number <= most)) {
      throw new UsageError(told`--${option} takes a whole number from ${least} to ${most}, or ${USUAL}.`);
    }
    given[limit] = text === USUAL ? null : number;
  }
  return given;
}

export const plansList: Command = portalCommand({
  name: 'plans list',
  summary: 'List the plans with their limits.',
  description: `One line per plan: name, Teams, limits. \`${USUAL}\` is what the installation sets. Operators only.`,
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse plans list', does: 'shows every plan' }],
  calls: [listPlans],
  async act({ portal, out }) {
    out.many((await portal.call(listPlans, {})).plans, planCells);
  },
});

export const plansSet: Command = portalCommand({
  name: 'plans set',
  summary: 'Create or change a plan.',
  description:
    'Limits that are left out stay as they are. Takes effect on every node within a second, for every Team on the plan; `default` is the plan of all Teams without another one. Operators only. Needs --reason.',
  arguments: [{ name: 'plan', description: 'its name: small letters, digits, hyphens', required: true }],
  options: limitOptions(ofPlan),
  examples: [
    {
      call: 'openhouse plans set growth --calls-per-minute 1200 --team-calls-per-minute 3000 --reason "Price list"',
      does: 'makes a plan, or changes these two limits of it',
    },
    {
      call: 'openhouse plans set default --tours 50 --stored-bytes 5000000000 --reason "Trials fill the disk"',
      does: 'limits what is imported into every Team that has no other plan',
    },
  ],
  calls: [setPlan],
  async act({ portal, words: [plan = ''], invocation, out }) {
    const body = { limits: limitsGiven(invocation, ofPlan), reason: reasonOf(invocation) };
    const { plan: set } = await portal.call(setPlan, { params: { plan }, body });
    tellRows(out, set, [planCells(set)]);
  },
});

export const plansRemove: Command = portalCommand({
  name: 'plans remove',
  summary: 'Remove a plan that no Team has.',
  description: 'The plan default stays. Operators only. Needs --reason.',
  arguments: [{ name: 'plan', description: 'its name', required: true }],
  options: [],
  examples: [{ call: 'openhouse plans remove growth --reason "Nobody has it"', does: 'removes the plan' }],
  calls: [removePlan],
  async act({ portal, words: [plan = ''], invocation, out }) {
    const body = { reason: reasonOf(invocation) };
    out.one(await portal.call(removePlan, { params: { plan }, body }), told`Removed the plan ${plan}.`);
  },
});

export const teamsPlan: Command = portalCommand({
  name: 'teams plan',
  summary: 'Give a Team a plan.',
  description: 'Takes effect on every node within a second. Operators only. Needs --reason.',
  arguments: [
    { name: 'team', description: 'its code', required: true },
    { name: 'plan', description: 'name of the plan', required: true },
  ],
  options: [],
  examples: [
    { call: 'openhouse teams plan demo growth --reason "Contract 2026-118"', does: 'lets its apps call more' },
  ],
  calls: [setTeamPlan],
  async act({ portal, words: [id = '', plan = ''], invocation, out }) {
    const body = { plan, reason: reasonOf(invocation) };
    tellTeam(out, (await portal.call(setTeamPlan, { params: { id }, body })).team);
  },
});

export const appsException: Command = portalCommand({
  name: 'apps exception',
  summary: 'Allow an app other limits than its plan, until a time.',
  description:
    'Takes one of --days, --until and --end. The limit of all apps of the Team together still applies. Operators only. Needs --reason.',
  arguments: [{ name: 'app', description: 'its app key', required: true }],
  options: [
    ...limitOptions(ofApp),
    { flags: '--days <number>', description: 'the plan holds again this many days from now, 1 to 3650' },
    { flags: '--until <time>', description: 'the plan holds again then, as in 2026-12-31T00:00:00Z' },
    { flags: '--end', description: 'the plan holds again now' },
  ],
  examples: [
    {
      call: 'openhouse apps exception ohk_3mWvZ1bq8TnKx5RcJ7dYfA --calls-per-minute 5000 --days 7 --reason "The fair"',
      does: 'lets one app call more for a week',
    },
  ],
  calls: [setException],
  async act({ portal, words: [app_key = ''], invocation, out }) {
    const limits = limitsGiven(invocation, ofApp);
    const reason = reasonOf(invocation);
    const endsAt = await endGiven(portal, invocation, told`Say when the exception ends`);
    const body = { limits, endsAt, reason };
    tellApp(out, (await portal.call(setException, { params: { app_key }, body })).app);
  },
});

const planCells = ({ name, teams, limits }: Plan) => [
  name,
  told`${teams} teams`,
  ...ofPlan.map((limit) => `${OPTION_OF[limit].option} ${limits[limit] ?? USUAL}`),
];
