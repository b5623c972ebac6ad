import { type AuditAction, OPERATOR_CODE } from '@openhouse/contract';
import { stampApp, stampAppsOfTeam } from '../../apps/app-store.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { personAsSubject } from '../audit-chain/entry.ts';
import { appendEntry, appendOperatorEntry, appendToTeam } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import { endingsOf } from '../session/end-sessions.ts';
import { auditedTeams, deleteSessions } from '../session/store.ts';
import { withdrawInvitationsOf } from '../teams/invitation-store.ts';
import { lockTeam } from '../teams/store.ts';
import { actorOf } from './acting.ts';
import type { Decision } from './decision.ts';
import {
  findOperatorApp,
  findOperatorPerson,
  findOperatorTeam,
  type OperatorAppRow,
  type OperatorPersonRow,
  type OperatorTeamRow,
  setAppSuspension,
  setPersonSuspension,
  setTeamSuspension,
} from './store.ts';

/** @throws {PortalError} APP_NOT_FOUND */
export async function operatorAppOf({ pool }: Pick<Database, 'pool'>, appKey: string): Promise<OperatorAppRow> {
  const app = await findOperatorApp(pool, appKey);
  if (app === undefined) throw new PortalError('APP_NOT_FOUND', 'No Team has an app with this key.');
  return app;
}

/** @throws {PortalError} TEAM_NOT_FOUND */
export async function operatorTeamOf({ pool }: Pick<Database, 'pool'>, code: string): Promise<OperatorTeamRow> {
  const team = await findOperatorTeam(pool, code);
  if (team === undefined) throw new PortalError('TEAM_NOT_FOUND', 'No Team has this code.');
  return team;
}

/** @throws {PortalError} PERSON_NOT_FOUND */
export async function operatorPersonOf({ pool }: Pick<Database, 'pool'>, userCode: string): Promise<OperatorPersonRow> {
  const person = await findOperatorPerson(pool, userCode, OPERATOR_CODE);
  if (person === undefined) throw new PortalError('PERSON_NOT_FOUND');
  return person;
}

/**
 * Changes an app in the same way as its Team's own actions, serialised with them, with an entry in both audits. What
 * changes nothing leaves none.
 * @param change Changes it.
 * @returns What the log says beyond the app's name; false when nothing changed.
 */
export async function changeAppAsOperator(
  database: Database,
  { asking, reason }: Decision,
  app: OperatorAppRow,
  action: AuditAction,
  change: (transaction: Transaction) => Promise<string | false>,
): Promise<void> {
  const { teamId, id, name } = app;
  await inTransaction(
    database,
    async (transaction) => {
      await lockTeam(transaction, teamId);
      const detail = await change(transaction);
      if (detail === false) return;
      stampApp(transaction, id);
      const actor = { ...asking, operator: actorOf(asking, reason) };
      await appendEntry(transaction, { teamId, action, actor, subject: `${name}${detail}`, outcome: 'succeeded' });
    },
    { team: teamId },
  );
}

/**
 * Suspends an app, or ends its suspension. Every node applies it within a second.
 * @throws {PortalError} APP_NOT_FOUND
 */
export async function suspendApp(database: Database, decision: Decision, appKey: string, on: boolean): Promise<void> {
  const app = await operatorAppOf(database, appKey);
  const reason = on ? decision.reason : null;
  await changeAppAsOperator(database, decision, app, on ? 'app.suspend' : 'app.resume', async (transaction) =>
    (await setAppSuspension(transaction, app.id, reason)) ? '' : false,
  );
}

/** The same for a Team and all its apps. */
export async function changeTeamAsOperator(
  database: Database,
  { asking, reason }: Decision,
  { id: teamId, name }: OperatorTeamRow,
  action: AuditAction,
  change: (transaction: Transaction) => Promise<string | false>,
): Promise<void> {
  await inTransaction(
    database,
    async (transaction) => {
      await lockTeam(transaction, teamId);
      const detail = await change(transaction);
      if (detail === false) return;
      stampAppsOfTeam(transaction, teamId);
      const actor = { ...asking, operator: actorOf(asking, reason) };
      await appendEntry(transaction, { teamId, action, actor, subject: `${name}${detail}`, outcome: 'succeeded' });
    },
    { team: teamId },
  );
}

/** Suspends a Team and all its apps, or ends that. @throws {PortalError} TEAM_NOT_FOUND */
export async function suspendTeam(database: Database, decision: Decision, code: string, on: boolean): Promise<void> {
  const team = await operatorTeamOf(database, code);
  const reason = on ? decision.reason : null;
  await changeTeamAsOperator(database, decision, team, on ? 'team.suspend' : 'team.resume', async (transaction) =>
    (await setTeamSuspension(transaction, team.id, reason)) ? '' : false,
  );
}

/**
 * Suspends a person, or ends the suspension. Their sessions end at once, because each request looks its session up in
 * the store. The audit of every Team they are in records it; the installation's chain once.
 * @throws {PortalError} PERSON_NOT_FOUND
 */
export async function suspendPerson(
  database: Database,
  { asking, reason }: Decision,
  userCode: string,
  on: boolean,
): Promise<void> {
  const person = await operatorPersonOf(database, userCode);
  const action = on ? 'person.suspend' : 'person.resume';
  const operator = actorOf(asking, reason);
  const actor = { ...asking, operator };
  const subject = personAsSubject(person);
  await inTransaction(
    database,
    async (transaction) => {
      // Before the person's row is held, as who uses a link of their own up does.
      if (on) await withdrawInvitationsOf(transaction, person.id, null);
      if (!(await setPersonSuspension(transaction, person.id, on ? reason : null))) return;
      const ended = on ? await deleteSessions(transaction, person.id, null) : [];
      // In the order of Teams, so that two transactions never deadlock on chains.
      for (const { teamId } of await auditedTeams(transaction, [person.id])) {
        await appendToTeam(transaction, { teamId, action, actor, subject, outcome: 'succeeded' });
        for (const { device } of endingsOf(ended, null)) {
          await appendToTeam(transaction, {
            teamId,
            action: 'session.end',
            actor,
            subject: device,
            outcome: 'succeeded',
          });
        }
      }
      const { ipAddress } = asking;
      appendOperatorEntry(transaction, { action, operator, ipAddress, team: '', subject, outcome: 'succeeded' });
    },
    { team: '*' },
  );
}
