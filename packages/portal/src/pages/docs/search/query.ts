import type { Query, QueryCombination } from 'minisearch';
import { synonyms } from './synonyms.ts';
import { termOf, wordsOf } from './words.ts';

/** Stop words: they say nothing about what is searched for. */
const FILLERS = new Set(
  'a about an and any are as at be by can cannot could did do does for from has have how i if in instead into is it long me my not of on or our out so some than that the their there this to today up us was we what when where which who why will with you your'.split(
    ' ',
  ),
);
/** The same among other fillers, as in `how do I get a token`; alone they may be a name, as in `openhouse get`. */
const VERBS = new Set(['add', 'get', 'give', 'make', 'need', 'put', 'use', 'using', 'want']);
/** Words that say less than those beside them: that something is wrong, is to be other, or is to be shown, but not what. */
const VAGUE = new Set(
  'accepted api change configure error errors example examples fail failed failing fails issue problem problems rejected set setup work working works 接口 报错 错误 问题 出错 失败'.split(
    ' ',
  ),
);
/** Whole phrases: a single character such as 用 is also a part of words. */
const CHINESE_FILLERS = /如何|怎么样|怎么|怎样|为什么|什么|哪里|哪些|请问|多久|多少|需要|可以|能否|一个|的|吗|呢/g;

/** What a synonym counts beside the word that was typed. */
const SYNONYM_WEIGHT = 0.25;

/** Synonyms that are not one word between blanks, the longest first. */
const phrases = [...synonyms.flat(), ...VAGUE]
  .filter((word) => !/^\w+$/.test(word))
  .toSorted((one, other) => other.length - one.length);
const PHRASE = new RegExp(`(${phrases.map(patternOf).join('|')})`, 'iu');

/** Letters must not go on beside it, except where words are written without blanks. */
function patternOf(phrase: string): string {
  const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return /\p{scx=Han}/u.test(phrase) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
}

/**
 * What a reader typed, as a question to the index: fillers go unless there is nothing else, and each word may be met by
 * its synonyms.
 * @param combineWith AND for places that have all of it, OR for any of it.
 */
export function queryOf(typed: string, combineWith: 'AND' | 'OR'): QueryCombination {
  const all = partsOf(typed);
  const isAsked = all.some((part) => FILLERS.has(part.toLowerCase()));
  const isFiller = (word: string) => FILLERS.has(word) || (isAsked && VERBS.has(word));
  const asked = unlessAll(all, (part) => isFiller(part.toLowerCase()));
  const telling = unlessAll(asked, (part) => VAGUE.has(part.toLowerCase()));
  return { combineWith, queries: telling.map((part) => withSynonyms(part, combineWith)) };
}

/** The words without those that say little, unless there are no others. */
function unlessAll(words: readonly string[], saysLittle: (word: string) => boolean): readonly string[] {
  const others = words.filter((word) => !saysLittle(word));
  return others.length > 0 ? others : words;
}

/** Phrases that have synonyms, and of what stands between them the words between blanks. */
function partsOf(typed: string): string[] {
  const telling = typed.replace(CHINESE_FILLERS, ' ');
  return (wordsOf(telling).length > 0 ? telling : typed)
    .split(PHRASE)
    .flatMap((piece) => (PHRASE.test(piece) ? [piece] : piece.split(/\s+/)))
    .filter((part) => wordsOf(part).length > 0);
}

function withSynonyms(part: string, combineWith: 'AND' | 'OR'): Query {
  const own = ownOf(part, combineWith);
  const [term = '', ...others] = wordsOf(part).map(termOf);
  const isWhole = (word: string) => word === part.toLowerCase() || (others.length === 0 && termOf(word) === term);
  const same = new Set(synonyms.filter((group) => group.some(isWhole)).flat());
  const rest = [...same].filter((word) => !isWhole(word));
  if (rest.length === 0) return own;
  const theirs: Query = {
    combineWith: 'OR',
    queries: rest.map((word) => ({ combineWith: 'AND', queries: [word] })),
    prefix: false,
    fuzzy: false,
    boostTerm: () => SYNONYM_WEIGHT,
  };
  return { combineWith: 'OR', queries: [own, theirs] };
}

/** The word itself; where any of it is enough, also a part of a name, or two neighbours of what has no blanks. */
function ownOf(part: string, combineWith: 'AND' | 'OR'): Query {
  const words = wordsOf(part);
  const pieces = /\p{scx=Han}/u.test(part)
    ? words.filter((word) => word.length === 2)
    : words.filter((word) => /\D/.test(word));
  if (combineWith === 'AND' || pieces.length < 2) return { combineWith: 'AND', queries: [part] };
  return { combineWith: 'OR', queries: pieces.map((piece) => ({ combineWith: 'AND', queries: [piece] })) };
}
