import {
  type DeveloperApp,
  getUser,
  listApps,
  listMembers,
  type SignedInAccount,
  type Team,
  type TeamMember,
} from '@openhouse/contract';
import { Refusal, UsageError } from '../command.ts';
import type { PortalCaller } from './portal-caller.ts';

/** Who acts. @throws {Refusal} when nobody is signed in. */
export async function personOf(portal: PortalCaller): Promise<SignedInAccount> {
  const account = await portal.call(getUser, {});
  if (account.isAuthenticated) return account;
  throw new Refusal('AUTH_REQUIRED', `${portal.target}: the session has ended. Run openhouse login.`, 3);
}

/** The Team that a command refers to: by code, else by name, else the active one. */
export async function teamOf(portal: PortalCaller, named: string | undefined): Promise<Team> {
  const { teams } = await personOf(portal);
  const matching = named === undefined ? teams.filter(({ isActive }) => isActive) : oneOf(teams, named, ({ id }) => id);
  const [team, ...others] = matching;
  if (team !== undefined && others.length === 0) return team;
  const listed = teams.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (teams.length === 0) throw new Refusal('TEAM_REQUIRED', 'You are in no Team. Run openhouse teams create NAME.');
  if (named === undefined) throw new Refusal('TEAM_REQUIRED', `No Team is active. Name one with --team: ${listed}.`);
  throw new UsageError(
    `${JSON.stringify(named)} ${others.length > 0 ? 'matches more than one of your Teams' : 'is not one of your Teams'}. Use a code: ${listed}.`,
  );
}

/** An app of the Team, by app key or by name. */
export async function appOf(portal: PortalCaller, named: string): Promise<DeveloperApp> {
  const { apps } = await portal.call(listApps, {});
  const [app, ...others] = oneOf(apps, named, ({ appKey }) => appKey);
  if (app !== undefined && others.length === 0) return app;
  if (others.length > 0) throw new UsageError(`More than one app is called ${JSON.stringify(named)}. Use the app key.`);
  const listed = apps.map(({ appKey, name }) => `${name} (${appKey})`).join(', ');
  throw new Refusal(
    'APP_NOT_FOUND',
    `The Team has no app ${JSON.stringify(named)}. ${listed === '' ? 'It has none yet.' : `It has ${listed}.`}`,
  );
}

/** Somebody in a Team, by e-mail address or code. */
export async function memberOf(portal: PortalCaller, team: string, named: string): Promise<TeamMember> {
  const { members } = await portal.call(listMembers, { params: { id: team } });
  const lower = named.toLowerCase();
  const member = members.find(({ userCode, email }) => userCode === named || email.toLowerCase() === lower);
  if (member !== undefined) return member;
  throw new Refusal('MEMBER_NOT_FOUND', `Nobody in the Team has the e-mail address or code ${JSON.stringify(named)}.`);
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
