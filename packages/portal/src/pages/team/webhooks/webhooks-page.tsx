import { WEBHOOKS_MAX } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { Crumb } from '../../../shell/crumb.tsx';
import { type TeamPageProps, withTeam } from '../../../shell/team/with-team.tsx';
import { Button } from '../../../ui/button.tsx';
import card from '../../../ui/card.module.css';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import styles from '../programs.module.css';
import { TeamParts } from '../team-parts.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { webhooksQuery } from './webhook-queries.ts';

const AddWebhook = lazyPart(() => import('./add-webhook.tsx'), 'AddWebhook');

/** Where the active Team wants to be told what happens. */
export const WebhooksPage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useWebhookWords();
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(usePortal(), team.id));
  const [adding, setAdding] = useState(false);
  const isOwner = team.role === 'owner';
  const isFull = (webhooks?.length ?? 0) >= WEBHOOKS_MAX;
  const guide: string = '/docs/webhooks';
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading
        title={t('webhooks:title')}
        lede={
          <>
            {t('webhooks:lede')} <Link to={guide}>{t('webhooks:guide')}</Link>
          </>
        }
        action={
          isOwner &&
          webhooks !== undefined &&
          !isFull && (
            <Button look="primary" icon={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
              {t('webhooks:add')}
            </Button>
          )
        }
      />
      <TeamParts />
      {!isOwner && <p className={styles.note}>{t('webhooks:onlyOwners')}</p>}
      {isOwner && isFull && <p className={styles.note}>{t('webhooks:full', { count: WEBHOOKS_MAX })}</p>}
      {webhooks === undefined && error === null && <Waiting />}
      {error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          {webhooks === undefined && <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {webhooks?.length === 0 && (
        <section className={`${card.card} ${styles.none}`}>
          <h2>{t('webhooks:noneTitle')}</h2>
          <p>{t('webhooks:noneText')}</p>
        </section>
      )}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul className={styles.cards}>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} teamId={team.id} isOwner={isOwner} />
          ))}
        </ul>
      )}
      {adding && (
        <Suspense>
          <AddWebhook teamId={team.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
});
