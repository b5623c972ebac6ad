import { UsageError } from './command.ts';
import { loadServer } from './server.ts';

/**
 * The error for a word that is not one of the choices: it suggests the closest one and lists all.
 * @param kind What the words are: `operation`.
 */
export async function unknownWord(word: string, kind: string, choices: readonly string[]): Promise<UsageError> {
  const { nearest } = await loadServer();
  const meant = nearest(word, choices);
  const guess = meant === undefined ? '.' : `: did you mean ${meant}?`;
  return new UsageError(`${JSON.stringify(word)} is no ${kind}${guess} There are ${choices.join(', ')}.`);
}
