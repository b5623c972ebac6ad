import type { OperationForm } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { ContractWords } from '../../languages/contract-words.ts';
import type { Translation } from '../../languages/messages.ts';
import { useLanguage } from '../../languages/use-language.ts';

/** What the contract says of operations, in the reader's language. */
export interface OperationWords {
  readonly title: (form: OperationForm) => string;
  readonly description: (form: OperationForm) => string;
  readonly takes: (parameter: OperationForm['parameters'][number]) => string;
  readonly failure: (status: string) => { readonly message: string; readonly advice: string } | undefined;
}

interface Advice {
  readonly status: string;
  readonly message: string;
  readonly advice: string;
}

const load: { readonly [Key in Translation]: () => Promise<ContractWords> } = {
  zh: async () => (await import('../../languages/contract-words.zh.ts')).words,
};

/** The contract is written in English; other languages have their words here. Until they are there, English shows. */
export function useOperationWords(failures: readonly Advice[]): OperationWords {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['operation-words', language],
    queryFn: () => (language === 'en' ? null : load[language]()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const words = data ?? undefined;
  return {
    title: ({ name, title }) => words?.operations[name][0] ?? title,
    description: ({ name, description }) => words?.operations[name][1] ?? description,
    takes: ({ name, takes }) => words?.parameters[name] ?? capitalised(takes),
    failure: (status) => {
      const [message, advice] = words?.failures[status as keyof ContractWords['failures']] ?? [];
      if (message !== undefined && advice !== undefined) return { message, advice };
      return failures.find((one) => one.status === status);
    },
  };
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
