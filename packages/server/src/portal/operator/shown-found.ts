import type { AppRow, GoingTeamRow, PersonRow, TeamRow, TourRow } from '@openhouse/contract';
import { appState } from '../apps/rules.ts';
import type { FoundAppRow, FoundPersonRow, FoundTeamRow, FoundTourRow, GoingTeamFoundRow } from './find-store.ts';
import { shownSuspension } from './shown.ts';

export function shownFoundTeam({ code, name, createdAt, suspendedAt, suspendedReason }: FoundTeamRow): TeamRow {
  const suspended = shownSuspension(suspendedAt, suspendedReason);
  return { id: code, name, createdAt: createdAt.toISOString(), suspended };
}

export function shownGoingTeam(team: GoingTeamFoundRow): GoingTeamRow {
  const { code, name, askedAt, dueAt, askerCode, askerName, reason } = team;
  const by = askerCode === null ? null : { userCode: askerCode, name: askerName ?? '' };
  return { id: code, name, askedAt: askedAt.toISOString(), dueAt: dueAt.toISOString(), by, reason: reason ?? '' };
}

export function shownFoundPerson(person: FoundPersonRow): PersonRow {
  const { userCode, name, email, createdAt, suspendedAt, suspendedReason } = person;
  const suspended = shownSuspension(suspendedAt, suspendedReason);
  return { userCode, name, email, createdAt: createdAt.toISOString(), suspended };
}

export function shownFoundApp(app: FoundAppRow, nowMs: number): AppRow {
  const { appKey, xid, name, trialEndsAt, team, teamName } = app;
  return {
    appKey,
    xid,
    name,
    state: appState(app, nowMs),
    trialEndsAt: trialEndsAt?.toISOString() ?? null,
    team: { id: team, name: teamName },
  };
}

export function shownFoundTour({ code, name, active, team, teamName }: FoundTourRow): TourRow {
  return { resourceCode: code, name, isActive: active, team: { id: team, name: teamName } };
}
