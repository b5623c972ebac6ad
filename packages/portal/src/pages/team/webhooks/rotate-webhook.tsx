import type { Webhook } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { webhooksQuery } from './webhook-queries.ts';

/** Overlaps to choose from, in hours; 0 ends the old secret at once. */
const OVERLAPS_HOURS = ['24', '1', '168', '0'] as const;

interface RotateWebhookProps {
  readonly webhook: Webhook;
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Makes a new secret of a webhook and shows it, once. */
export function RotateWebhook({ webhook, teamId, onClose }: RotateWebhookProps) {
  const { t } = useWebhookWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS_HOURS)[number]>(OVERLAPS_HOURS[0]);
  const [secret, setSecret] = useState<string>();
  const rotation = useAction({
    act: async ({ signal, key }, overlapHours: number) => {
      const params = { id: webhook.id };
      // Not a result of the action: those are kept in a cache for a while.
      setSecret((await portal.call('rotate-webhook-secret', { params, body: { overlapHours } }, signal, key)).secret);
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
    <Dialog title={t('webhooks:rotateTitle')} onClose={onClose}>
      <p>{t('webhooks:rotateText')}</p>
      <ChoiceField
        label={t('webhooks:overlap')}
        value={overlap}
        choices={OVERLAPS_HOURS.map((hours) => [hours, t(`webhooks:overlaps.${hours}`)])}
        onChange={setOverlap}
      />
      {rotation.error && <FailureMessage error={rotation.error} tried={t('problems.actionFailed')} />}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" busy={rotation.isPending} onClick={() => rotation.mutate(Number(overlap))}>
          {t('webhooks:rotateConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
