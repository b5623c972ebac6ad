import { useQuery } from '@tanstack/react-query';
import type { FailureWords } from './reference-words.ts';
import { useLanguage } from './use-language.ts';

/** @returns The words of the portal's failures in the page's language; undefined in English, which the portal speaks. */
export function useFailureWords(): FailureWords | undefined {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['failure-words', language],
    queryFn: async () => (await import('./failure-words.zh.ts')).failureWords,
    enabled: language === 'zh',
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return language === 'zh' ? data : undefined;
}
