import type { Lack } from '@openhouse/viewer/inside';
import { useTranslation } from 'react-i18next';
import { Message } from '../../ui/message.tsx';
import type { OperationAnswer } from './operation-answer.ts';
import { operationFacts } from './operation-facts.ts';
import { useRefusalWords } from './use-refusal-words.ts';

interface LacksProps {
  readonly lacks: readonly Lack[];
  readonly answers: readonly OperationAnswer[];
}

/** What of the tour cannot be shown here, and why: each in a line of its own. */
export function Lacks({ lacks, answers }: LacksProps) {
  const { t, i18n } = useTranslation();
  const names = new Intl.ListFormat(i18n.language);
  const words = useRefusalWords();
  const failures = failuresOf(answers);
  if (lacks.length === 0 && failures.length === 0) return null;
  return (
    <Message tone="warning">
      {lacks.map((lack) => (
        <p key={lack.kind}>{t(`explorer.lack.${lack.kind}`, { count: 1, host: '', file: '', ...lack })}</p>
      ))}
      {failures.map(({ operations, refused }) => (
        <p key={`${refused.status} ${refused.message}`}>{words(names.format(operations), refused)}</p>
      ))}
    </Message>
  );
}

interface Failure {
  readonly operations: string[];
  /** The first of them. */
  readonly refused: OperationAnswer;
}

/** The answers without data; operations that were refused for the same reason share a line. */
function failuresOf(answers: readonly OperationAnswer[]): readonly Failure[] {
  const failures = new Map<string, Failure>();
  for (const refused of answers) {
    const { operation, data, status, message } = refused;
    // A tour need not have tags, rulers or routes: that it has none is no failure.
    if (data !== undefined || (operation !== 'vr-info' && status === 'err_resource_not_found')) continue;
    const failure = failures.get(`${status} ${message}`) ?? { operations: [], refused };
    failure.operations.push(operationFacts[operation].title);
    failures.set(`${status} ${message}`, failure);
  }
  return [...failures.values()];
}
