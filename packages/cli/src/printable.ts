/**
 * Removes control characters from external text: a file name must not move the cursor or overwrite earlier lines. Line
 * breaks stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => (character === '\n' ? character : '\ufffd'));
}
