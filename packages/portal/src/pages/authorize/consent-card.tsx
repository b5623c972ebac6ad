import type { CommandLineSignIn } from '@openhouse/contract';
import { useEffect, useRef } from 'react';
import { useSignedIn } from '../../api/account-context.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import styles from '../../ui/consent.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TerminalIcon } from '../../ui/icons.tsx';
import { Message } from '../../ui/message.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from './words.ts';

interface ConsentCardProps {
  readonly userCode: string;
  readonly signIn: CommandLineSignIn;
  /** What is on its way. */
  readonly deciding: 'allow' | 'deny' | undefined;
  readonly error: Error | null;
  readonly onDecide: (decision: 'allow' | 'deny') => void;
  readonly onOtherCode: () => void;
}

/** Says which machine asks, from where, and what it could do; then takes the decision. */
export function ConsentCard({ userCode, signIn, deciding, error, onDecide, onOtherCode }: ConsentCardProps) {
  const { t } = useWords();
  const { person } = useSignedIn();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone: the keyboard goes on here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={card.card} aria-labelledby="consent">
      <div className={styles.asks}>
        <span className={styles.icon}>
          <TerminalIcon size={22} />
        </span>
        <div className={styles.words}>
          <h2 id="consent" ref={heading} tabIndex={-1}>
            {t('authorize:asks', { machine: signIn.machine })}
          </h2>
          <p>{t('authorize:nameIsClaimed')}</p>
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('authorize:code')}</dt>
          <dd className={styles.mono}>{userCode}</dd>
        </div>
        <div>
          <dt>{t('authorize:address')}</dt>
          <dd className={styles.mono}>{signIn.ipAddress}</dd>
        </div>
        <div>
          <dt>{t('authorize:asked')}</dt>
          <dd>
            <Moment iso={signIn.requestedAt} />
          </dd>
        </div>
        <div>
          <dt>{t('authorize:account')}</dt>
          <dd>{person.email === '' ? person.name : `${person.name} (${person.email})`}</dd>
        </div>
      </dl>
      <div className={styles.decision}>
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        <Message tone="warning">{t('authorize:warning')}</Message>
        <p>{t('authorize:may')}</p>
        <div className={styles.actions}>
          <Button look="primary" busy={deciding !== undefined} onClick={() => onDecide('allow')}>
            {t('authorize:allow')}
          </Button>
          <Button look="danger" busy={deciding !== undefined} onClick={() => onDecide('deny')}>
            {t('authorize:deny')}
          </Button>
          <Button busy={deciding !== undefined} onClick={onOtherCode}>
            {t('authorize:otherCode')}
          </Button>
        </div>
      </div>
    </section>
  );
}
