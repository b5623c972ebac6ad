import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useDeviceName } from './use-device-name.ts';
import type { SessionsToEnd } from './use-end-sessions.ts';

interface EndSessionsDialogProps {
  readonly which: SessionsToEnd;
  /** How many sessions there are beside this browser's. */
  readonly others: number;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before sessions end, and says who has to sign in again. */
export function EndSessionsDialog({ which, others, error, ...answers }: EndSessionsDialogProps) {
  const { t } = useTranslation();
  const deviceName = useDeviceName();
  const failure = error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />;
  if (which === 'others') {
    return (
      <ConfirmDialog title={t('sessions.endOthersTitle')} confirm={t('sessions.endOthersConfirm')} {...answers}>
        <p>{t('sessions.endOthersText', { count: others })}</p>
        {failure}
      </ConfirmDialog>
    );
  }
  const text = which.isCurrent
    ? t('sessions.endCurrentText')
    : t('sessions.endText', { device: deviceName(which), address: which.ipAddress });
  return (
    <ConfirmDialog
      title={t(which.isCurrent ? 'sessions.endCurrentTitle' : 'sessions.endTitle')}
      confirm={t('sessions.endConfirm')}
      {...answers}
    >
      <p>{text}</p>
      {failure}
    </ConfirmDialog>
  );
}
