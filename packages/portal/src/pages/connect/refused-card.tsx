import type { AgentRequest } from '@openhouse/contract';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import styles from '../../ui/consent.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Message } from '../../ui/message.tsx';
import { AgentHead } from './agent-head.tsx';
import { useWords } from './words.ts';

interface RefusedCardProps {
  readonly name: string;
  readonly returnsTo: string;
  readonly refusal: NonNullable<AgentRequest['refusal']>;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onReturn: () => void;
}

const reasonWords = {
  invalid_request: 'connect:refused.invalidRequest',
  unsupported_response_type: 'connect:refused.unsupportedResponseType',
  invalid_scope: 'connect:refused.invalidScope',
  invalid_target: 'connect:refused.invalidTarget',
} as const;

/**
 * Says why nobody can let a program in, and brings that to the program, which waits for it. Only by a button: anybody may register
 * a program, and a link to the portal must not lead on to an address of somebody's choice by itself (decision 0246).
 */
export function RefusedCard({ name, returnsTo, refusal, busy, error, onReturn }: RefusedCardProps) {
  const { t } = useWords();
  return (
    <section className={card.card} aria-labelledby="agent">
      <AgentHead title={t('connect:refused.title', { name })} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('connect:returnsTo')}</dt>
          <dd className={styles.mono}>{returnsTo}</dd>
        </div>
        <div>
          <dt>{t('connect:refused.hears')}</dt>
          <dd>
            <span className={styles.mono}>{refusal.error}</span> <span lang="en">{refusal.description}</span>
          </dd>
        </div>
      </dl>
      <div className={styles.decision}>
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        <Message tone="alert">{t(reasonWords[refusal.error])}</Message>
        <p>{t('connect:refused.goBack')}</p>
        <div className={styles.actions}>
          <Button look="primary" busy={busy} onClick={onReturn}>
            {t('connect:refused.return')}
          </Button>
        </div>
      </div>
    </section>
  );
}
