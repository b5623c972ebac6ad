import { useUsageWords } from '../../languages/use-usage-words.ts';
import { type LayerKind, OTHER } from './chart-layers.ts';

/** @returns Names of results and operations: the wire's own, apart from those that have none. */
export function useNames(): (kind: LayerKind, name: string) => string {
  const { t } = useUsageWords();
  return (kind, name) => {
    if (name === OTHER) return t('usage:other');
    if (name === '') return t('usage:noOperation');
    return kind === 'result' && name === 'success' ? t('usage:succeeded') : name;
  };
}
