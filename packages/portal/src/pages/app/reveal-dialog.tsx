import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Message } from '../../ui/message.tsx';
import { BotCheckUnsupported, solveBotCheck } from './solve-bot-check.ts';

interface RevealDialogProps {
  readonly appKey: string;
  readonly version: number;
  /** Shows what the given call answers with, for as long as it may show. */
  readonly onReveal: (ask: () => Promise<string>) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a secret shows; does the bot check meanwhile. The answer goes past every cache, straight to the page. */
export function RevealDialog({ appKey, version, onReveal, onClose }: RevealDialogProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const [checking, setChecking] = useState(false);
  const [error, setError] = useState<Error>();

  const ask = async () => {
    const botCheck = await solveBotCheck(await portal.call('bot-check-challenge', {}));
    const params = { app_key: appKey, version: String(version) };
    return (await portal.call('reveal-secret', { params, body: { botCheck } })).secret;
  };
  const reveal = async () => {
    setChecking(true);
    setError(undefined);
    try {
      await onReveal(ask);
      onClose();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error('Unknown failure.'));
      setChecking(false);
    }
  };

  return (
    <Dialog title={t('secret.revealTitle', { version })} onClose={onClose}>
      <p>{t('secret.revealText')}</p>
      {error instanceof BotCheckUnsupported && <Message tone="alert">{t('secret.checkUnsupported')}</Message>}
      {error !== undefined && !(error instanceof BotCheckUnsupported) && (
        <FailureMessage error={error} tried={t('problems.actionFailed')} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" busy={checking} onClick={() => void reveal()}>
          {checking ? t('secret.checking') : t('secret.revealConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
