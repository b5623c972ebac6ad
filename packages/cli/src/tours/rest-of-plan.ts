import { TEAM_FILES, TEAM_STORED_BYTES, type TeamLimits } from '@openhouse/contract';
import { bytesText } from '../bytes-text.ts';

/** What an import is told of a Team's plan. */
export type PlanOfTours = Pick<TeamLimits, 'plan' | 'tours' | 'storedBytes' | 'files' | 'used'>;

/** What the plan leaves, in a sentence; undefined where it limits no import more than usual. */
export function restOfPlan({ plan, tours, storedBytes, files, used }: PlanOfTours): string | undefined {
  const rests = [
    ...(tours === null ? [] : [`${Math.max(0, tours - used.tours)} of ${tours} tours`]),
    ...(storedBytes < TEAM_STORED_BYTES
      ? [`${bytesText(Math.max(0, storedBytes - used.storedBytes))} of ${bytesText(storedBytes)}`]
      : []),
    ...(files < TEAM_FILES ? [`${Math.max(0, files - used.files)} of ${files} files`] : []),
  ];
  return rests.length === 0 ? undefined : `The plan ${plan} leaves room for ${rests.join(' and ')}.`;
}
