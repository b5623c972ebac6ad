/**
 * A Markdown table that is readable as text too: columns are padded.
 * @param rows Cells of each row, as many as there are headings.
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0), SHORTEST_RULE),
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
}

/** Dashes that the line below the headings has at least. */
const SHORTEST_RULE = 3;
