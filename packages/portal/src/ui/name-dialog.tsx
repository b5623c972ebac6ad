import { NAME_MAX_LENGTH } from '@openhouse/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { FailureMessage } from './failure-message.tsx';
import { TextField } from './text-field.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  readonly start?: string;
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of something that is made or renamed. */
export function NameDialog({
  title,
  label,
  hint,
  placeholder,
  start = '',
  confirm,
  busy,
  error,
  onConfirm,
  onClose,
}: NameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(start);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !busy) onConfirm(name.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        <TextField
          label={label}
          hint={hint}
          value={name}
          maxLength={NAME_MAX_LENGTH}
          autoFocus
          {...(placeholder === undefined ? {} : { placeholder })}
          onChange={setName}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
