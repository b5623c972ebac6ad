import { indexes } from 'virtual:docs';
import { useQuery } from '@tanstack/react-query';
import { loadCode } from '../../../api/load-code.ts';
import { useLanguage } from '../../../languages/use-language.ts';
import type { SearchHit } from './search-index.ts';

/** @returns The places that words lead to; undefined while the index is on its way. It is loaded with the first search. */
export function useDocSearch(words: string): readonly SearchHit[] | undefined {
  const { language } = useLanguage();
  const { data: search } = useQuery({
    queryKey: ['doc-search', language],
    queryFn: async () => {
      const [{ openIndex }, { index }] = await loadCode(() =>
        Promise.all([import('./search-index.ts'), indexes[language]()]),
      );
      return openIndex(index);
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return search?.find(words);
}
