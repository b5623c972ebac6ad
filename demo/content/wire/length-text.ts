/** A length as rulers show it, to the centimetre: `2.40 m`. */
export function lengthText(length_m: number): string {
  return `${length_m.toFixed(2)} m`;
}
