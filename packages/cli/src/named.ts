import {
  type DeveloperApp,
  getUser,
  listApps,
  listMembers,
  type SignedInAccount,
  type Team,
  type TeamMember,
} from '@openhouse/contract';
import type { KnownPerson, NamedTeam } from '@openhouse/server';
import { Refusal, UsageError } from './command.ts';
import { loginCall, type PortalCaller } from './portal/portal-caller.ts';
import type { OpenedStore } from './store.ts';
import { type Told, told } from './told.ts';

// Whom and what a command's words name, at a portal and in the store. A Team and an app: by code, else by name. A person:
// by public code or e-mail address. Commands find them nowhere else (scripts/one-place.test.ts).

/** People and Teams that a message lists. */
const LISTED = 10;

/** Who acts. @throws {Refusal} when nobody is signed in. */
export async function personOf(portal: PortalCaller): Promise<SignedInAccount> {
  const account = await portal.call(getUser, {});
  if (account.isAuthenticated) return account;
  throw new Refusal('AUTH_REQUIRED', told`${portal.target}: the session has ended. Run ${loginCall(portal)}.`, 3);
}

/**
 * The person of the store in whose place a command acts.
 * @throws {UsageError}
 */
export async function personInStore({ server, database }: OpenedStore, named: string): Promise<KnownPerson> {
  const people = await server.peopleNamed(database, named, LISTED + 1);
  const [person, another] = people;
  if (person !== undefined && another === undefined) return person;
  if (person === undefined) throw new UsageError(told`Nobody has the e-mail address or code ${JSON.stringify(named)}.`);
  const listed = listOf(people.map(({ userCode }) => userCode));
  throw new UsageError(
    told`Who is meant is not clear: several people have the e-mail address ${named}. Name one with --as by their code: ${listed}.`,
  );
}

/** The Team that a command refers to at a portal. @param named Undefined for the active one. */
export async function teamOf(portal: PortalCaller, named: string | undefined): Promise<Team> {
  const { teams } = await personOf(portal);
  const matching = named === undefined ? teams.filter(({ isActive }) => isActive) : oneOf(teams, named, ({ id }) => id);
  const [team, ...others] = matching;
  if (team !== undefined && others.length === 0) return team;
  const listed = teams.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (teams.length === 0)
    throw new Refusal('TEAM_REQUIRED', told`You are in no Team. Run openhouse teams create NAME.`);
  if (named === undefined)
    throw new Refusal('TEAM_REQUIRED', told`No Team is active. Name one with --team: ${listed}.`);
  throw new UsageError(
    told`${JSON.stringify(named)} ${others.length > 0 ? told`matches more than one of your Teams` : told`is not one of your Teams`}. Use a code: ${listed}.`,
  );
}

/**
 * The Team of the store that a command refers to.
 * @param named Undefined for the only Team there is.
 * @throws {UsageError}
 */
export async function teamInStore({ server, database }: OpenedStore, named: string | undefined): Promise<NamedTeam> {
  const teams = await server.teamsNamed(database, named, LISTED + 1);
  const [team, another] = named === undefined ? teams : oneOf(teams, named, ({ code }) => code);
  if (team !== undefined && another === undefined) return team;
  if (team === undefined && named === undefined) {
    throw new UsageError(told`There is no Team yet. Start the service once; it makes the first.`);
  }
  if (team === undefined) {
    const all = await server.teamsNamed(database, undefined, LISTED + 1);
    const there = all.length === 0 ? told`There is no Team yet.` : told`There are: ${listOf(all.map(codeAndName))}.`;
    throw new UsageError(told`No Team has the code or name ${JSON.stringify(named)}. ${there}`);
  }
  const several =
    named === undefined ? told`There are several Teams` : told`Several Teams have the name ${JSON.stringify(named)}`;
  throw new UsageError(told`${several}. Name one by its code: ${listOf(teams.map(codeAndName))}.`);
}

const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/;

/**
 * A public id.
 * @param what A session, a credential or an invitation.
 * @param listedBy The command that shows it.
 * @throws {UsageError} without the word, which may be a secret in place of its id.
 */
export function publicIdOf(word: string, what: Told, listedBy: string): string {
  if (PUBLIC_ID.test(word)) return word;
  throw new UsageError(told`${what} is named by its id of 22 characters, as ${listedBy} shows it.`);
}

/** An app of the Team, by app key or by name. */
export async function appOf(portal: PortalCaller, named: string): Promise<DeveloperApp> {
  const { apps } = await portal.call(listApps, {});
  const [app, ...others] = oneOf(apps, named, ({ appKey }) => appKey);
  if (app !== undefined && others.length === 0) return app;
  if (others.length > 0)
    throw new UsageError(told`More than one app is called ${JSON.stringify(named)}. Use the app key.`);
  const listed = apps.map(({ appKey, name }) => `${name} (${appKey})`).join(', ');
  throw new Refusal(
    'APP_NOT_FOUND',
    told`The Team has no app ${JSON.stringify(named)}. ${listed === '' ? told`It has none yet.` : told`It has ${listed}.`}`,
  );
}

/** Somebody in a Team, by e-mail address or code. */
export async function memberOf(portal: PortalCaller, team: string, named: string): Promise<TeamMember> {
  const { members } = await portal.call(listMembers, { params: { id: team } });
  const lower = named.toLowerCase();
  const member = members.find(({ userCode, email }) => userCode === named || email.toLowerCase() === lower);
  if (member !== undefined) return member;
  throw new Refusal(
    'MEMBER_NOT_FOUND',
    told`Nobody in the Team has the e-mail address or code ${JSON.stringify(named)}.`,
  );
}

const codeAndName = ({ code, name }: NamedTeam): string => `${code} (${name})`;

function listOf(words: readonly string[]): Told {
  const listed = words.slice(0, LISTED).join(', ');
  return words.length > LISTED ? told`${listed} and others` : told`${listed}`;
}

/** Matches by code first, then by name. */
function oneOf<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  named: string,
  codeOf: (thing: Thing) => string,
): readonly Thing[] {
  const coded = things.filter((thing) => codeOf(thing) === named);
  return coded.length > 0 ? coded : things.filter(({ name }) => name === named);
}
