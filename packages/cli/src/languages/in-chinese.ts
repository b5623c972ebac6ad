import { failuresInChinese } from './failures.zh.ts';
import { commanderInChinese, frameInChinese } from './frame.zh.ts';
import { helpInChinese } from './help.zh.ts';

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...helpInChinese, ...frameInChinese, ...commanderInChinese, ...failuresInChinese }),
);

/** Those in which something is filled in, the longest first: a shorter one may fit what a longer one means. */
const patterns = [...words]
  .filter(([english]) => english.includes('{}'))
  .sort(([one], [other]) => other.length - one.length)
  .map(([english, chinese]) => {
    const escaped = english.split('{}').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return [new RegExp(`^${escaped.join('([\\s\\S]*?)')}$`), chinese] as const;
  });

/** @returns The text in Chinese; as it is where it has none, such as what a gateway said. */
export function inChinese(text: string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  for (const [pattern, chinese] of patterns) {
    const [, ...filled] = pattern.exec(text) ?? [];
    if (filled.length > 0) return chinese.replaceAll('{}', () => filled.shift() ?? '');
  }
  return text;
}
