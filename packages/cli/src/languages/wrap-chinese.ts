const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6“”]/;
/** Where a line may end: behind a wide character or a space, but not before what closes, nor behind what opens. */
const PIECES =
  /[（《「“]*(?:[^\s\u2E80-\uA4CF\uFF00-\uFF60“”]+|[\u2E80-\uA4CF\uFF00-\uFF60“”])[，。、；：！？）》」”…]*\s*/g;

/** Columns that a text takes on a terminal, on which a Chinese character takes two. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);

/** Breaks lines that are longer than a terminal is wide. Chinese has no spaces between words, at which commander breaks. */
export function wrapChinese(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      const lines = [''];
      for (const piece of line.match(PIECES) ?? []) {
        const last = lines.at(-1) ?? '';
        if (last !== '' && columnsOf(last + piece.trimEnd()) > columns) lines.push(piece);
        else lines[lines.length - 1] = last + piece;
      }
      return lines.map((one) => one.trimEnd()).join('\n');
    })
    .join('\n');
}
