import type { DeveloperApp, Invitation, TeamRole } from '@openhouse/contract';
import { createApp, createTeam, type DashboardPerson, dataOf, enter, personAt } from './dashboard-people.ts';
import { beginWith } from './database.ts';
import type { InjectedPortal } from './injected-portal.ts';

/** One Team with somebody of each role and an app, and somebody who owns another Team with an app. */
export interface DashboardTeam {
  /** Public code. */
  readonly team: string;
  readonly app: DeveloperApp;
  readonly owner: DashboardPerson;
  readonly member: DashboardPerson;
  readonly viewer: DashboardPerson;
  /** A second member, to be removed or changed. */
  readonly spare: DashboardPerson;
  readonly outsider: DashboardPerson;
  readonly otherTeam: string;
  readonly otherApp: DeveloperApp;
}

/** Made by calls in a file's first test; the others find its rows in their new store. */
export async function dashboardTeam(portal: InjectedPortal): Promise<DashboardTeam> {
  const { database, cookieSecrets, sessionSealingKeys, environment, identity, nowMs, dashboard } = portal.deps;
  const secrets = [cookieSecrets, sessionSealingKeys, dashboard.pepper, dashboard.sealingKeys];
  const madeBy = [...secrets, environment, identity.name, nowMs, dashboard.upstream];
  const made = await beginWith(database, madeBy, () => makeTeam(portal));
  const at = (person: DashboardPerson) => personAt(portal, person);
  return {
    ...made,
    owner: at(made.owner),
    member: at(made.member),
    viewer: at(made.viewer),
    spare: at(made.spare),
    outsider: at(made.outsider),
  };
}

async function makeTeam(portal: InjectedPortal): Promise<DashboardTeam> {
  const owner = await enter(portal, 'ada');
  const team = await createTeam(owner, 'Studio');
  const app = await createApp(owner, 'Viewing room');
  const [member, viewer, spare] = [
    await joined(portal, owner, team, 'mo', 'member'),
    await joined(portal, owner, team, 'vi', 'viewer'),
    await joined(portal, owner, team, 'sam', 'member'),
  ];
  const outsider = await enter(portal, 'otto');
  const otherTeam = await createTeam(outsider, 'Others');
  const otherApp = await createApp(outsider, 'Showroom');
  return { team, app, owner, member, viewer, spare, outsider, otherTeam, otherApp };
}

/** Makes a link. */
export async function invite(
  owner: DashboardPerson,
  team: string,
  role: TeamRole,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  return dataOf(await owner.post(`/api/teams/${team}/invitations`, { role }));
}

/** Lets somebody in by a link. */
export async function joined(
  portal: InjectedPortal,
  owner: DashboardPerson,
  team: string,
  subject: string,
  role: TeamRole,
): Promise<DashboardPerson> {
  const person = await enter(portal, subject);
  const { token } = await invite(owner, team, role);
  dataOf(await person.post('/api/invitations/accept', { token }));
  return person;
}
