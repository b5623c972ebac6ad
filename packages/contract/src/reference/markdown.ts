/** Text for one cell of a Markdown table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** A Markdown table. @param rows Cells of each row, as many as there are headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string) => `\`${text}\``;

/** A fenced block. @param info Language, and what the tests do with it (CONTRIBUTING.md). */
export const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``;

/** The note at the top of a generated page. */
export const GENERATED = '<!-- Generated from the contract. `npm run reference` writes it. -->';

/** Joins blocks with an empty line between them. */
export const page = (blocks: readonly string[]) => `${blocks.join('\n\n')}\n`;
