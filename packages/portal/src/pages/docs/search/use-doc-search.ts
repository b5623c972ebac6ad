import { indexes } from 'virtual:docs';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../languages/use-language.ts';
import type { SearchEntry } from './search-index.ts';

/** @returns The places that words lead to; undefined while the index is on its way. It is loaded with the first search. */
export function useDocSearch(words: string): readonly SearchEntry[] | undefined {
  const { language } = useLanguage();
  const { data: search } = useQuery({
    queryKey: ['doc-search', language],
    queryFn: async () => {
      const [{ openIndex }, { index }] = await Promise.all([import('./search-index.ts'), indexes[language]()]);
      return openIndex(index);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return search?.find(words);
}
