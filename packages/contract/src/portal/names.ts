/**
 * What no name may hold: control characters, line ends, marks that turn the writing direction of what follows, and halves of
 * characters. It breaks the line it stands in, or reads as something else than it is. Joiners stay: scripts and emoji need them.
 */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ALL_UNSHOWABLE = new RegExp(UNSHOWABLE, 'gu');
/** Of them, those that part words. */
const ALL_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
/** Something that can be seen; U+2800 is the braille pattern without a dot. */
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** @returns The text without what no name may hold. */
export function withoutUnshowable(text: string): string {
  return text.replace(ALL_UNSHOWABLE, '');
}

/**
 * A name out of a file, fit to be shown: what parts words becomes a space, the rest that no name may hold goes.
 * @returns An empty text where nothing is left that can be seen.
 */
export function cleanName(text: string): string {
  const name = withoutUnshowable(text.replace(ALL_BREAKS, ' ')).trim();
  return VISIBLE.test(name) ? name : '';
}

/**
 * @param name What a person typed as a name, without the spaces around it.
 * @returns What is wrong with it in a sentence, or undefined for a name that can be taken.
 */
export function nameFault(name: string): string | undefined {
  const found = UNSHOWABLE.exec(name);
  if (found === null) return VISIBLE.test(name) ? undefined : 'The name holds nothing that can be seen.';
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const place = [...name.slice(0, found.index)].length + 1;
  return `The name holds U+${code} at character ${place}: a control, bidirectional or line-end character.`;
}
