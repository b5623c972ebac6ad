import { Refusal } from '../command.ts';
import { type Told, told } from '../told.ts';

/**
 * For commands that look again and again: a portal that is away, or says "later", is asked again at the next look.
 * @param tell Is told once that it is away, and once that it is back.
 * @returns The look; it answers undefined while the portal is away. @throws {Refusal} what time does not mend
 */
export function patient<Found>(
  look: () => Promise<Found>,
  tell: (sentence: Told) => void,
): () => Promise<Found | undefined> {
  let isAway = false;
  return async () => {
    try {
      const found = await look();
      if (isAway) tell(told`The portal answers again.`);
      isAway = false;
      return found;
    } catch (error) {
      if (!(error instanceof Refusal) || error.exitCode !== 4) throw error;
      if (!isAway) tell(told`${error.said} Asking again until it answers.`);
      isAway = true;
      return undefined;
    }
  };
}
