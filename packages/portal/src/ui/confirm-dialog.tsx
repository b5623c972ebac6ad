import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The question. */
  readonly title: string;
  /** What happens to whom when it is answered with yes. */
  readonly children: ReactNode;
  /** The verb of the action, never "OK". */
  readonly confirm: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
