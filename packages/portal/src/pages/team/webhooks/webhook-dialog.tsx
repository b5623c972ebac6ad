import type { Webhook, WebhookEvent } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { changedFields } from '../../../ui/changed-fields.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { RotateWebhook } from './rotate-webhook.tsx';
import { WebhookForm, type WebhookWishes } from './webhook-form.tsx';
import type { WebhookQuestion } from './webhook-items.tsx';
import { webhooksQuery } from './webhook-queries.ts';

interface WebhookDialogProps {
  readonly question: WebhookQuestion;
  readonly webhook: Webhook;
  readonly teamId: string;
  readonly onClose: () => void;
}

type Change = 'delete' | { readonly url?: string; readonly events?: WebhookEvent[]; readonly stopped?: boolean };

/** Asks before something is done to a webhook, and does it. */
export function WebhookDialog({ question, ...given }: WebhookDialogProps) {
  return question === 'rotate' ? <RotateWebhook {...given} /> : <ChangeDialog question={question} {...given} />;
}

interface ChangeDialogProps extends WebhookDialogProps {
  readonly question: Exclude<WebhookQuestion, 'rotate'>;
}

function ChangeDialog({ question, webhook, teamId, onClose }: ChangeDialogProps) {
  const { t } = useWebhookWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const { url, events } = webhook;
  const [opened] = useState<WebhookWishes>({ url, events });
  const change = useAction({
    act: ({ signal, key }, what: Change): Promise<unknown> => {
      const params = { id: webhook.id };
      return what === 'delete'
        ? portal.call('delete-webhook', { params, body: {} }, signal, key)
        : portal.call('change-webhook', { params, body: what }, signal, key);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksQuery(portal, teamId).queryKey });
      onClose();
    },
  });
  if (question === 'change') {
    const save = (wishes: WebhookWishes) => {
      const body = changedFields(opened, wishes);
      if (Object.keys(body).length === 0) onClose();
      else change.mutate(body);
    };
    return (
      <WebhookForm
        title={t('webhooks:changeTitle')}
        start={opened}
        confirm={t('webhooks:save')}
        busy={change.isPending}
        error={change.error}
        onConfirm={save}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t(`webhooks:${question}Title`)}
      confirm={t(`webhooks:${question}`)}
      busy={change.isPending}
      onConfirm={() => change.mutate(question === 'delete' ? 'delete' : { stopped: true })}
      onClose={onClose}
    >
      <p>{t(`webhooks:${question}Text`, { url })}</p>
      {change.error && <FailureMessage error={change.error} tried={t('problems.actionFailed')} />}
    </ConfirmDialog>
  );
}
