/** Maximum length of a text that is compared; our own names are shorter. */
const MAX_COMPARED = 64;

/**
 * The declared name that differs by at most one typo. A typo is a letter too many, too few, wrong or swapped with its
 * neighbour; case, hyphens, dots and underscores do not count (`resourceCode`, `order-by`).
 */
export function nameMeant(text: string, names: Iterable<string>): string | undefined {
  const given = lettersOf(text);
  if (given === '' || given.length > MAX_COMPARED) return undefined;
  for (const name of names) {
    const letters = lettersOf(name);
    // Every short name is one typo away from a name of one or two letters.
    if (letters === given || (letters.length > 2 && given.length > 1 && isOneSlip(given, letters))) return name;
  }
  return undefined;
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[-_.\s[\]]/g, '');

/** Whether changing one letter, or swapping two neighbours, turns one text into the other. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}
