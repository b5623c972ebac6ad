import type { Query, QueryCombination } from 'minisearch';
import { synonyms } from './synonyms.ts';
import { termOf, wordsOf } from './words.ts';

/** Words of a question that say nothing of what is looked for. */
const FILLERS = new Set(
  'a an and any are as at be by can could did do does for from has have how i if in into is it me my of on or our out so that the their there this to up us was we what when where which who why will with you your'.split(
    ' ',
  ),
);
/** The same among other fillers, as in `how do I get a token`; alone they may be a name, as in `openhouse get`. */
const VERBS = new Set(['get', 'give', 'make', 'need', 'use', 'using', 'want']);
/** Whole phrases: a single character such as 用 is also a part of words. */
const CHINESE_FILLERS = /如何|怎么样|怎么|怎样|为什么|什么|哪里|哪些|请问|多久|多少|需要|可以|能否|一个|的|吗|呢/g;

/** What a synonym counts beside the word that was typed. */
const SYNONYM_WEIGHT = 0.25;

/** Synonyms that are phrases without blanks, the longest first. */
const phrases = synonyms
  .flat()
  .filter((word) => /\p{scx=Han}/u.test(word))
  .toSorted((one, other) => other.length - one.length);
const PHRASE = new RegExp(`(${phrases.join('|')})`);

/**
 * What a reader typed, as a question to the index: fillers go unless there is nothing else, and each word may be met by
 * its synonyms.
 * @param combineWith AND for places that have all of it, OR for any of it.
 */
export function queryOf(typed: string, combineWith: 'AND' | 'OR'): QueryCombination {
  const all = partsOf(typed);
  const isAsked = all.some((part) => FILLERS.has(part.toLowerCase()));
  const isFiller = (word: string) => FILLERS.has(word) || (isAsked && VERBS.has(word));
  const telling = all.filter((part) => !isFiller(part.toLowerCase()));
  return { combineWith, queries: (telling.length > 0 ? telling : all).map((part) => withSynonyms(part, combineWith)) };
}

/** Words between blanks; of Chinese, which has none, the phrases that have synonyms, and what stands between them. */
function partsOf(typed: string): string[] {
  const telling = typed.replace(CHINESE_FILLERS, ' ');
  return (wordsOf(telling).length > 0 ? telling : typed)
    .split(/\s+/)
    .flatMap((piece) => piece.split(PHRASE))
    .filter((part) => wordsOf(part).length > 0);
}

function withSynonyms(part: string, combineWith: 'AND' | 'OR'): Query {
  const own = ownOf(part, combineWith);
  const [term = '', ...others] = wordsOf(part).map(termOf);
  const isWhole = (word: string) => word === part || (others.length === 0 && termOf(word) === term);
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

/** The word itself. Of one without blanks any two neighbours do, where any of it is enough. */
function ownOf(part: string, combineWith: 'AND' | 'OR'): Query {
  const pairs = wordsOf(part).filter((word) => word.length === 2 && /\p{scx=Han}/u.test(word));
  if (combineWith === 'AND' || pairs.length === 0) return { combineWith: 'AND', queries: [part] };
  return { combineWith: 'OR', queries: pairs.map((pair) => ({ combineWith: 'AND', queries: [pair] })) };
}
