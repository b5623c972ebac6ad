/** East Asian characters and pictographs, which take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/** The text where it takes no more columns than these; what fits of it otherwise, with a sign that more follows. */
export function cutToWidth(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [kept, left] = ['', columns - widthOf(CUT)];
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}${CUT}`;
}

const CUT = '…';
