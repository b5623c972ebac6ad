/** What moves the cursor, changes the order of what is shown, or is not shown at all. */
export const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** JSON in one line. What a terminal would obey is escaped, so that the value stays what it was. */
export const jsonLine = (value: unknown): string => escapeUnseen(JSON.stringify(value));

/** Every unit of what is unseen as \uXXXX, but ends of lines and tabs, which columns are made of. */
export const escapeUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (character, at: number) => {
    if (character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n')) return character;
    return [...Array(character.length).keys()]
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
      .join('');
  });
