import type { OperatorApp, OperatorTeam } from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import type { Asked } from '../../portal/portal-command.ts';
import type { Cell } from '../../results.ts';
import { told } from '../../told.ts';

/** Prints rows of cells for people, or the value itself for programs. */
export function tellRows(out: Asked['out'], shown: object, rows: readonly (readonly Cell[])[]): undefined {
  if (out.asJson) out.one(shown, '');
  else out.many(rows, (cells) => cells);
}

/** Says how an app stands. */
export function tellApp(out: Asked['out'], shown: OperatorApp): undefined {
  const { appKey, name, state, team: of, trialEndsAt, suspended, exception } = shown;
  const why = suspended ?? of.suspended;
  const trial = trialEndsAt === null ? told`trial until pending` : told`trial until ${trialEndsAt}`;
  const excepted = exception === null ? [] : [told`exception until ${exception.endsAt}`];
  const reason = why === null ? [] : [why.reason];
  return tellRows(out, shown, [[appKey, worded(state), trial, ...excepted, of.id, name, ...reason]]);
}

/** Says how a Team stands, with its people and apps. */
export function tellTeam(out: Asked['out'], shown: OperatorTeam): undefined {
  const { id, name, suspended, deletion, plan, members, apps, tours } = shown;
  const standing = suspended === null ? told`in good standing` : told`suspended: ${suspended.reason}`;
  const closed = deletion === undefined ? [] : [told`to be deleted at ${deletion.dueAt}`];
  return tellRows(out, shown, [
    [id, name, standing, told`plan ${plan}`, told`${tours} tours`, ...closed],
    ...members.map((one) => [told`  ${worded(one.role)}`, one.userCode, one.email || '-', one.name]),
    ...apps.map(({ slot, state, appKey, name: called }) => [told`  app ${slot}`, worded(state), appKey, called]),
  ]);
}
