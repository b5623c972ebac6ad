import MiniSearch, { type Options } from 'minisearch';
import { queryOf } from './query.ts';
import { termOf, wordsOf } from './words.ts';

/** One place a search can lead to. */
export interface SearchEntry {
  /** Address below /docs, with its anchor: `reference/errors#err_rate_limited`. */
  readonly id: string;
  readonly title: string;
  /** What the page is about: its name and its first paragraph. A section need not repeat what its page says first. */
  readonly about: string;
  /** Heading inside the page; empty for its beginning. */
  readonly heading: string;
  readonly text: string;
}

/** A place that a question led to. */
export interface SearchHit extends Omit<SearchEntry, 'about'> {
  /** Words of the place that it was found by, English ones by their stem. */
  readonly words: readonly string[];
}

/** How much more the beginning of a page counts than a section inside it. */
const PAGE_BOOST = 2.5;
/** How much pages count that name everything there is, each thing once. */
const REGISTER_BOOST = 0.6;
const REGISTERS = ['reference/cli', 'reference/configuration', 'reference/metrics'];

/** How the index is made and asked; the two must agree. */
const options: Options<SearchEntry> = {
  fields: ['title', 'about', 'heading', 'text'],
  storeFields: ['title', 'heading', 'text'],
  tokenize: wordsOf,
  processTerm: termOf,
  searchOptions: {
    boost: { heading: 4, title: 3 },
    boostDocument: (id) => boostOf(String(id)),
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
  },
};

/** A page whose title fits comes before its sections. */
function boostOf(id: string): number {
  if (REGISTERS.includes(pageOf(id))) return REGISTER_BOOST;
  return id.includes('#') ? 1 : PAGE_BOOST;
}

const pageOf = (id: string): string => id.split('#')[0] ?? id;

/** How many places are shown. */
const MOST_HITS = 12;
/** How many of one page, so that a page of many sections leaves room for others. */
const MOST_OF_A_PAGE = 3;

/** @returns The index of a language, to be stored. */
export function indexOf(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(options);
  index.addAll(entries);
  return JSON.stringify(index);
}

/** A stored index, ready to be asked. */
export interface DocSearch {
  find(words: string): readonly SearchHit[];
}

export function openIndex(stored: string): DocSearch {
  const index = MiniSearch.loadJSON(stored, options);
  return {
    find: (words) => {
      // Places with all of it first, then those with some of it.
      const hits = index.search(queryOf(words, 'AND'));
      const found = new Set(hits.map(({ id }) => id));
      const others = hits.length < MOST_HITS ? index.search(queryOf(words, 'OR')) : [];
      return fewOfEach([...hits, ...others.filter(({ id }) => !found.has(id))])
        .slice(0, MOST_HITS)
        .map(({ id, title, heading, text, terms }) => ({ id, title, heading, text, words: telling(terms) }));
    },
  };
}

function fewOfEach<Hit extends { readonly id: string }>(hits: readonly Hit[]): readonly Hit[] {
  const shown = new Map<string, number>();
  return hits.filter(({ id }) => {
    const page = pageOf(id);
    const before = shown.get(page) ?? 0;
    shown.set(page, before + 1);
    return before < MOST_OF_A_PAGE;
  });
}

/** Of Chinese the pairs, unless single characters are all there is. */
function telling(terms: readonly string[]): readonly string[] {
  const longer = terms.filter((term) => term.length > 1);
  return longer.length > 0 ? longer : terms;
}
