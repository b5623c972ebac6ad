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
  const { t } = useTranslation();
  const failed = answers.filter(({ data }) => data === undefined);
  if (lacks.length === 0 && failed.length === 0) return null;
  return (
    <Message tone="warning">
      {lacks.map((lack) => (
        <p key={lack.kind}>{t(`explorer.lack.${lack.kind}`, { count: 1, host: '', file: '', ...lack })}</p>
      ))}
      {failed.map(({ operation, status, message }) => (
        <p key={operation}>
          {t('explorer.answeredFailure', { operation: operationFacts[operation].title, status })} {message}
        </p>
      ))}
    </Message>
  );
}
