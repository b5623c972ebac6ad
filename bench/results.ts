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
  const text = await readFile(file, 'utf8');
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file.pathname} has no ${begin} … ${end}`);
  const day = new Date().toISOString().slice(0, 10);
  const measured = [`Measured on ${day}.`, '', ...about.map((line) => `- ${line}`), '', table].join('\n');
  await writeFile(file, `${text.slice(0, from + begin.length)}\n\n${measured}\n\n${text.slice(to)}`);
}
