/**
 * The choice that was probably meant: one that begins with the text, has its letters in this order, or has the smallest
 * edit distance; undefined where more than half of the letters would have to change, which is no slip.
 */
export function nearest<Choice extends string>(text: string, choices: readonly Choice[]): Choice | undefined {
  const typed = text.trim().toLowerCase();
  const begun = choices.find((choice) => typed !== '' && choice.toLowerCase().startsWith(typed));
  const abbreviated = choices.find((choice) => typed.length > 1 && hasInOrder(choice.toLowerCase(), typed));
  if (begun !== undefined || abbreviated !== undefined) return begun ?? abbreviated;
  const [closest] = choices.toSorted((a, b) => changes(typed, a.toLowerCase()) - changes(typed, b.toLowerCase()));
  const isSlip = closest !== undefined && changes(typed, closest.toLowerCase()) <= Math.ceil(typed.length / 2);
  return isSlip ? closest : undefined;
}

/** Whether the letters occur in the word in this order, as those of `prd` in `production`. */
function hasInOrder(word: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = word.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/**
 * Number of letters to insert, delete, replace or swap with their neighbour (the optimal string alignment distance).
 */
export function changes(a: string, b: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (old[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, exchanged, swapped));
    }
    [older, old] = [old, row];
  }
  return old[b.length] ?? 0;
}
