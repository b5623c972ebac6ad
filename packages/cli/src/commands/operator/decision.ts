import { type Invocation, optionValue, UsageError } from '../../command.ts';
import type { PortalCaller } from '../../portal/portal-caller.ts';
import { type Told, told } from '../../told.ts';

/** `--reason`, which every decision needs. @throws {UsageError} */
export function reasonOf(invocation: Invocation): string {
  const reason = (optionValue(invocation, 'reason') ?? '').trim();
  if (reason !== '') return reason;
  throw new UsageError(told`Say why with --reason: the people it concerns are shown it, and the audit keeps it.`);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The time that exactly one of `--days`, `--until` and `--end` says, by the portal's clock.
 * @param ask What the refusal asks for.
 * @throws {UsageError}
 */
export async function endGiven(portal: PortalCaller, invocation: Invocation, ask: Told): Promise<string> {
  const [days, until] = [optionValue(invocation, 'days'), optionValue(invocation, 'until')];
  const ends = invocation.options.end === true;
  if ([days, until].filter((given) => given !== undefined).length + (ends ? 1 : 0) !== 1) {
    throw new UsageError(told`${ask} with exactly one of --days, --until and --end.`);
  }
  if (until !== undefined) return until;
  if ((days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) || Number(days) > 3650) {
    throw new UsageError(told`--days takes a whole number from 1 to 3650.`);
  }
  return new Date((await portal.nowMs()) + Number(days ?? 0) * DAY_MS).toISOString();
}
