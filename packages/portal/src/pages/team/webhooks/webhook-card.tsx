import type { Webhook, WebhookDelivery } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useId, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { paths } from '../../../shell/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import card from '../../../ui/card.module.css';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { ChevronIcon, DotsIcon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import styles from './webhook-card.module.css';
import type { WebhookQuestion } from './webhook-items.tsx';
import { type DeliveryState, deliveryStates, webhooksQuery } from './webhook-queries.ts';

const WebhookItems = lazyPart(() => import('./webhook-items.tsx'), 'WebhookItems');
const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx'), 'WebhookDialog');
const Deliveries = lazyPart(() => import('./deliveries.tsx'), 'Deliveries');

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly teamId: string;
  readonly isOwner: boolean;
}

/** One webhook, and below it what was sent. */
export function WebhookCard({ webhook, teamId, isOwner }: WebhookCardProps) {
  const { t } = useWebhookWords();
  const id = useId();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<WebhookQuestion>();
  const navigate = useNavigate();
  const address = useSearch({ from: '/frame/dashboard/team/webhooks' });
  const isNamed = address.log === webhook.id;
  const [isOpen, setOpen] = useState(isNamed);
  const [followed, setFollowed] = useState<WebhookDelivery>();
  const [state, setState] = useState(isNamed ? deliveryStates.find((one) => one === address.state) : undefined);
  /** Several logs may be open: the address names the last that somebody opened or filtered. */
  const show = (opens: boolean, chosen: DeliveryState | undefined) => {
    setOpen(opens);
    setState(chosen);
    if (!opens && !isNamed) return;
    const search = opens ? { log: webhook.id, ...(chosen && { state: chosen }) } : {};
    void navigate({ to: paths.webhooks, search, replace: true, resetScroll: false });
  };
  const follow = (delivery: WebhookDelivery) => {
    setFollowed(delivery);
    setState(undefined);
    setOpen(true);
  };
  const params = { id: webhook.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: webhooksQuery(portal, teamId).queryKey });
  const test = useAction({
    act: async ({ signal, key }) => (await portal.call('test-webhook', { params, body: {} }, signal, key)).delivery,
    onSuccess: follow,
    onSettled: readAgain,
    outlives: true,
  });
  const starting = useAction({
    act: ({ signal, key }) => portal.call('change-webhook', { params, body: { stopped: false } }, signal, key),
    onSettled: readAgain,
    outlives: true,
  });
  const error = test.error ?? starting.error;
  const { url, events, stopped } = webhook;
  return (
    <li className={card.card}>
      <section aria-labelledby={id}>
        <header className={styles.head}>
          <div className={styles.words}>
            <h2 id={id} title={url}>
              {url}
            </h2>
            <p className={styles.facts}>
              <Status tone={stopped === null ? 'ok' : 'idle'}>{t(`webhooks:state.${stopped ?? 'on'}`)}</Status>
              {webhook.waiting > 0 && <span>{t('webhooks:waiting', { count: webhook.waiting })}</span>}
              <span>
                {t('webhooks:added')} <Moment iso={webhook.createdAt} />
              </span>
              {webhook.previousSecretEndsAt !== null && (
                <span>
                  {t('webhooks:oldSecretEnds')} <Moment iso={webhook.previousSecretEndsAt} />
                </span>
              )}
            </p>
            <p className={styles.events}>
              {events.length === 0 ? t('webhooks:allEvents') : events.map((event) => <code key={event}>{event}</code>)}
            </p>
            {stopped !== null && <p className={styles.why}>{t(`webhooks:stoppedBy.${stopped}`)}</p>}
          </div>
          {isOwner && (
            <div className={styles.actions}>
              {stopped === null ? (
                <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
                  {t('webhooks:test')}
                </Button>
              ) : (
                <Button size="small" busy={starting.isPending} onClick={() => starting.mutate()}>
                  {t('webhooks:start')}
                </Button>
              )}
              <MenuButton
                label={t('webhooks:more', { url })}
                className={buttonClass('plain', 'small')}
                face={<DotsIcon />}
                items={<WebhookItems isStopped={stopped !== null} onAsk={setAsking} />}
                position="bottom-end"
                width={200}
              />
            </div>
          )}
          {error !== null && (
            <div className={styles.failure}>
              <FailureMessage error={error} tried={t('problems.actionFailed')} />
            </div>
          )}
        </header>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t('webhooks:logOf', { url })}
          onClick={() => show(!isOpen, state)}
        >
          <ChevronIcon size={14} />
          {t('webhooks:log')}
        </button>
        {isOpen && (
          <Suspense fallback={<Waiting />}>
            <Deliveries
              {...{ webhook, teamId, isOwner, state, followed }}
              onState={(chosen) => show(true, chosen)}
              onFollow={follow}
            />
          </Suspense>
        )}
      </section>
      {asking !== undefined && (
        <Suspense>
          <WebhookDialog question={asking} webhook={webhook} teamId={teamId} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </li>
  );
}
