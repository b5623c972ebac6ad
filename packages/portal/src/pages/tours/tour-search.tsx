import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shell/paths.ts';
import field from '../../ui/field.module.css';
import styles from './tour-search.module.css';

/** Longest text to search for (contract: list-tours). */
const SEARCH_MAX_LENGTH = 64;

/** Narrows the list while one types. @param props.q What the address says: the list is found again on the way back. */
export function TourSearch({ q }: { readonly q: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  useEffect(() => {
    // The address follows the person who types, and leads where somebody else changed it.
    if (document.activeElement !== input.current) setText(q);
  }, [q]);
  return (
    <div className={styles.search}>
      <label htmlFor={id} className="oh-visually-hidden">
        {t('tours.search')}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        className={field.control}
        value={text}
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={t('tours.searchHint')}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          setText(value);
          const asked = value.trim();
          void navigate({
            to: paths.tours,
            search: asked === '' ? {} : { q: asked },
            replace: true,
            resetScroll: false,
          });
        }}
      />
    </div>
  );
}
