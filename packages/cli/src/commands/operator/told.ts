import type { OperatorApp, OperatorTeam } from '@openhouse/contract';
import type { Asked } from '../../portal/portal-command.ts';

/** Prints rows of cells for people, or the value itself for programs. */
export function tellRows(out: Asked['out'], shown: object, rows: readonly (readonly string[])[]): undefined {
  if (out.asJson) out.one(shown, '');
  else out.many(rows, (cells) => cells);
}

/** Says how an app stands. */
export function tellApp(out: Asked['out'], shown: OperatorApp): undefined {
  const { appKey, name, state, team: of, trialEndsAt, suspended, exception } = shown;
  const why = suspended ?? of.suspended;
  const trial = `trial until ${trialEndsAt ?? 'pending'}`;
  const excepted = exception === null ? [] : [`exception until ${exception.endsAt}`];
  const reason = why === null ? [] : [why.reason];
  return tellRows(out, shown, [[appKey, state, trial, ...excepted, of.id, name, ...reason]]);
}

/** Says how a Team stands, with its people and apps. */
export function tellTeam(out: Asked['out'], shown: OperatorTeam): undefined {
  const { id, name, suspended, deletion, plan, members, apps, tours } = shown;
  const standing = suspended === null ? 'in good standing' : `suspended: ${suspended.reason}`;
  const closed = deletion === undefined ? [] : [`to be deleted at ${deletion.dueAt}`];
  return tellRows(out, shown, [
    [id, name, standing, `plan ${plan}`, `${tours} tours`, ...closed],
    ...members.map((one) => [`  ${one.role}`, one.userCode, one.email || '-', one.name]),
    ...apps.map(({ slot, state, appKey, name: called }) => [`  app ${slot}`, state, appKey, called]),
  ]);
}
