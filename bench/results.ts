import { readFile, writeFile } from 'node:fs/promises';

/**
 * Puts a measurement into a Markdown file, between `<!-- mark -->` and `<!-- end of mark -->`.
 * @param about What it was measured on, in sentences.
 * @param table Markdown.
 * @throws {Error} when the file has lost the marks.
 */
export async function writeResults(
  file: URL,
  mark: string,
  { about, table }: { readonly about: readonly string[]; readonly table: string },
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const measured = [`Measured on ${day}.`, '', ...about.map((line) => `- ${line}`), '', table].join('\n');
  await writeFile(file, withPart(await readFile(file, 'utf8'), mark, measured));
}

/** @returns The text with another part between its marks. @throws {Error} when it has lost them. */
export function withPart(text: string, mark: string, part: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`There is no ${begin} … ${end} to write between.`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}
