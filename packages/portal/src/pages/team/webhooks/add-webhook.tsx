import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { ShownOnce } from '../shown-once.tsx';
import { WebhookForm, type WebhookWishes } from './webhook-form.tsx';
import { webhooksQuery } from './webhook-queries.ts';

interface AddWebhookProps {
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Adds a webhook and shows its secret, once: it lives in this dialog alone and in no cache. */
export function AddWebhook({ teamId, onClose }: AddWebhookProps) {
  const { t } = useWebhookWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const addition = useAction({
    act: async ({ signal, key }, body: WebhookWishes) => {
      // Not a result of the action: those are kept in a cache for a while.
      setSecret((await portal.call('create-webhook', { body }, signal, key)).secret);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksQuery(portal, teamId).queryKey }),
  });
  if (secret !== undefined) {
    return (
      <ShownOnce
        title={t('webhooks:secretTitle')}
        text={t('webhooks:secretText')}
        what={t('webhooks:secret')}
        secret={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <WebhookForm
      title={t('webhooks:addTitle')}
      start={{ url: '', events: [] }}
      confirm={t('webhooks:add')}
      busy={addition.isPending}
      error={addition.error}
      onConfirm={addition.mutate}
      onClose={onClose}
    />
  );
}
