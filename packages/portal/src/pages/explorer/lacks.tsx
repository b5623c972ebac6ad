import { useTranslation } from 'react-i18next';
import { Message } from '../../ui/message.tsx';
import type { OperationAnswer } from './operation-answer.ts';
import { operationFacts } from './operation-facts.ts';
import type { Lack } from './tour/tour.ts';

interface LacksProps {
  readonly lacks: readonly Lack[];
  readonly answers: readonly OperationAnswer[];
}

/** What of the tour cannot be shown here, and why: each in a line of its own. */
export function Lacks({ lacks, answers }: LacksProps) {
  const { t, i18n } = useTranslation();
  const names = new Intl.ListFormat(i18n.language);
  const failures = failuresOf(answers);
  if (lacks.length === 0 && failures.length === 0) return null;
  return (
    <Message tone="warning">
      {lacks.map((lack) => (
        <p key={lack.kind}>{t(`explorer.lack.${lack.kind}`, { count: 1, host: '', file: '', ...lack })}</p>
      ))}
      {failures.map(({ operations, status, message }) => (
        <p key={`${status} ${message}`}>
          {t('explorer.answeredFailure', { operation: names.format(operations), status })} {message}
        </p>
      ))}
    </Message>
  );
}

interface Failure {
  readonly operations: string[];
  readonly status: string;
  readonly message: string;
}

/** The answers without data; operations that were refused for the same reason share a line. */
function failuresOf(answers: readonly OperationAnswer[]): readonly Failure[] {
  const failures = new Map<string, Failure>();
  for (const { operation, data, status, message } of answers) {
    // A tour need not have tags, rulers or routes: that it has none is no failure.
    if (data !== undefined || (operation !== 'vr-info' && status === 'err_resource_not_found')) continue;
    const failure = failures.get(`${status} ${message}`) ?? { operations: [], status, message };
    failure.operations.push(operationFacts[operation].title);
    failures.set(`${status} ${message}`, failure);
  }
  return [...failures.values()];
}
