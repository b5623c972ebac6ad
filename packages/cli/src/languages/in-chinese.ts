import { expectedForms, foundForms, inWords, meaningForms, noticesInChinese } from '@openhouse/contract/notices';
import { Foreign, filledIn, Noticed, type Told } from '../told.ts';
import { doctorInChinese } from './doctor.zh.ts';
import { failuresInChinese } from './failures.zh.ts';
import { commanderInChinese, frameInChinese } from './frame.zh.ts';
import { helpInChinese } from './help.zh.ts';
import { resultsInChinese } from './results.zh.ts';
import { serviceInChinese } from './service.zh.ts';
import { verifyInChinese } from './verify.zh.ts';

const told: ReadonlyMap<string, string> = new Map(Object.entries({ ...resultsInChinese, ...failuresInChinese }));

/** Texts of which only the whole is known here. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...helpInChinese,
    ...frameInChinese,
    ...commanderInChinese,
    ...serviceInChinese,
    ...doctorInChinese,
    ...verifyInChinese,
  }),
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
export const inChinese = (text: string): string => found(text, (part) => part);

/** @param fill Says in Chinese what is filled in. */
function found(text: string, fill: (part: string) => string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  for (const [pattern, chinese] of patterns) {
    const [, ...filled] = pattern.exec(text) ?? [];
    if (filled.length > 0)
      return filledIn(
        chinese,
        filled.map((part) => fill(part)),
      );
  }
  return text;
}

/** @returns A sentence of ours in Chinese. A test finds those that have none. */
export function toldInChinese(sentence: Told): string {
  if (sentence instanceof Foreign) return foreignInChinese(String(sentence));
  if (sentence instanceof Noticed) return noticedInChinese(sentence);
  const filled = sentence.filled.map((one) => (typeof one === 'object' ? toldInChinese(one) : String(one)));
  return filledIn(told.get(sentence.key) ?? sentence.key, filled);
}

/** `hot-list.json#/tagList/0: expected an object, found null; what it means`, or the name of a kind. */
function noticedInChinese(noticed: Noticed): string {
  const text = String(noticed);
  const known = words.get(text);
  if (known !== undefined) return known;
  if (noticed.kind !== undefined) return noticesInChinese.kinds[noticed.kind];

  const parts = /^([\s\S]*?): expected ([\s\S]*?)(?:, found ([\s\S]*?))?(?:; (?=[a-z])([\s\S]*))?$/.exec(text);
  if (parts === null) return text;
  const [, place = '', expected = '', found, meaning] = parts;
  return [
    `${place}：应为${inWords(expectedForms, expected)}`,
    ...(found === undefined ? [] : [`，实为${inWords(foundForms, found)}`]),
    ...(meaning === undefined ? [] : [`；${inWords(meaningForms, meaning)}`]),
  ].join('');
}

/** The service puts one sentence behind another, and words of its own into them. */
const foreignInChinese = (text: string): string => found(text, (part) => words.get(part) ?? part);
