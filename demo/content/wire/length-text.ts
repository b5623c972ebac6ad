/** A length as rulers show it, to the centimetre, halves up: `2.40 m`. */
export function lengthText(length_m: number): string {
  // Some lengths end in a half that binary numbers fall just short of: 1.965 is stored as 1.96499….
  const centimetres = Math.round(Number((length_m * 100).toFixed(6)));
  return `${(centimetres / 100).toFixed(2)} m`;
}
