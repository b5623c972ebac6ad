import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../../ui/icons.tsx';
import styles from './search-button.module.css';
import { SearchDialog } from './search-dialog.tsx';

/** Opens the search; so do `/` outside of fields and Ctrl+K anywhere. */
export function SearchButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" className={styles.button} aria-keyshortcuts="/ Control+K" onClick={() => setOpen(true)}>
        <SearchIcon size={15} />
        {t('docs.search')}
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </button>
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  // Another dialog keeps its keys.
  if (document.querySelector('dialog:modal') !== null) return false;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true;
  const inField =
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/.test(target.localName));
  return key === '/' && !ctrlKey && !metaKey && !altKey && !inField;
}
