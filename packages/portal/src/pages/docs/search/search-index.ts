import MiniSearch, { type Options } from 'minisearch';
import { wordsOf } from './words.ts';

/** One place a search can lead to. */
export interface SearchEntry {
  /** Address below /docs, with its anchor: `reference/errors#err_rate_limited`. */
  readonly id: string;
  readonly title: string;
  /** Heading inside the page; empty for its beginning. */
  readonly heading: string;
  readonly text: string;
}

/** How much more the beginning of a page counts than a section inside it. */
const PAGE_BOOST = 1.5;

/** How the index is made and asked; the two must agree. */
const options: Options<SearchEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'text'],
  tokenize: wordsOf,
  processTerm: (term) => term,
  searchOptions: {
    boost: { heading: 4, title: 3 },
    // A page whose title fits comes before its sections.
    boostDocument: (id) => (String(id).includes('#') ? 1 : PAGE_BOOST),
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
    combineWith: 'AND',
  },
};

/** How many places are shown. */
const MOST_HITS = 12;

/** @returns The index of a language, to be stored. */
export function indexOf(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(options);
  index.addAll(entries);
  return JSON.stringify(index);
}

/** A stored index, ready to be asked. */
export interface DocSearch {
  find(words: string): readonly SearchEntry[];
}

export function openIndex(stored: string): DocSearch {
  const index = MiniSearch.loadJSON(stored, options);
  return {
    find: (words) =>
      index
        .search(words)
        .slice(0, MOST_HITS)
        .map(({ id, title, heading, text }) => ({ id, title, heading, text })),
  };
}
