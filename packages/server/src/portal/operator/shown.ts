import type { LimitException, OperatorApp, OperatorPerson, OperatorTeam, Suspension } from '@openhouse/contract';
import { appState } from '../apps/rules.ts';
import { shownDeletion } from '../session/team-deletion.ts';
import type { OperatorAppRow, OperatorMemberRow, OperatorPersonRow, OperatorTeamRow } from './store.ts';

export function shownSuspension(since: Date | null, reason: string | null): Suspension | null {
  return since === null ? null : { since: since.toISOString(), reason: reason ?? '' };
}

/** An app in the form of the operators' API. */
export function shownOperatorApp(app: OperatorAppRow, nowMs: number): OperatorApp {
  const { appKey, xid, name, slot, contact, trialEndsAt, trialSetByOperator, disabledAt, createdAt } = app;
  return {
    appKey,
    xid,
    name,
    slot,
    contact,
    state: appState(app, nowMs),
    disabled: disabledAt !== null,
    suspended: shownSuspension(app.suspendedAt, app.suspendedReason),
    trialEndsAt: trialEndsAt?.toISOString() ?? null,
    trialSetBy: trialSetByOperator ? 'operator' : 'upstream',
    exception: shownException(app, nowMs),
    createdAt: createdAt.toISOString(),
    team: {
      id: app.team,
      name: app.teamName,
      suspended: shownSuspension(app.teamSuspendedAt, app.teamSuspendedReason),
    },
  };
}

/** null once it has ended. */
function shownException(app: OperatorAppRow, nowMs: number): LimitException | null {
  const { exceptionEndsAt: endsAt, exceptionReason: reason } = app;
  if (endsAt === null || endsAt.getTime() <= nowMs) return null;
  return {
    callsPerMinute: app.exceptionCallsPerMinute,
    exchangesPerMinute: app.exceptionExchangesPerMinute,
    endsAt: endsAt.toISOString(),
    reason: reason ?? '',
  };
}

export function shownOperatorTeam(
  { code, name, createdAt, plan, tours, suspendedAt, suspendedReason, ...others }: OperatorTeamRow,
  members: readonly OperatorMemberRow[],
  apps: readonly OperatorAppRow[],
  nowMs: number,
): OperatorTeam {
  return {
    id: code,
    name,
    createdAt: createdAt.toISOString(),
    suspended: shownSuspension(suspendedAt, suspendedReason),
    ...shownDeletion(others),
    plan,
    tours,
    members: members.map(({ suspendedAt: since, suspendedReason: reason, ...member }) => ({
      ...member,
      suspended: shownSuspension(since, reason),
    })),
    apps: apps.map((app) => shownOperatorApp(app, nowMs)),
  };
}

export function shownOperatorPerson(person: OperatorPersonRow): OperatorPerson {
  const { userCode, name, email, createdAt, suspendedAt, suspendedReason, sessions, teams } = person;
  return {
    userCode,
    name,
    email,
    createdAt: createdAt.toISOString(),
    suspended: shownSuspension(suspendedAt, suspendedReason),
    sessions,
    teams: [...teams],
  };
}
