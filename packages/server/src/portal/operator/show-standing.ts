import type { OperatorApp, OperatorPerson, OperatorTeam } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { onceMore } from '../../kernel/database/once-more.ts';
import { operatorAppOf, operatorPersonOf, operatorTeamOf } from './change-standing.ts';
import { shownOperatorApp, shownOperatorPerson, shownOperatorTeam } from './shown.ts';
import { operatorAppsOf, operatorMembersOf } from './store.ts';

/** An app, a Team or a person as they stand now. @throws {PortalError} APP_NOT_FOUND, TEAM_NOT_FOUND, PERSON_NOT_FOUND */
export interface Standings {
  app(appKey: string): Promise<OperatorApp>;
  team(code: string): Promise<OperatorTeam>;
  person(userCode: string): Promise<OperatorPerson>;
}

/** Read after the decision was committed, mostly. @param nowMs Milliseconds since the Unix epoch. */
export function showStandings(database: Database, nowMs: () => number): Standings {
  return {
    app: (appKey) => onceMore(async () => shownOperatorApp(await operatorAppOf(database, appKey), nowMs())),
    team: (code) =>
      onceMore(async () => {
        const team = await operatorTeamOf(database, code);
        const members = await operatorMembersOf(database.pool, team.id);
        return shownOperatorTeam(team, members, await operatorAppsOf(database.pool, team.id), nowMs());
      }),
    person: (userCode) => onceMore(async () => shownOperatorPerson(await operatorPersonOf(database, userCode))),
  };
}
