import type { AgentRequest, Team } from '@openhouse/contract';
import { Suspense, useState } from 'react';
import type { Person } from '../../api/account.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import styles from '../../ui/consent.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Message } from '../../ui/message.tsx';
import { AgentHead } from './agent-head.tsx';
import { useWords } from './words.ts';

const CreateTeamDialog = lazyPart(() => import('../../shell/team/create-team-dialog.tsx'), 'CreateTeamDialog');

interface AgentCardProps {
  readonly request: AgentRequest;
  /** Undefined for somebody who belongs to none. */
  readonly team: Team | undefined;
  readonly person: Person;
  readonly days: number;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onDecide: (decision: 'allow' | 'deny') => void;
}

const scopeWords = { 'tours:read': 'connect:scope.toursRead', 'apps:read': 'connect:scope.appsRead' } as const;

/** Says which program asks, where its answer goes and what it could read; then takes the decision. */
export function AgentCard({ request, team, person, days, busy, error, onDecide }: AgentCardProps) {
  const { t } = useWords();
  const { name, returnsTo, scopes } = request;
  const [creating, setCreating] = useState(false);
  const isOwner = team?.role === 'owner';
  const title = team === undefined ? t('connect:asksNoTeam', { name }) : t('connect:asks', { name, team: team.name });
  return (
    <section className={card.card} aria-labelledby="agent">
      <AgentHead title={title} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('connect:returnsTo')}</dt>
          <dd className={styles.mono}>{returnsTo}</dd>
        </div>
        {team !== undefined && (
          <div>
            <dt>{t('connect:team')}</dt>
            <dd>{team.name}</dd>
          </div>
        )}
        <div>
          <dt>{t('connect:account')}</dt>
          <dd>{person.email === '' ? person.name : `${person.name} (${person.email})`}</dd>
        </div>
        <div>
          <dt>{t('connect:may')}</dt>
          <dd>
            {scopes.map((scope) => (
              <div key={scope}>{t(scopeWords[scope])}</div>
            ))}
          </dd>
        </div>
      </dl>
      <div className={styles.decision}>
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        {isOwner ? (
          <Message tone="warning">{t('connect:warning')}</Message>
        ) : (
          <Message tone="alert">{t(team === undefined ? 'connect:noTeam' : 'connect:onlyOwners')}</Message>
        )}
        <p>{t('connect:never', { days })}</p>
        <div className={styles.actions}>
          {isOwner && (
            <Button look="primary" busy={busy} onClick={() => onDecide('allow')}>
              {t('connect:allow')}
            </Button>
          )}
          {team === undefined && (
            <Button busy={busy} onClick={() => setCreating(true)}>
              {t('team.create')}
            </Button>
          )}
          <Button look="danger" busy={busy} onClick={() => onDecide('deny')}>
            {t('connect:deny')}
          </Button>
        </div>
      </div>
      <Suspense>{creating && <CreateTeamDialog stays onClose={() => setCreating(false)} />}</Suspense>
    </section>
  );
}
