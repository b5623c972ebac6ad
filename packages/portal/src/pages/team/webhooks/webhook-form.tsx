import { WEBHOOK_URL_MAX, type WebhookEvent, webhookEvents } from '@openhouse/contract';
import { type FormEvent, useState } from 'react';
import { PortalError } from '../../../api/portal-error.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { Message } from '../../../ui/message.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Checks } from '../checks.tsx';

/** What an owner says of a webhook. */
export interface WebhookWishes {
  readonly url: string;
  /** Empty for everything. */
  readonly events: WebhookEvent[];
}

interface WebhookFormProps {
  readonly title: string;
  readonly start: WebhookWishes;
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: (wishes: WebhookWishes) => void;
  readonly onClose: () => void;
}

/** Asks where events are sent, and which. */
export function WebhookForm({ title, start, confirm, busy, error, onConfirm, onClose }: WebhookFormProps) {
  const { t } = useWebhookWords();
  const [url, setUrl] = useState(start.url);
  const [which, setWhich] = useState<'everything' | 'some'>(start.events.length === 0 ? 'everything' : 'some');
  const [chosen, setChosen] = useState(start.events);
  const isWhole = url.trim() !== '' && (which === 'everything' || chosen.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || busy) return;
    onConfirm({ url: url.trim(), events: which === 'everything' ? [] : chosen });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <Refusal error={error} />}
        <TextField
          label={t('webhooks:address')}
          hint={t('webhooks:addressHint')}
          value={url}
          placeholder="https://example.com/openhouse"
          maxLength={WEBHOOK_URL_MAX}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={setUrl}
        />
        <ChoiceField
          label={t('webhooks:events')}
          value={which}
          choices={(['everything', 'some'] as const).map((one) => [one, t(`webhooks:${one}`)])}
          onChange={setWhich}
        />
        {which === 'some' && (
          <Checks
            label={t('webhooks:chosen')}
            labelHidden
            choices={webhookEvents.map((event) => [event, t(`webhooks:event.${event}`)])}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={busy} disabled={!isWhole}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The portal names no code of its own for an address that is none. */
function Refusal({ error }: { readonly error: Error }) {
  const { t } = useWebhookWords();
  if (error instanceof PortalError && error.code === 'REQUEST_INVALID')
    return <Message tone="alert">{t('webhooks:addressRefused')}</Message>;
  return <FailureMessage error={error} tried={t('problems.actionFailed')} />;
}
