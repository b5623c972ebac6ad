import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import field from '../../ui/field.module.css';
import styles from './tour-search.module.css';

interface TourSearchProps {
  readonly search: string;
  readonly onChange: (search: string) => void;
}

/** Longest text to search for (contract: list-tours). */
const SEARCH_MAX_LENGTH = 64;

/** Narrows the list while one types. */
export function TourSearch({ search, onChange }: TourSearchProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.search}>
      <label htmlFor={id} className="oh-visually-hidden">
        {t('tours.search')}
      </label>
      <input
        id={id}
        type="search"
        className={field.control}
        value={search}
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={t('tours.searchHint')}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
