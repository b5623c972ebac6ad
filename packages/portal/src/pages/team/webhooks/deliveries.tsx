import { DELIVERIES_KEEP_DAYS, WEBHOOK_TRIED_DAYS, type Webhook, type WebhookDelivery } from '@openhouse/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { Message } from '../../../ui/message.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import styles from './deliveries.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import { type DeliveryState, deliveriesQuery, deliveryStates, webhooksQuery } from './webhook-queries.ts';

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly teamId: string;
  readonly isOwner: boolean;
  /** Which ones show; all of them if undefined. */
  readonly state: DeliveryState | undefined;
  readonly onState: (state: DeliveryState | undefined) => void;
  /** One that was just requested: its outcome is announced. */
  readonly followed: WebhookDelivery | undefined;
  readonly onFollow: (delivery: WebhookDelivery) => void;
}

/** What was sent to a webhook and is to be sent. */
export function Deliveries({ webhook, teamId, isOwner, state, onState, followed, onFollow }: DeliveriesProps) {
  const { t } = useWebhookWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const log = useInfiniteQuery(deliveriesQuery(portal, teamId, webhook.id, state));
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries);
  const resending = useAction({
    act: async ({ signal, key }, delivery: string) => {
      const params = { id: webhook.id, delivery };
      return (await portal.call('resend-delivery', { params, body: {} }, signal, key)).delivery;
    },
    onSuccess: onFollow,
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksQuery(portal, teamId).queryKey }),
    outlives: true,
  });
  return (
    <div className={styles.log}>
      <div className={styles.bar}>
        <p>{t('webhooks:logKept', { days: DELIVERIES_KEEP_DAYS, tried: WEBHOOK_TRIED_DAYS })}</p>
        <div className={styles.filter}>
          <ChoiceField
            label={t('webhooks:filter')}
            labelHidden
            value={state ?? 'all'}
            choices={[
              ['all', t('webhooks:all')],
              ...deliveryStates.map((one) => [one, t(`webhooks:deliveryState.${one}`)] as const),
            ]}
            onChange={(chosen) => onState(chosen === 'all' ? undefined : chosen)}
          />
        </div>
      </div>
      <div className={styles.told}>
        {followed !== undefined && <News delivery={deliveries?.find(({ id }) => id === followed.id) ?? followed} />}
        {resending.error && <FailureMessage error={resending.error} tried={t('problems.actionFailed')} />}
        {log.error && (
          <>
            <FailureMessage error={log.error} tried={t('problems.loadFailed')} repeats />
            {deliveries === undefined && <Button onClick={() => void log.refetch()}>{t('problems.retry')}</Button>}
          </>
        )}
        {log.isPending && <Waiting />}
        {deliveries?.length === 0 && <p>{t(state === undefined ? 'webhooks:noneSent' : 'webhooks:noneOfState')}</p>}
      </div>
      {deliveries !== undefined && deliveries.length > 0 && (
        <ul className={styles.list}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              // A stopped webhook takes nothing; what waits is sent anyway.
              mayResend={isOwner && webhook.stopped === null && delivery.state !== 'waiting'}
              busy={resending.isPending && resending.variables === delivery.id}
              onResend={() => resending.mutate(delivery.id)}
            />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div className={styles.more}>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('webhooks:older')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What became of a delivery, told while it becomes known. */
function News({ delivery: { state, problem } }: { readonly delivery: WebhookDelivery }) {
  const { t } = useWebhookWords();
  if (problem === null || state === 'delivered')
    return <Message tone="polite">{t(`webhooks:news.${state === 'delivered' ? 'delivered' : 'waiting'}`)}</Message>;
  const why = t(`webhooks:problem.${problem}`);
  return <Message tone="alert">{t(`webhooks:news.${state === 'waiting' ? 'failed' : 'lost'}`, { why })}</Message>;
}
