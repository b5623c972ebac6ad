import { readFile, writeFile } from 'node:fs/promises';

const FILE = new URL('RESULTS.md', import.meta.url);
const FROM = '<!-- measured -->';
const TO = '<!-- end of measured -->';

/** Puts the last measurement into RESULTS.md, between its marks. @throws when the file has lost them. */
export async function writeResults(about: readonly string[], table: string): Promise<void> {
  const text = await readFile(FILE, 'utf8');
  const [from, to] = [text.indexOf(FROM), text.indexOf(TO)];
  if (from === -1 || to < from) throw new Error(`RESULTS.md has no ${FROM} … ${TO}`);
  const day = new Date().toISOString().slice(0, 10);
  const measured = [`Measured on ${day}.`, '', ...about.map((line) => `- ${line}`), '', table].join('\n');
  await writeFile(FILE, `${text.slice(0, from + FROM.length)}\n\n${measured}\n\n${text.slice(to)}`);
}
