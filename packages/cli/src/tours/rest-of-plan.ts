import type { TeamLimits } from '@openhouse/contract';
import { bytesText } from '../bytes-text.ts';

/** What an import is told of a Team's plan. */
export type PlanOfTours = Pick<TeamLimits, 'plan' | 'tours' | 'storedBytes' | 'used'>;

/** What the plan leaves, in a sentence; undefined where it limits neither tours nor storage. */
export function restOfPlan({ plan, tours, storedBytes, used }: PlanOfTours): string | undefined {
  const rests = [
    ...(tours === null ? [] : [`${Math.max(0, tours - used.tours)} of ${tours} tours`]),
    ...(storedBytes === null
      ? []
      : [`${bytesText(Math.max(0, storedBytes - used.storedBytes))} of ${bytesText(storedBytes)}`]),
  ];
  return rests.length === 0 ? undefined : `The plan ${plan} leaves room for ${rests.join(' and ')}.`;
}
