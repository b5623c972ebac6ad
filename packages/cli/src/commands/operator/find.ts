import {
  type AppRow,
  listAllApps,
  listAllPeople,
  listAllTeams,
  operatorFind,
  operatorOverview,
  type PersonRow,
  type TeamRow,
} from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Command, type Option, optionNumber, optionValue } from '../../command.ts';
import { type Asked, portalCommand } from '../../portal/portal-command.ts';
import type { Cell } from '../../results.ts';
import { type Filled, told } from '../../told.ts';

// Finding things of all Teams (decision 0135).

const begins: Option = { flags: '--search <text>', description: 'only names that begin with this' };
const limit: Option = { flags: '--limit <number>', description: 'maximum number of lines, 1 to 1000000; default 50' };

export const findAnything: Command = portalCommand({
  name: 'operator find',
  summary: 'Find Teams, people, apps, tours, a session or a call.',
  description:
    'By the beginning of a name or an e-mail address, or by a whole app key, XID, code, session id or request id. One line per thing: kind, code, name and what belongs to it. Operators only. Exits with 1 when there is none.',
  arguments: [{ name: 'text', description: 'what to look for', required: true }],
  options: [],
  examples: [
    { call: 'openhouse operator find mara@', does: 'finds people by the beginning of their address' },
    { call: 'openhouse operator find 2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68', does: 'finds the app of a call' },
  ],
  calls: [operatorFind],
  async act({ portal, words: [q = ''], out }) {
    const found = await portal.call(operatorFind, { query: { q } });
    const lines = [
      ...found.calls.map(({ at, operation, status, app }) => [
        told`call`,
        at,
        operation || '-',
        status,
        app?.appKey ?? '-',
      ]),
      ...found.apps.map((app) => [told`app`, ...appCells(app)]),
      ...found.teams.map((team) => [told`team`, ...teamCells(team)]),
      ...found.people.map((person) => [told`person`, ...personCells(person)]),
      ...found.tours.map(({ resourceCode, name, team }) => [told`tour`, resourceCode, team.id, name]),
      ...found.sessions.map(({ kind, createdAt, person }) => [
        told`session`,
        kind,
        createdAt,
        person.userCode,
        person.name,
      ]),
    ];
    if (out.asJson) out.one(found, '');
    else out.many(lines, (cells) => cells);
    return lines.length > 0 ? 0 : 1;
  },
});

export const overview: Command = portalCommand({
  name: 'operator overview',
  summary: 'Show what needs a look: trials that end, App requests, Teams to be deleted, what is suspended.',
  description: 'Operators only.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse operator overview --json', does: 'says it for a program' }],
  calls: [operatorOverview],
  async act({ portal, out }) {
    const seen = await portal.call(operatorOverview, {});
    const lines = [
      ...seen.suspendedApps.map((app) => [told`suspended app`, ...appCells(app)]),
      ...seen.suspendedTeams.map((team) => [told`suspended team`, ...teamCells(team)]),
      ...seen.suspendedPeople.map((person) => [told`suspended person`, ...personCells(person)]),
      ...seen.goingTeams.map(({ id, name, dueAt, by, reason }) => [
        told`to be deleted`,
        dueAt,
        id,
        name,
        by === null ? told`by operators: ${reason}` : told`by ${by.name || by.userCode}`,
      ]),
      ...seen.unfinished.map(({ name, team, requestedAt, attempts }) => [
        told`unfinished`,
        requestedAt,
        attempts,
        team.id,
        name,
      ]),
      ...seen.refused.map(({ app, refusals }) => [told`refused`, refusals, ...appCells(app)]),
      ...seen.expiring.map((app) => [told`expiring`, ...appCells(app)]),
    ];
    if (out.asJson) out.one(seen, '');
    else out.many(lines, (cells) => cells);
  },
});

export const allTeams: Command = portalCommand({
  name: 'operator teams',
  summary: 'List all Teams by name.',
  description: 'One line per Team: code, standing and name. Operators only.',
  arguments: [],
  options: [begins, limit],
  examples: [{ call: 'openhouse operator teams --search north', does: 'lists the Teams whose name begins so' }],
  calls: [listAllTeams],
  act: (asked) =>
    tellPages(
      asked,
      async (query) => {
        const { teams, next } = await asked.portal.call(listAllTeams, { query });
        return { rows: teams, next };
      },
      teamCells,
    ),
});

export const peopleList: Command = portalCommand({
  name: 'people list',
  summary: 'List all people by name.',
  description: 'One line per person: code, standing, e-mail address and name. Operators only.',
  arguments: [],
  options: [begins, limit],
  examples: [{ call: 'openhouse people list --search mara', does: 'lists the people whose name begins so' }],
  calls: [listAllPeople],
  act: (asked) =>
    tellPages(
      asked,
      async (query) => {
        const { people, next } = await asked.portal.call(listAllPeople, { query });
        return { rows: people, next };
      },
      personCells,
    ),
});

export const allApps: Command = portalCommand({
  name: 'operator apps',
  summary: 'List the apps of all Teams by name.',
  description: 'One line per app: app key, state, end of the trial, Team and name. No secret. Operators only.',
  arguments: [],
  options: [begins, limit],
  examples: [{ call: 'openhouse operator apps --limit 1000 --json', does: 'lists apps for a program' }],
  calls: [listAllApps],
  act: (asked) =>
    tellPages(
      asked,
      async (query) => {
        const { apps, next } = await asked.portal.call(listAllApps, { query });
        return { rows: apps, next };
      },
      appCells,
    ),
});

/** Page after page, until as many are told as were asked for. */
async function tellPages<Row extends object>(
  { invocation, out }: Asked,
  page: (query: {
    q?: string;
    after?: string;
  }) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>,
  cells: (row: Row) => readonly Cell[],
): Promise<undefined> {
  const q = optionValue(invocation, 'search');
  let left = optionNumber(invocation, 'limit', { usual: 50, least: 1, most: 1_000_000 });
  for (let after: string | null | undefined; after !== null && left > 0; ) {
    const { rows, next } = await page({ ...(q !== undefined && { q }), ...(after !== undefined && { after }) });
    out.many(rows.slice(0, left), cells);
    left -= rows.length;
    after = next;
  }
}

const standing = (suspended: TeamRow['suspended']): Filled =>
  suspended === null ? told`active#standing` : worded('suspended');
const teamCells = ({ id, name, suspended }: TeamRow) => [id, standing(suspended), name];
const personCells = ({ userCode, name, email, suspended }: PersonRow) => [
  userCode,
  standing(suspended),
  email || '-',
  name,
];
const appCells = ({ appKey, state, trialEndsAt, team, name }: AppRow) => [
  appKey,
  worded(state),
  trialEndsAt ?? told`trial pending`,
  team.id,
  name,
];
