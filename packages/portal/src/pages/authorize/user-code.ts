/** Letters of a code without its dash (contract: USER_CODE_LETTERS). */
const LETTERS = 8;

/** @returns What was typed or pasted as a code is written: capitals, a dash in the middle, nothing else. */
export function writtenCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, LETTERS);
  return letters.length > LETTERS / 2 ? `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}` : letters;
}

/** True when nothing is missing. Whether it is a code, only the portal knows. */
export const isWholeCode = (written: string): boolean => written.length === LETTERS + 1;
