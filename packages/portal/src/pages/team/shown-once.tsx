import { type ReactNode, useEffect } from 'react';
import { useProgramWords } from '../../languages/use-program-words.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EyeIcon, EyeOffIcon } from '../../ui/icons.tsx';
import { useRevealedSecret } from '../../ui/use-revealed-secret.ts';
import styles from './shown-once.module.css';

interface ShownOnceProps {
  readonly title: string;
  /** What to do with it. */
  readonly text: string;
  readonly secret: string;
  /** What is copied, as it continues "Copy …". */
  readonly what: string;
  /** More ways to take it along. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/**
 * A secret that no answer has again. It hides as revealed secrets do (SPEC 5.2); until the dialog is closed it can be shown and
 * copied again, because whoever pastes it leaves the window. It lives in the dialog alone, and goes when the page is put away.
 */
export function ShownOnce({ title, text, secret, what, children, onClose }: ShownOnceProps) {
  const { t } = useProgramWords();
  const { revealed, reveal, hide } = useRevealedSecret('');
  useEffect(() => {
    void reveal(async () => secret);
  }, [reveal, secret]);
  useEffect(() => {
    window.addEventListener('pagehide', onClose);
    return () => window.removeEventListener('pagehide', onClose);
  }, [onClose]);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className={styles.line}>
        {revealed === undefined ? (
          <span className={styles.hidden}>{t('programs:hidden')}</span>
        ) : (
          <code>{revealed.secret}</code>
        )}
        <CopyButton value={secret} what={what} />
      </div>
      <div className={styles.ways}>
        <Button
          size="small"
          icon={revealed === undefined ? <EyeIcon size={14} /> : <EyeOffIcon size={14} />}
          onClick={() => (revealed === undefined ? void reveal(async () => secret) : hide())}
        >
          {t(revealed === undefined ? 'programs:show' : 'programs:hide')}
        </Button>
        {children}
      </div>
      <p className={styles.note}>{t('programs:once')}</p>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('programs:done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
