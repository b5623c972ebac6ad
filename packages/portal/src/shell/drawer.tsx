import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../ui/icons.tsx';
import { useBackdropPress } from '../ui/use-backdrop-press.ts';
import styles from './drawer.module.css';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar of a phone: the browser's own modal dialog, which traps focus and closes on Escape. */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const press = useBackdropPress(onClose);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog ref={dialog} className={styles.drawer} aria-label={t('shell.main')} onClose={onClose} {...press}>
      <button type="button" className={styles.close} aria-label={t('shell.closeMenu')} onClick={onClose}>
        <CloseIcon size={18} />
      </button>
      {open && children}
    </dialog>
  );
}
