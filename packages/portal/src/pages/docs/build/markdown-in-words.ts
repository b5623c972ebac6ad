/**
 * A generated page in another language: each of its paragraphs, headings below the first and cells that stands in `words`, whole, is replaced.
 * Names, values and whatever else has no words stay as they are.
 */
export function markdownInWords(markdown: string, words: Readonly<Record<string, string>>): string {
  const inWords = (text: string) => words[text] ?? text;
  return blocksOf(markdown)
    .map((block) =>
      isTable(block)
        ? block.map((row) => rowOf(cellsOf(row).map(inWords))).join('\n')
        : block.replace(UNMARKED, inWords),
    )
    .join('\n\n');
}

/** @returns Every text of a page that can be said in other words. */
export function textsOf(markdown: string): string[] {
  return blocksOf(markdown)
    .flatMap((block) => (isTable(block) ? block.flatMap(cellsOf) : (UNMARKED.exec(block) ?? [])))
    .filter((text) => !/^(# .*|(`[^`]*`(, )?)+|\d+m|-*)$/.test(text));
}

/** The text of a paragraph or of a heading below the first. */
const UNMARKED = /(?<=^(?:##+ )?)(?!##).*$/;

/** Rows of a table, or a paragraph in one line. */
type Block = readonly string[] | string;

const isTable = (block: Block): block is readonly string[] => typeof block !== 'string';

function blocksOf(markdown: string): Block[] {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('| ') ? block.split('\n') : block.replaceAll('\n', ' ')));
}

/** A rule below the head is `|---|---|`; a bar inside a cell is `\|`. */
const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const rowOf = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell} `).join('|')}|`;
