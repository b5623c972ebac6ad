/**
 * Takes the terminal's control out of text that came from elsewhere: a file name must not move the cursor or change
 * what stands above it. Line breaks stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => (character === '\n' ? character : '\ufffd'));
}
