import { REASON_MAX_LENGTH } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PortalError } from '../../api/portal-error.ts';
import { type ActionCall, useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { SignInAgain } from '../../ui/sign-in-again.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './operator.module.css';
import { OPERATOR_KEY } from './operator-queries.ts';
import { useWords } from './words.ts';

interface DecisionDialogProps<Wish, Result> {
  readonly title: string;
  /** What happens to whom. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly isDanger?: boolean;
  /** What is asked for by the fields of the dialog; nothing without fields. */
  readonly wish?: Wish;
  /** Decides it, for a reason in the operator's words. It sends what it is given: a wish of its own has no key of its own. */
  readonly decide: (how: ActionCall, asked: Wish & { readonly reason: string }) => Promise<Result>;
  /** Told of the answer before the pages of operators are read anew. */
  readonly onDecided?: (result: Result) => void;
  readonly onClose: () => void;
}

/** Asks an operator why, and decides something; closed, it decides nothing any more. */
export function DecisionDialog<Result, Wish = unknown>(props: DecisionDialogProps<Wish, Result>) {
  const { title, children, confirm, isDanger = false, wish, decide, onDecided, onClose } = props;
  const { t } = useWords();
  const queries = useQueryClient();
  const decision = useAction({
    act: decide,
    onSuccess: async (result) => {
      onDecided?.(result);
      await queries.invalidateQueries({ queryKey: OPERATOR_KEY });
      onClose();
    },
  });
  const { isPending: busy, error } = decision;
  const close = () => {
    decision.cancel();
    onClose();
  };
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '' && !busy) decision.mutate({ ...wish, reason: reason.trim() } as Wish & { reason: string });
  };
  return (
    <Dialog title={title} onClose={close}>
      <form className={styles.decision} onSubmit={submit}>
        {children}
        {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
        {error instanceof PortalError && error.code === 'SIGN_IN_TOO_OLD' && <SignInAgain />}
        <TextField
          label={t('operator:reason')}
          hint={t('operator:reasonHint')}
          value={reason}
          maxLength={REASON_MAX_LENGTH}
          autoFocus
          onChange={setReason}
        />
        <DialogActions>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button look={isDanger ? 'danger' : 'primary'} type="submit" busy={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
