import { UsageError } from './command.ts';
import { loadServer } from './server.ts';
import { told } from './told.ts';

/** What the words are. */
const KINDS = { operation: told`operation`, event: told`event` } as const;

/** The error for a word that is not one of the choices: it suggests the closest one and lists all. */
export async function unknownWord(
  word: string,
  named: keyof typeof KINDS,
  choices: readonly string[],
): Promise<UsageError> {
  const { nearest } = await loadServer();
  const meant = nearest(word, choices);
  const [given, kind, all] = [JSON.stringify(word), KINDS[named], choices.join(', ')];
  return new UsageError(
    meant === undefined
      ? told`${given} is no ${kind}. There are ${all}.`
      : told`${given} is no ${kind}: did you mean ${meant}? There are ${all}.`,
  );
}
