import { TEAM_FILES, TEAM_STORED_BYTES, type TeamLimits } from '@openhouse/contract';
import { bytesText } from '../bytes-text.ts';
import { type Told, told } from '../told.ts';

/** What an import is told of a Team's plan. */
export type PlanOfTours = Pick<TeamLimits, 'plan' | 'tours' | 'storedBytes' | 'files' | 'used'>;

/** What the plan leaves, in a sentence; undefined where it limits no import more than usual. */
export function restOfPlan({ plan, tours, storedBytes, files, used }: PlanOfTours): Told | undefined {
  const rests = [
    ...(tours === null ? [] : [told`${Math.max(0, tours - used.tours)} of ${tours} tours`]),
    ...(storedBytes < TEAM_STORED_BYTES
      ? [told`${bytesText(Math.max(0, storedBytes - used.storedBytes))} of ${bytesText(storedBytes)}`]
      : []),
    ...(files < TEAM_FILES ? [told`${Math.max(0, files - used.files)} of ${files} files`] : []),
  ];
  const [one, two, three] = rests;
  if (one === undefined) return undefined;
  if (two === undefined) return told`The plan ${plan} leaves room for ${one}.`;
  if (three === undefined) return told`The plan ${plan} leaves room for ${one} and ${two}.`;
  return told`The plan ${plan} leaves room for ${one} and ${two} and ${three}.`;
}
