/** Letters of a code without its dash (contract: USER_CODE_LETTERS). */
const LETTERS = 8;
const HALF = LETTERS / 2;

/** @returns The letters of a code, as capitals. An input method may write them at the width of Chinese. */
const lettersOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, LETTERS);

/** @returns What was typed or pasted as a code is written: capitals, a dash in the middle, nothing else. */
export function writtenCode(typed: string): string {
  const letters = lettersOf(typed);
  return letters.length > HALF ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : letters;
}

/**
 * @param before What stands before the caret of what was typed.
 * @param isForward True where what stood behind the caret was deleted: it is then behind a dash that comes back.
 * @returns The place of the caret in the written code: behind the same letter.
 */
export function caretIn(before: string, isForward: boolean): number {
  const count = lettersOf(before).length;
  return count > HALF || (count === HALF && isForward) ? count + 1 : count;
}

/** True when nothing is missing. Whether it is a code, only the portal knows. */
export const isWholeCode = (written: string): boolean => written.length === LETTERS + 1;
