import { useQuery } from '@tanstack/react-query';
import type { Translation } from './messages.ts';
import type { FailureWords } from './reference-words.ts';
import { useLanguage } from './use-language.ts';

const load: { readonly [Key in Translation]: () => Promise<FailureWords> } = {
  zh: async () => (await import('./failure-words.zh.ts')).failureWords,
};

/** @returns The words of the portal's failures in the page's language; undefined in English, which the portal speaks. */
export function useFailureWords(): FailureWords | undefined {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['failure-words', language],
    queryFn: () => (language === 'en' ? null : load[language]()),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
}
