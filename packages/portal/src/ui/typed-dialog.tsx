import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { FailureMessage } from './failure-message.tsx';
import { TextField } from './text-field.tsx';

interface TypedDialogProps {
  /** The question. */
  readonly title: string;
  /** What is gone then. */
  readonly children: ReactNode;
  /** Says what to type. */
  readonly label: string;
  /** What has to be typed. */
  readonly expected: string;
  /** The verb of the action. */
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: (typed: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of what is to be removed before it is: nothing brings it back. */
export function TypedDialog(props: TypedDialogProps) {
  const { title, children, label, expected, confirm, busy, error, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isSame = typed.trim() === expected;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame && !busy) onConfirm(expected);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        {children}
        <TextField label={label} value={typed} autoFocus onChange={setTyped} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" type="submit" busy={busy} disabled={!isSame}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
